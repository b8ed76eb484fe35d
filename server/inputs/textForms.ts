import { manyLines, oneLine } from '../text';

type Form = (text: string) => string;

/** By the prototype of a class, the forms of its fields that are not one line. */
const forms = new WeakMap<object, Map<PropertyKey, Form>>();
const formed = (form: Form) => (): PropertyDecorator => (prototype, name) => {
  const own = forms.get(prototype) ?? new Map<PropertyKey, Form>();
  forms.set(prototype, own.set(name, form));
};

/** An input with several lines: a comment, tips. All texts within it may have them. */
export const ManyLines = formed(manyLines);
/** An input that is used to the letter: a password, a path. */
export const AsTyped = formed((text) => text);

function formOf(value: object, name: PropertyKey): Form | undefined {
  for (let type = Object.getPrototypeOf(value); type; type = Object.getPrototypeOf(type)) {
    const form = forms.get(type)?.get(name);
    if (form) return form;
  }
  return undefined;
}

/** No input is nested so deeply. The check refuses what is. */
const DEEPEST = 8;

/**
 * `value` with each text in its form: one line, unless its field says otherwise (docs/rules.md, "The same text"). What
 * changes is copied, because a caller's object may be used again.
 */
export function inForm<T>(value: T, form: Form = oneLine, depth = 0): T {
  if (typeof value === 'string') return form(value) as T;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (ArrayBuffer.isView(value) || value instanceof Date) return value;
  let copy: T | undefined;
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'string' && typeof one !== 'object') continue;
    const other = inForm(one, formOf(value, name) ?? form, depth + 1);
    if (other === one) continue;
    copy ??= Array.isArray(value)
      ? ([...value] as T)
      : Object.assign(Object.create(Object.getPrototypeOf(value)), value);
    Object.assign(copy as object, { [name]: other });
  }
  return copy ?? value;
}
