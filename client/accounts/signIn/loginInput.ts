export interface LoginFailure {
  message?: string | null;
  /** Whose subscription has ended: for the link "Extend account". */
  unpaid?: string | null;
  fields?: { username?: string; password?: string };
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
