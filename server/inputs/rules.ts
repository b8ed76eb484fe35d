import type { FieldErrors } from '../errors';

export type Wrong = (value: unknown, input?: object) => string | null;

/** The rules of a field. A class inherits each kind of them that it does not declare itself. */
interface FieldRules {
  /** Whether the field is checked at all. */
  when?: (value: unknown, input: { id?: unknown }) => boolean;
  /** What can be wrong with its value. */
  wrong?: Wrong[];
  /** Its value is an input with rules of its own, or a list of them. */
  nested?: true;
}

type Rules = Map<PropertyKey, FieldRules>;

/** By the prototype of a class. */
const declared = new WeakMap<object, Rules>();
const collected = new WeakMap<object, Rules>();

export const declare =
  ({ wrong = [], ...others }: FieldRules): PropertyDecorator =>
  (prototype, name) => {
    const own: Rules = declared.get(prototype) ?? new Map();
    const before = own.get(name);
    const all = [...(before?.wrong ?? []), ...wrong];
    declared.set(prototype, own.set(name, { ...before, ...others, ...(all.length > 0 && { wrong: all }) }));
  };

function rulesOf(prototype: object | null): Rules {
  if (!prototype) return new Map();
  const known = collected.get(prototype);
  if (known) return known;
  const rules: Rules = new Map(declared.get(prototype));
  for (const [name, inherited] of rulesOf(Object.getPrototypeOf(prototype))) {
    rules.set(name, { ...inherited, ...rules.get(name) });
  }
  collected.set(prototype, rules);
  return rules;
}

/** What is wrong with an input, by field: the first message of each, and all messages of the inputs within it. */
export function errorsIn(input: object): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, { when, wrong = [], nested }] of rulesOf(Object.getPrototypeOf(input))) {
    const field = String(name);
    const value = Reflect.get(input, name);
    if (when && !when(value, input)) continue;
    let message: string | null = null;
    for (const one of wrong) message ??= one(value, input);
    const messages = message === null ? nested && messagesIn(value) : [message];
    // The fields of a list's filter count like those beside it.
    if (message === null && nested && field === 'filter') {
      for (const [inner, those] of Object.entries(errorsIn(value as object))) errors[inner] ??= those;
    } else if (messages && messages.length > 0) errors[field] ??= messages;
  }
  return errors;
}

const messagesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(messagesIn)
    : typeof value === 'object' && value !== null
      ? Object.values(errorsIn(value)).flat()
      : [];
