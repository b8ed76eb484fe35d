import { InvalidInput } from '../components/record/saveProblem';

/**
 * Refuses empty required fields (docs/rules.md, "Users"). The client checks this because an empty date or number
 * cannot be sent.
 */
export function refuseEmpty<Values>(values: Values, required: readonly (readonly [keyof Values & string, string])[]) {
  const empty = required.filter(([name]) => String(values[name] ?? '').trim() === '');
  if (empty.length) {
    throw new InvalidInput(
      Object.fromEntries(empty.map(([name, label]) => [name, [`The ${label} field is required.`]])),
    );
  }
}
