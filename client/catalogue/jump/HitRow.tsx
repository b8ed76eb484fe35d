import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { blanks, codes } from '../keyData';
import { markedParts, matchingPiece, yearRanges } from './hitText';
import type { Hit } from './useAnswer';

const labels = new Map<string, string>([...blanks, ...codes].map(({ field, label }) => [field, label]));

/** The text with what matches marked. */
const Marked = ({ text, typed }: { text: string; typed: string }) =>
  markedParts(text, typed).map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    marked ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );

interface Props {
  id: string;
  hit: Hit;
  /** The text that found it. */
  text: string;
  isActive: boolean;
  onPress: () => void;
}

/** A hit on one line, on a phone on two: make and name, its years, and which identifier matched. Styled by JumpPanel. */
export const HitRow = ({ id, hit: { make, name, years, field, value }, text, isActive, onPress }: Props) => (
  // The keyboard is the combobox's: rows never have the focus.
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
  <div id={id} role="option" aria-selected={isActive} onClick={onPress}>
    <chakra.span
      truncate
      fontWeight="semibold"
      fontSize={{ sm: 'sm', md: 'md' }}
      minW={{ base: 'full', sm: '30%', md: '40%' }}
    >
      <Marked text={`${make.displayName} ${name}`} typed={field ? '' : text} />
    </chakra.span>
    <chakra.span truncate flex="1 1 0" minW="5rem" color="muted" fontSize={{ base: 'xs', md: 'sm' }}>
      {yearRanges(years)}
    </chakra.span>
    {field && value && (
      <chakra.span truncate maxW={{ base: '75%', sm: '45%' }} fontSize={{ base: 'xs', md: 'sm' }} fontFamily="mono">
        {labels.get(field)} <Marked text={matchingPiece(value, text)} typed={text} />
      </chakra.span>
    )}
  </div>
);
