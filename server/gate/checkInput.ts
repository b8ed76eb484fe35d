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
  for (const [field, value] of Object.entries(given)) {
    if (hasForbiddenCharacter(value)) errors[field] = ['This contains characters that cannot be stored.'];
  }
  const input = inForm(given);
  for (const error of validateSync(input, { forbidUnknownValues: false, stopAtFirstError: true })) {
    errors[error.property] ??= messagesOf(error);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return input;
}

const messagesOf = (error: ValidationError): string[] => [
  ...Object.values(error.constraints ?? {}),
  ...(error.children ?? []).flatMap(messagesOf),
];
