import { createContext, type RefObject } from 'react';
import type { Bitting, Direction } from './bitting';

/** A bitting that was typed at the drawing. */
export interface TypedBitting extends Bitting {
  /** As it was typed. */
  text: string;
  direction: Direction;
}

/**
 * The typed bitting, if it is to be printed. A reference, because only printing reads it. Null where no job sheet can be
 * printed, as on the sample sheet.
 */
export const PrintedBittingContext = createContext<RefObject<TypedBitting | null> | null>(null);
