import { AppError } from '../errors';

/** The most characters in a response, counting names and values. Our client stays far below this. */
const MAX_ANSWER = 10_000_000;

/** Throws BAD_USER_INPUT if `answer` is too large, before it is serialised (docs/rules.md, "Fair share"). */
export function refuseLargeAnswer(answer: unknown): void {
  let size = 0;
  const measure = (value: unknown): void => {
    if (typeof value === 'string') size += value.length;
    else if (typeof value !== 'object' || value === null) size += 4;
    else if (Array.isArray(value)) value.forEach(measure);
    else
      for (const name in value) {
        size += name.length;
        measure((value as Record<string, unknown>)[name]);
      }
    if (size > MAX_ANSWER) throw tooLarge();
  };
  measure(answer);
}

/** The same for an encoded answer of REST, or to a query of our own client: their pages have at most a hundred records. */
export function refuseLongAnswer(text: string): void {
  if (text.length > MAX_ANSWER) throw tooLarge();
}

function tooLarge(): AppError {
  const message = 'The answer would be larger than 10 MB. Please ask for fewer records at a time.';
  return new AppError('BAD_USER_INPUT', message, { limit: [message] });
}
