import { type FieldErrors, invalid } from '../errors';
import { errorsIn } from '../inputs/rules';
import { inForm } from '../inputs/textForms';
import { hasForbiddenCharacter } from './characters';

/** The input in the form in which texts are stored. Throws INVALID with all errors by field. */
export function checkInput<I extends object>(given: I): I {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries(given).flatMap(fieldsOf)) {
    if (hasForbiddenCharacter(value)) errors[field] = ['This contains characters that cannot be stored.'];
  }
  const input = inForm(given);
  for (const [field, messages] of Object.entries(errorsIn(input))) errors[field] ??= messages;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return input;
}

/** The fields of a list's `filter` count like those beside it. */
const fieldsOf = ([field, value]: [string, unknown]): [string, unknown][] =>
  field === 'filter' && typeof value === 'object' && value ? Object.entries(value) : [[field, value]];
