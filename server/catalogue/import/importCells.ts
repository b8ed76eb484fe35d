import { wrongText, wrongYear } from '../../inputs/fields';
import { isId } from '../../inputs/record';
import { hasForbiddenCharacter } from '../../operation';
import { KEY_DATA } from '../keyData';
import { FIELD_LABELS } from './importFields';

/** The result of reading a cell: the field's value (absent if the cell says nothing), or what is wrong with it. */
interface Reading {
  value?: string;
  wrong?: string;
}

const MAX = new Map(KEY_DATA.map(({ name, max }) => [name, max]));
/** What spreadsheets show if a formula fails. */
const FAILED = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/;
const YES = /^(yes|y|true|1|x)$/i;
const NO = /^(no|n|false|0)$/i;

/** Reads the cell of one field by the rules of saveModel. Texts stay as they are; the others are trimmed. */
export function readCell(field: string, cell: string): Reading {
  if (hasForbiddenCharacter(cell)) return { wrong: 'This contains characters that cannot be stored.' };
  const text = cell.trim();
  if (FAILED.test(text)) return { wrong: `This cell holds the error ${text} of a spreadsheet.` };
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
    default:
      return told(cell, wrongText(cell, { label: FIELD_LABELS.get(field) ?? field, max: MAX.get(field) }));
  }
}

const told = (value: string, wrong: string | null): Reading => (wrong === null ? { value } : { wrong });
