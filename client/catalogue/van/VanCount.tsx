import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { styled } from '../../components/styled';
import type { VanBlankInput, VanBlankLineFragment } from '../../graphql/generated/van';
import { outlineButton, plainInput } from '../../recipes';
import { MOST_OF_BLANK } from './pastedBlanks';

const Count = styled('div', {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  '& button': { ...outlineButton, px: 0, w: 'control' },
  '& input': {
    ...plainInput,
    w: '4rem',
    px: 1,
    textAlign: 'center',
    fontFamily: 'mono',
    fontWeight: 'bold',
    fontSize: 'lg',
  },
  '& span': { ms: 2, color: 'muted', whiteSpace: 'nowrap' },
});

interface Props {
  blank: VanBlankLineFragment;
  onChange: (change: VanBlankInput) => void;
}

/** How many there are: one more, one less, or a number that is typed. */
export function VanCount({ blank, onChange }: Props) {
  const { name, count, version } = blank;
  const [typed, setTyped] = useState<string | null>(null);
  const next = Number(typed);
  const isRight = typed !== null && /^\d{1,4}$/.test(typed.trim()) && next <= MOST_OF_BLANK;
  const commit = () => {
    if (isRight && next !== count) onChange({ name, count: next, version });
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
    if (event.key === 'Escape') setTyped(null);
  };
  return (
    <Count>
      <button
        type="button"
        aria-label={`One ${name} less`}
        aria-disabled={count === 0}
        onClick={() => count > 0 && onChange({ name, add: -1 })}
      >
        <Minus size={20} aria-hidden="true" />
      </button>
      <input
        aria-label={`Number of ${name}`}
        aria-invalid={typed !== null && !isRight}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={typed ?? String(count)}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        onBlur={commit}
      />
      <button
        type="button"
        aria-label={`One ${name} more`}
        aria-disabled={count === MOST_OF_BLANK}
        onClick={() => count < MOST_OF_BLANK && onChange({ name, add: 1 })}
      >
        <Plus size={20} aria-hidden="true" />
      </button>
      {count === 0 && <span>None left</span>}
    </Count>
  );
}
