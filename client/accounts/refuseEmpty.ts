import { InvalidInput } from '../components/record/saveProblem';

/**
 * Refuses what is required and empty (docs/rules.md, "Users"). Here, because an empty day or number has no
 * form in which it could be sent.
 */
export function refuseEmpty<Values>(values: Values, required: readonly (readonly [keyof Values & string, string])[]) {
  const empty = required.filter(([name]) => String(values[name] ?? '').trim() === '');
  if (empty.length) {
    throw new InvalidInput(
      Object.fromEntries(empty.map(([name, label]) => [name, [`The ${label} field is required.`]])),
    );
  }
}
