import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { type FieldErrors, invalid } from '../errors';
import { inForm } from '../inputs/textForms';
import { hasForbiddenCharacter } from './characters';

/**
 * At every check, class-validator collects the rules of a class from those of all classes. They never change, and no check
 * uses groups, so each class's rules are collected once (docs/performance.md, "Effect of each step").
 */
const rules = getMetadataStorage();
const collect = rules.getTargetValidationMetadatas.bind(rules);
const collected = new WeakMap<object, ReturnType<typeof collect>>();
rules.getTargetValidationMetadatas = (target, ...options) => {
  const known = collected.get(target) ?? collect(target, ...options);
  collected.set(target, known);
  return known;
};

/** The input in the form in which texts are stored. Throws INVALID with all errors by field. */
export function checkInput<I extends object>(given: I): I {
  const errors: FieldErrors = {};
  for (const [field, value] of Object.entries(given).flatMap(fieldsOf)) {
    if (hasForbiddenCharacter(value)) errors[field] = ['This contains characters that cannot be stored.'];
  }
  const input = inForm(given);
  const problems = validateSync(input, { forbidUnknownValues: false, stopAtFirstError: true });
  for (const error of problems.flatMap(errorsOf)) {
    errors[error.property] ??= messagesOf(error);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return input;
}

/** The fields of a list's `filter` count like those beside it. */
const fieldsOf = ([field, value]: [string, unknown]): [string, unknown][] =>
  field === 'filter' && typeof value === 'object' && value ? Object.entries(value) : [[field, value]];
const errorsOf = (error: ValidationError): ValidationError[] =>
  error.property === 'filter' && error.children?.length ? error.children : [error];

const messagesOf = (error: ValidationError): string[] => [
  ...Object.values(error.constraints ?? {}),
  ...(error.children ?? []).flatMap(messagesOf),
];
