export interface LoginFailure {
  message?: string | null;
  /** The contract's code: PAYMENT_REQUIRED is what the spec's 'Extend account' link will show for. */
  code?: string;
  fields?: { username?: string; password?: string };
}

/** Spec section 5: both are required. */
export function missing({ username, password }: { username: string; password: string }): LoginFailure | null {
  if (username && password) return null;
  return {
    fields: {
      username: username ? undefined : 'The email is required.',
      password: password ? undefined : 'The password is required.',
    },
  };
}
