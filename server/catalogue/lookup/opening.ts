/** A sheet that a user has opened. */
export interface Opening {
  user: number;
  model: number;
  /** Milliseconds since 1970. */
  at: number;
}

export const keyOf = ({ user, model }: Pick<Opening, 'user' | 'model'>) => `${user} ${model}`;
