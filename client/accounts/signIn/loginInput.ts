export interface LoginFailure {
  message?: string | null;
  /** The email whose subscription has ended, for the "Extend account" link. */
  unpaid?: string | null;
  /** Whether the server refused what was typed: the reason may be that the code is wrong or missing. */
  isWrong?: boolean;
  fields?: { username?: string | undefined; password?: string | undefined; code?: string | undefined };
}

/** Both are required. */
export function missing({ username, password }: { username: string; password: string }): LoginFailure | null {
  if (username && password) return null;
  return {
    fields: {
      username: username ? undefined : 'The email is required.',
      password: password ? undefined : 'The password is required.',
    },
  };
}
