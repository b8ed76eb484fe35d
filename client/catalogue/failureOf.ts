import { saveProblem } from '../components/record/saveProblem';

/** The error text of an action. */
export function failureOf(error: unknown): string {
  const problem = saveProblem(error);
  if (problem.kind === 'silent') return 'The server did not respond. Please try again.';
  if (problem.kind === 'invalid') return Object.values(problem.errors).flat().join(' ');
  return [problem.heading, problem.detail].filter(Boolean).join(' ');
}
