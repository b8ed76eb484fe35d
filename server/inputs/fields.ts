import { Field } from 'type-graphql';
import isEmail from 'validator/lib/isEmail.js';
import { declare, type Wrong } from './rules';
import { ManyLines } from './textForms';

/** A validation rule of an input field. `wrong` returns what is wrong with a value of this input, or null. */
export const Rule = (wrong: Wrong): PropertyDecorator => declare({ wrong: [wrong] });

/** An input within the input, or a list of them: checked by its own rules. */
export const Nested = (): PropertyDecorator => declare({ nested: true });

/** Null or absent is right. */
export const Optional = (): PropertyDecorator => declare({ when: (value) => value != null });

export const Required = (label: string): PropertyDecorator =>
  Rule((value) => (value == null || value === '' ? `The ${label} field is required.` : null));

export const Flag = (label: string): PropertyDecorator =>
  Rule((value) => (typeof value === 'boolean' ? null : `The ${label} field must be true or false.`));

/** A member of an enum. */
export const OneOf = (members: Record<string, string>, message: string): PropertyDecorator =>
  Rule((value) => {
    const values: unknown[] = Object.values(members);
    if (value instanceof Limits) return value.note({ enum: values });
    return values.includes(value) ? null : message;
  });

export const EachOf = (fits: (one: unknown) => boolean, message: string): PropertyDecorator =>
  Rule((value) => (Array.isArray(value) && value.every(fits) ? null : message));

export const AtMost = (most: number, message: string): PropertyDecorator =>
  Rule((value) => (Array.isArray(value) && value.length <= most ? null : message));

export const WholeNumber = (
  label: string,
  minimum: number,
  maximum: number,
  tooSmall = `The ${label} must be from ${minimum} to ${maximum}.`,
  tooLarge = tooSmall,
): PropertyDecorator =>
  Rule((value) => {
    if (value instanceof Limits) return value.note({ maximum, minimum });
    if (typeof value !== 'number' || !(value <= maximum)) return tooLarge;
    if (value < minimum) return tooSmall;
    return Number.isInteger(value) ? null : `The ${label} must be a whole number.`;
  });

/**
 * Passed to a rule in place of a value: the rule then records what it allows, as JSON Schema keywords, and finds
 * nothing wrong. The OpenAPI document gets its limits from the rules in this way.
 */
export class Limits {
  readonly keywords: Record<string, unknown> = {};

  note(keywords: Record<string, unknown>): null {
    Object.assign(this.keywords, keywords);
    return null;
  }
}

/** The most characters of a text of one line, unless its rules say otherwise. */
const LINE = 255;

interface TextRules {
  /** The label in the form. */
  label: string;
  /** The most characters it may have (docs/rules.md, "Lengths and characters"). */
  max?: number | undefined;
  required?: boolean;
  /** The only values allowed in addition to none. */
  choices?: readonly string[] | undefined;
  /** The message if the text is missing, in place of the usual one. */
  missing?: string;
}

/** The problem with a text; null if there is none. */
export function wrongText(value: unknown, rules: TextRules): string | null {
  const { label, max = LINE, required = false, choices, missing } = rules;
  if (value instanceof Limits) return value.note(choices ? { enum: ['', ...choices] } : { maxLength: max });
  if (required && (value == null || (typeof value === 'string' && value.trim() === ''))) {
    return missing ?? `The ${label} field is required.`;
  }
  if (typeof value !== 'string') return missing ?? `The ${label} must be text.`;
  if (choices && value !== '' && !choices.includes(value)) {
    return `The ${label} must be ${choices.join(', ').replace(/, (?=[^,]*$)/, ' or ')}, or empty.`;
  }
  return value.length > max ? `The ${label} may not have more than ${max} characters.` : null;
}

/** For inputs of a record: required in a new record; a change without it keeps the stored value. Never null. */
export const NeededWhenNew = (): PropertyDecorator =>
  declare({ when: (value, input) => value !== undefined || input.id == null });

/** For inputs of a record: if absent, the stored value or the default of a new record applies. Never null. */
export const MayBeAbsent = (): PropertyDecorator => declare({ when: (value) => value !== undefined });

/** A text of a record: a field in the graph, and its rules. */
export function TextField(rules: TextRules & { description: string }): PropertyDecorator {
  const { required, description, max = LINE } = rules;
  const fullDescription = required ? `${description} Required in a new record.` : description;
  const field = Field(() => String, { nullable: true, description: fullDescription });
  const needed = required ? NeededWhenNew() : Optional();
  const rule = Rule((value) => wrongText(value, rules));
  return (target, name) => {
    for (const decorate of [field as PropertyDecorator, needed, rule]) decorate(target, name);
    if (max > LINE) ManyLines()(target, name);
  };
}

/** The rule of a text with several lines: a comment, an answer. */
export const LongText =
  (rules: TextRules): PropertyDecorator =>
  (target, name) => {
    Rule((value) => wrongText(value, { max: 10_000, ...rules }))(target, name);
    ManyLines()(target, name);
  };

/** What is wrong with an email address. Checks the form only, and unlike the browser's check requires a full domain. */
export function wrongEmail(value: unknown, label: string): string | null {
  if (value instanceof Limits) return value.note({ format: 'email' });
  const address = typeof value === 'string' ? value.trim() : '';
  // Quoted local parts may contain nearly any character, and are not used in practice. In a mailto link, "?" starts the
  // headers. isEmail throws on a lone surrogate.
  const fits = address.isWellFormed() && isEmail(address) && !/[\s"<>,?]/.test(address);
  return fits ? null : `The ${label} must be a valid email address.`;
}

/** What is wrong with a day, which is `YYYY-MM-DD`. */
export function wrongDay(value: unknown, label: string): string | null {
  if (value == null || value === '') return `The ${label} field is required.`;
  const day =
    typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  // A 30th of February would become a day of March.
  const exists = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(value));
  return exists ? null : `The ${label} must be a date, YYYY-MM-DD.`;
}

/** What is wrong with a model year: a whole number, 1900 to two years ahead (docs/rules.md, "Makes and models"). */
export function wrongYear(value: unknown): string | null {
  const earliest = 1900;
  const latest = new Date().getUTCFullYear() + 2;
  if (value instanceof Limits) return value.note({ minimum: earliest, maximum: latest });
  if (value == null || value === '') return 'The year field is required.';
  const fits = Number.isInteger(value) && Number(value) >= earliest && Number(value) <= latest;
  return fits ? null : `The year must be a whole number from ${earliest} to ${latest}.`;
}
