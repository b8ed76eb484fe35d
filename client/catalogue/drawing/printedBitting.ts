import { createContext, type RefObject } from 'react';
import type { Direction } from './bitting';
import type { Measure } from './readMeasures';

/** A bitting for the job sheet. */
export interface PrintedBitting {
  /** As it was typed. */
  text: string;
  direction: Direction;
  /** From bow to tip. */
  cuts: readonly (Measure | null)[];
}

/**
 * The typed bitting, if it is to be printed. A reference, because only printing reads it. Null where no job sheet can be
 * printed, as on the sample sheet.
 */
export const PrintedBittingContext = createContext<RefObject<PrintedBitting | null> | null>(null);
