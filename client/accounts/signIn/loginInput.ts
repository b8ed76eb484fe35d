export interface LoginFailure {
  message?: string | null;
  /** The email whose subscription has ended, for the "Extend account" link. */
  unpaid?: string | null;
  fields?: { username?: string | undefined; password?: string | undefined };
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
