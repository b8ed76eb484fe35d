import { counted } from '../../components/text/counts';
import { formatDay } from '../../components/text/date';
import type { FieldEvidenceFragment, SheetEvidenceFragment } from '../../graphql/generated/evidence';
import { keyDatum } from '../keyData';

/** The title of the section. */
export const DID_IT_WORK = 'Did it work?';

export const companies = (count: number) => counted(count, 'company', 'companies');

/** "Worked for 12 companies, last on 11/03/2026" */
export const workedLine = ({ worked, lastWorkedAt }: Pick<SheetEvidenceFragment, 'worked' | 'lastWorkedAt'>) =>
  worked > 0 && lastWorkedAt
    ? `Worked for ${companies(worked)}, last on ${formatDay(lastWorkedAt)}`
    : 'No company has said yet that it worked.';

export const labelOf = (field: string) => keyDatum(field)?.label ?? field;

/** "2 companies found .238: .020 less", "1 company found another value" */
export const foundLine = ({ value, companies: count, difference }: FieldEvidenceFragment['found'][number]) =>
  value === null
    ? `${companies(count)} found that it is wrong`
    : `${companies(count)} found ${value || 'nothing'}${difference ? `: ${difference}` : ''}`;
