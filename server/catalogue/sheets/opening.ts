/** A sheet that a user has opened. */
export interface Opening {
  user: number;
  model: number;
  /** The API token with which it was opened first. */
  token: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether it is one of the user's recent sheets (docs/rules.md, "Recent sheets"). */
  shown: boolean;
}

export const keyOf = ({ user, model }: Pick<Opening, 'user' | 'model'>) => `${user} ${model}`;
