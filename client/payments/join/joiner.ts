import type { StartJoinMutationVariables } from '../../graphql/generated/payments';

/** Who joins. */
export type Joiner = Omit<StartJoinMutationVariables, 'clientSecret' | 'anotherCard'>;

const KEY = 'join';
export const nobody: Joiner = { company: '', fullName: '', email: '' };

/** What was typed, for a reload and for the way back from a bank's page: as long as the tab, and not after paying. */
export function keptJoiner(): Joiner | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept && { ...nobody, ...kept };
  } catch {
    return null;
  }
}

export function keepJoiner(joiner: Joiner | null) {
  try {
    if (joiner) sessionStorage.setItem(KEY, JSON.stringify(joiner));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then it is typed again.
  }
}
