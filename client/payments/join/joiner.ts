import type { StartJoinMutationVariables } from '../../graphql/generated/payments';

/** The details of a new user. */
export type Joiner = Omit<StartJoinMutationVariables, 'clientSecret' | 'anotherCard'>;

const KEY = 'join';
export const nobody: Joiner = { company: '', fullName: '', email: '' };

/** The typed details, kept in this tab across a reload or a return from the bank's page until the payment is made. */
export function savedJoiner(): Joiner | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return saved && { ...nobody, ...saved };
  } catch {
    return null;
  }
}

export function saveJoiner(joiner: Joiner | null) {
  try {
    if (joiner) sessionStorage.setItem(KEY, JSON.stringify(joiner));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The details must then be typed again.
  }
}
