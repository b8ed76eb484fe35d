import { oneLine, textKey } from '../../../text';

/*
 * Several models in one cell, as the trade's lists have them: "CBR 600RR, CBR 900, Hornet" (docs/rules.md, "Imports").
 */

/**
 * What separates them: a comma, a semicolon or a line break, but neither a slash ("Z 750 / S") nor a comma between digits
 * ("VTX 1,300"). PostgreSQL reads this expression the same way. Blanks are no part of it: in a cell that is full of them,
 * that would take quadratic time.
 */
export const BETWEEN_MODELS = String.raw`[;\n]|(?<!\d),|,(?!\d)`;

const parts = new RegExp(`(${BETWEEN_MODELS})`);
const between = new RegExp(BETWEEN_MODELS);
/** A part without the blanks around it. */
const NAME = /\S(?:.*\S)?/s;

/** The models of a cell; none of an empty one. */
export const modelsIn = (cell: string): string[] => cell.split(between).map(oneLine).filter(Boolean);

/** The cell with each model of this name, whatever its case, replaced by another. */
export const replaceModel = (cell: string, from: string, to: string): string =>
  cell
    .split(parts)
    .map((part) => (textKey(part) === textKey(from) ? part.replace(NAME, () => to) : part))
    .join('');

/** Characters: in longer cells, nobody has listed models. */
const LONGEST = 1_000;

/** Whether a cell of an unknown column may list several models. */
export const mayListModels = (cell: string) =>
  cell.length <= LONGEST && /[,;\n]/.test(cell) && modelsIn(cell).length > 1;
