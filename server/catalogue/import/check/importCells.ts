import { wrongText, wrongYear } from '../../../inputs/fields';
import { isId } from '../../../inputs/record';
import { hasForbiddenCharacter } from '../../../operation';
import { oneLine } from '../../../text';
import { keyDatum } from '../../keyData';

/** The result of reading a cell: the field's value (absent if the cell leaves it unchanged), or the problem. */
interface Reading {
  value?: string;
  wrong?: string;
}

/** The errors that spreadsheets show for failed formulas. */
const FAILED = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/;
const YES = /^(yes|y|true|1|x)$/i;
const NO = /^(no|n|false|0)$/i;

/** Why a cell cannot be used for any field; null if it can. */
export function unreadable(cell: string): string | null {
  if (hasForbiddenCharacter(cell)) return 'This contains characters that cannot be stored.';
  const text = oneLine(cell);
  return FAILED.test(text) ? `This cell holds the error ${text} of a spreadsheet.` : null;
}

/** Reads the cell of one field by the rules of saveModel. */
export function readCell(field: string, cell: string): Reading {
  const wrong = unreadable(cell);
  if (wrong) return { wrong };
  const text = oneLine(cell);
  switch (field) {
    case 'id':
      if (text === '') return {};
      return isId(text) ? { value: String(Number(text)) } : { wrong: 'The ID must be the number of a model.' };
    case 'make':
      return told(text, wrongText(text, { label: 'make', required: true }));
    case 'name':
      return told(text, wrongText(text, { label: 'model', required: true }));
    case 'year': {
      // Some sheets write 2007.0.
      const year = /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : text;
      return told(String(year), wrongYear(year));
    }
    case 'sample':
      if (text === '') return {};
      if (YES.test(text)) return { value: 'yes' };
      return NO.test(text) ? { value: 'no' } : { wrong: 'The sample data field must be yes or no.' };
    default: {
      const { label, max, choices, chosen } = keyDatum(field);
      return told(chosen(cell), wrongText(chosen(cell), { label, max, choices }));
    }
  }
}

const told = (value: string, wrong: string | null): Reading => (wrong === null ? { value } : { wrong });
