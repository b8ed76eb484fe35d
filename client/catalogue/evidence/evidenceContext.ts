import { createContext } from 'react';
import type { FieldEvidenceFragment } from '../../graphql/generated/evidence';

interface Disputes {
  /** The disputed values, by field. */
  fields: ReadonlyMap<string, FieldEvidenceFragment>;
  /** Shows both sides. */
  open: (field: string) => void;
}

/** The disputed values of the sheet that is shown; null without any. */
export const DisputesContext = createContext<Disputes | null>(null);
