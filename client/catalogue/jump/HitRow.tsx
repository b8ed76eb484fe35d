import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { blanks, codes } from '../keyData';
import { markedParts, yearRanges } from './hitText';
import type { Hit } from './useAnswer';

/** What a row shows: a hit, or a pinned or recent sheet, whose model may have been deleted. */
export type Row = Hit & { isDeleted?: boolean; isPinned?: boolean };

const labels = new Map<string, string>([...blanks, ...codes].map(({ field, label }) => [field, label]));

/** Highlights the parts of a text that match. */
const Marked = ({ text, typed }: { text: string; typed: string }) =>
  markedParts(text, typed).map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    marked ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );

/** A phone with large letters may need two lines for a text. */
const LINES = { base: 2, sm: 1 };

interface Props {
  id: string;
  hit: Row;
  /** The text that was searched for. */
  text: string;
  isActive: boolean;
  onPress: () => void;
}

/** Make and name, years, and the identifier that matched: one line, on a phone two. Styled by JumpPanel. */
export const HitRow = ({ id, hit, text, isActive, onPress }: Props) => {
  const { make, name, years, model, field, value, isDeleted, isPinned } = hit;
  const title = <Marked text={`${make.displayName} ${name}`} typed={field ? '' : text} />;
  return (
    // The combobox handles the keys; options never have the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isDeleted}
      onClick={isDeleted ? undefined : onPress}
    >
      <chakra.span
        translate="no"
        lineClamp={LINES}
        fontWeight="semibold"
        fontSize={{ sm: 'sm', md: 'md' }}
        minW={{ base: 'full', sm: '30%', md: '40%' }}
      >
        {isDeleted ? <s>{title}</s> : title}
      </chakra.span>
      <chakra.span lineClamp={LINES} flex="1 1 0" minW="5rem" color="muted" fontSize={{ base: 'xs', md: 'sm' }}>
        {model.year !== years[0] && (
          <>
            <mark>{model.year}</mark> of{' '}
          </>
        )}
        {yearRanges(years)}
        {isPinned && ' · Pinned'}
        {isDeleted && ' · Deleted'}
      </chakra.span>
      {field && value && (
        <chakra.span
          translate="no"
          lineClamp={LINES}
          maxW={{ sm: '45%' }}
          fontSize={{ base: 'xs', md: 'sm' }}
          fontFamily="mono"
        >
          {labels.get(field)} <Marked text={value} typed={text} />
        </chakra.span>
      )}
    </div>
  );
};
