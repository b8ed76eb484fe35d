import { CornerDownLeft } from 'lucide-react';
import { Fragment } from 'react';
import { yearRanges } from '../../components/text/yearRanges';
import { blanks, codes, cutting } from '../keyData';
import type { Choice } from './choices';
import { markedParts } from './hitText';

const labels = new Map<string, string>(
  [...blanks, ...codes, ...cutting.data].map(({ field, label }) => [field, label]),
);
export const labelOf = (field: string) => labels.get(field) ?? field;

/** Highlights the parts of a text that match. */
const Marked = ({ text, typed }: { text: string; typed: string }) =>
  markedParts(text, typed).map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    marked ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  );

interface Props {
  id: string;
  choice: Choice;
  /** The text that was searched for. */
  text: string;
  isActive: boolean;
  /** Whether Enter opens it. */
  isEntered: boolean;
  onPress: () => void;
}

/** Make and name, years, and the identifier that matched; or a make and its list. Styled by JumpList. */
export const ChoiceRow = ({ id, choice: { title, list, hit }, text, isActive, isEntered, onPress }: Props) => {
  const { field, value, cuts, isDeleted } = hit ?? {};
  const name = <Marked text={title} typed={field ? '' : text} />;
  return (
    // The combobox handles the keys; options never have the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isDeleted}
      data-entered={isEntered || undefined}
      onClick={isDeleted ? undefined : onPress}
    >
      <span translate="no">{isDeleted ? <s>{name}</s> : name}</span>
      {list && <span>{list}</span>}
      {hit && (
        <span>
          {hit.isKept && 'kept on this device · '}
          {hit.model.year !== hit.years[0] && (
            <>
              <mark>{hit.model.year}</mark> of{' '}
            </>
          )}
          {yearRanges(hit.years)}
          {hit.label && ` · ${hit.label}`}
          {hit.isPinned && ' · Pinned'}
          {isDeleted && ' · Deleted'}
        </span>
      )}
      {field && value && (
        <span translate="no">
          {cuts ? 'Code' : labelOf(field)} <Marked text={value} typed={text} />
          {cuts && ` · ${cuts.join('-')}`}
        </span>
      )}
      {isEntered && <CornerDownLeft size={16} aria-hidden="true" />}
    </div>
  );
};
