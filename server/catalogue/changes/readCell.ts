import { wrongText, wrongYear } from '../../inputs/fields';
import { isId } from '../../inputs/record';
import { unreadable } from '../../inputs/sheetUpload';
import { oneLine } from '../../text';
import { CHECK, SOURCE } from '../checked';
import { CHECKED_AT } from '../export/sheetFields';
import { keyDatum } from '../keyData';
import { KEY_SYSTEM } from '../models/modelChanges';

/** The result of reading a cell: the field's value (absent if the cell leaves it unchanged), or the problem. */
interface CellResult {
  value?: string;
  wrong?: string;
}

// Some sheets write 1.0.
const YES = /^(yes|y|true|1([.,]0*)?|x)$/i;
const NO = /^(no|n|false|0([.,]0*)?)$/i;

/** Reads the cell of one field by the rules of saveModel. */
export function readCell(field: string, cell: string): CellResult {
  const wrong = unreadable(cell);
  if (wrong) return { wrong };
  const text = oneLine(cell);
  switch (field) {
    case 'id': {
      if (text === '') return {};
      // Some sheets show 12,345, or write 12.0.
      const id = (/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text).replace(/^(\d+)\.0+$/, '$1');
      return isId(id) ? { value: String(Number(id)) } : { wrong: 'The ID must be the number of a model.' };
    }
    case 'make':
      return cellResult(text, wrongText(text, { label: 'make', required: true }));
    case 'name':
      return cellResult(text, wrongText(text, { label: 'model', required: true }));
    case 'year': {
      // Some sheets write 2007.0.
      const year = /^\d{1,9}([.,]0*)?$/.test(text) ? Number.parseInt(text, 10) : text;
      return cellResult(String(year), wrongYear(year));
    }
    case KEY_SYSTEM.name:
      return cellResult(text, wrongText(text, { label: 'key system' }));
    case SOURCE.name:
      return cellResult(text, wrongText(text, { label: 'source' }));
    case CHECK.name:
      return cellResult(text, wrongText(text, { label: 'checked by' }));
    case CHECKED_AT:
      return readTime(text);
    case 'sample':
      if (text === '') return {};
      if (YES.test(text)) return { value: 'yes' };
      return NO.test(text) ? { value: 'no' } : { wrong: 'The sample data field must be yes or no.' };
    default: {
      const { label, max, choices, chosen } = keyDatum(field);
      return cellResult(chosen(cell), wrongText(chosen(cell), { label, max, choices }));
    }
  }
}

/** A day, or a time in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?$/;

function readTime(text: string): CellResult {
  if (text === '') return { value: '' };
  const at = TIME.test(text)
    ? Date.parse(text.length > 10 ? `${text.replace(' ', 'T').replace('Z', '')}Z` : text)
    : Number.NaN;
  if (Number.isNaN(at)) return { wrong: 'The time of the check must be a day, e.g. 2026-11-03, or a time in UTC.' };
  return at > Date.now() ? { wrong: 'The check is in the future.' } : { value: new Date(at).toISOString() };
}

const cellResult = (value: string, wrong: string | null): CellResult => (wrong === null ? { value } : { wrong });
