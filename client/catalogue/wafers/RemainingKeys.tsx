import { PencilRuler } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Notice } from '../../components/notice/Notice';
import { toast } from '../../components/notice/toast';
import { styled } from '../../components/styled';
import { counted, formatCount } from '../../components/text/counts';
import { plainButton } from '../../recipes';
import type { Plan } from '../drawing/readMeasures';
import { blanksToCut } from './blanksToCut';
import type { CutChoice } from './cutReader';
import type { Cuts, KeySpace } from './keySpace';

/** The most keys that are listed. */
const LISTED = 200;

const Frame = styled('div', {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  '& [data-count]': { fontSize: 'md' },
  '& [data-count] strong': { textStyle: 'code' },
  '& h3': { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
  '& [data-blanks]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(17rem, 100%), 1fr))',
    gap: 3,
    alignItems: 'start',
  },
  '& [data-blanks] > div': { bg: 'panel', borderWidth: '1px', borderRadius: 'sm' },
  '& h4': { px: 3, py: 1, fontWeight: 'semibold', borderBottomWidth: '1px' },
  '& li': { display: 'flex', alignItems: 'center', columnGap: 2, px: 3, minH: 'control' },
  '& li + li': { borderTopWidth: '1px' },
  '& li > span': { flex: 1, minW: 0, fontFamily: 'mono', fontWeight: 'bold', overflowWrap: 'anywhere' },
  '& li[data-tried] > span': { color: 'muted', fontWeight: 'normal', textDecoration: 'line-through' },
  '& li label': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minH: 'control',
    minW: 'control',
    cursor: 'pointer',
  },
  '& li input': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
  '& li button': { ...plainButton, px: 2 },
  '& [data-how]': { color: 'muted', fontSize: 'xs', maxW: 'measure' },
});

interface Props {
  plan: Plan;
  /** Whether codes are read from the tip. */
  isFromTip: boolean;
  choices: readonly CutChoice[];
  space: KeySpace;
  /** Null if neighbouring cuts are not limited. */
  macs: number | null;
  hasKnown: boolean;
  /** As texts. */
  tried: readonly string[];
  onTried: (tried: readonly string[]) => void;
  onDraw: (bitting: string) => void;
}

/** How many keys are left, and, if they are few, which: by blank, each next one cut deeper. */
export function RemainingKeys({ plan, isFromTip, choices, space, macs, hasKnown, tried, onTried, onDraw }: Props) {
  const names = plan.depths.map(({ name }) => name);
  const separator = names.some((name) => name.includes('-')) ? ' ' : '-';
  const textOf = (key: Cuts) =>
    key.map((choice) => (choices[choice]?.depth ? choices[choice].names[0] : '×')).join(separator);

  const { all, kept, breaks } = useMemo(() => {
    const isPossible = space.contradictions.length === 0;
    const within = isPossible && macs !== null ? space.count(macs) : null;
    return {
      all: isPossible ? space.count(null) : 0,
      kept: within,
      breaks: isPossible && within === 0 && macs !== null ? space.breaks(macs) : [],
    };
  }, [space, macs]);
  const listed = kept || all;
  const blanks = useMemo(
    () => (hasKnown && listed > 0 && listed <= LISTED ? blanksToCut(space.list(kept ? macs : null)) : []),
    [space, macs, kept, listed, hasKnown],
  );
  const [drawn, setDrawn] = useState('');
  const wasTried = new Set(tried);
  const done = blanks.flat().filter((key) => wasTried.has(textOf(key))).length;
  const unused = blanks.filter((blank) => blank.some((key) => !wasTried.has(textOf(key)))).length;

  if (space.contradictions.length > 0) {
    return (
      <Frame>
        <Notice kind="danger" role="status">
          {`These do not agree: ${space.contradictions.join('; ')}.`}
        </Notice>
      </Frame>
    );
  }
  const draw = (key: Cuts) => {
    const byPosition = new Map(space.left.map(({ position }, index) => [position, key[index]]));
    const cuts = plan.positions.map(({ number }) => choices[byPosition.get(number) ?? 0]?.names[0] ?? '');
    onDraw((isFromTip ? cuts.toReversed() : cuts).join(separator));
    setDrawn(textOf(key));
    toast(`${textOf(key)} is in the drawing`);
  };
  /** The drawing has a cut at every position, or it is not complete. */
  const canDraw = (key: Cuts) => key.length === plan.positions.length && key.every((choice) => choices[choice]?.depth);
  return (
    <Frame>
      <p data-count="" role="status">
        <strong>{formatCount(all - done)}</strong> {all - done === 1 ? 'key remains' : 'keys remain'}
        {macs === null ? '' : ' without MACS'}
        {kept !== null && (
          <>
            , <strong>{formatCount(kept && kept - done)}</strong> {`with MACS ${macs}`}
          </>
        )}
        {done > 0 && ` (${counted(done, 'key')} tried)`}.
      </p>
      {breaks.length > 0 && (
        <Notice kind="warning" role="status">
          {`The known cuts break MACS ${macs}: ${breaks.join('; ')}. ${
            all <= LISTED ? 'The list has the keys without MACS.' : ''
          }`}
        </Notice>
      )}
      {hasKnown && listed > LISTED && <p data-how="">{`Up to ${LISTED} keys are listed. Fill in more cuts.`}</p>}
      {blanks.length > 0 && (
        <>
          <h3>{`Cut deeper next: ${counted(blanks.length, 'blank')}`}</h3>
          <p data-how="">
            {`On each blank from top to bottom: every key is cut out of the one before it. Cuts from position ${
              space.left[0]?.position
            } to ${space.left.at(-1)?.position}. ${done > 0 ? `${counted(unused, 'blank')} still to use.` : ''}`}
          </p>
          <div data-blanks="">
            {blanks.map((blank, index) => (
              <div key={textOf(blank[0] ?? [])}>
                <h4>{`Blank ${index + 1}`}</h4>
                <ol aria-label={`Blank ${index + 1}`}>
                  {blank.map((key) => {
                    const text = textOf(key);
                    return (
                      <li key={text} data-tried={wasTried.has(text) ? '' : undefined}>
                        <span translate="no">{text}</span>
                        {canDraw(key) && (
                          <button
                            type="button"
                            className="mk-button"
                            aria-label={`Draw ${text}`}
                            aria-pressed={drawn === text}
                            onClick={() => draw(key)}
                          >
                            <PencilRuler aria-hidden="true" />
                            {drawn === text ? 'Drawn' : 'Draw'}
                          </button>
                        )}
                        <label>
                          <input
                            type="checkbox"
                            aria-label={`${text} tried`}
                            checked={wasTried.has(text)}
                            onChange={({ target }) =>
                              onTried(target.checked ? [...tried, text] : tried.filter((one) => one !== text))
                            }
                          />
                          Tried
                        </label>
                      </li>
                    );
                  })}
                </ol>
              </div>
            ))}
          </div>
        </>
      )}
    </Frame>
  );
}
