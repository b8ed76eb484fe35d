import { Box, Text, Link as TextLink } from '@chakra-ui/react';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { styled } from '../../components/styled';
import { feedbackPaths, lookupPath } from '../../paths';
import { useRecentSheets } from '../recents/useRecentSheets';
import { HitRow } from './HitRow';
import { type Answer, type Hit, useAnswer } from './useAnswer';

/** The user's pinned sheets, then those opened last, as hits; deleted models are left out. */
function useRecentHits(skip: boolean): Hit[] {
  const { pinned = [], recent = [] } = useRecentSheets({ skip });
  return [...pinned, ...recent].flatMap(({ model }) =>
    model
      ? [{ make: model.make, name: model.name, years: [model.year], model: { id: model.id }, field: null, value: null }]
      : [],
  );
}

export interface PanelHandle {
  /** Makes the next or the previous hit the active one; beyond the ends, none is. */
  move(by: 1 | -1): void;
}

interface Props {
  ref: Ref<PanelHandle>;
  id: string;
  text: string;
  /** Whether to open the active or first hit as soon as the answer to `text` is there. */
  isEntered: boolean;
  isScreen: boolean;
  /** Tells the id of the active hit's row. */
  onActive: (id: string | undefined) => void;
  onEntered: () => void;
  /** A hit was opened. */
  onOpen: () => void;
}

const List = styled('div', {
  '& > [role=option]': {
    display: 'flex',
    flexWrap: { base: 'wrap', sm: 'nowrap' },
    alignItems: 'center',
    alignContent: 'center',
    columnGap: { base: 2, md: 3 },
    minH: 'row',
    py: { base: 1, sm: 0 },
    px: { base: 3, md: 4 },
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
  '& > [role=option][aria-selected=true]': { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
  '@media (hover: hover)': { '& > [role=option]:hover': { bg: 'subtle' } },
  '& mark': { bg: 'transparent', color: 'inherit', fontWeight: 'bold', textDecoration: 'underline' },
  '&[aria-busy=true]': { opacity: 0.7 },
});

/** What Jump has found, or says if there is nothing. */
export function JumpPanel({ ref, id, text, isEntered, isScreen, onActive, onEntered, onOpen }: Props) {
  const navigate = useNavigate();
  const { answer, error, refetch } = useAnswer(text, isEntered);
  const [shown, setShown] = useState<Answer>();
  const [active, setActive] = useState(-1);
  /** Rows must not move under a finger or a pointer that is about to press one. */
  const isHeld = useRef(false);

  const show = () => {
    if (isHeld.current || !answer || answer.hits === shown?.hits) return;
    setShown(answer);
    setActive(-1);
    announce(answer.hits.length === 1 ? '1 result' : `${answer.hits.length} results`);
  };
  useEffect(show);
  // Typing on means that nothing will be pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the reason to run, not an input
  useEffect(() => {
    isHeld.current = false;
    if (text === '') setActive(-1);
  }, [text]);

  const recent = useRecentHits(text !== '');
  const hits = text === '' ? recent : (shown?.hits ?? []);
  const rowId = (index: number) => `${id}-${index}`;
  // Before the row is painted, so that field and row never name different hits.
  useLayoutEffect(() => onActive(active >= 0 && active < hits.length ? `${id}-${active}` : undefined));
  useImperativeHandle(ref, () => ({
    move: (by) => setActive((now) => ((now + 1 + by + hits.length + 1) % (hits.length + 1)) - 1),
  }));

  const open = ({ make, name, model }: Hit) => {
    onOpen();
    void navigate(lookupPath({ make: make.id, mode: 'model', value: name, id: model.id }));
  };
  // Never a hit of an older text.
  useEffect(() => {
    if (!isEntered || (text !== '' && answer?.text !== text && !error)) return;
    onEntered();
    const chosen = text === '' || shown?.text === text ? hits[active] : undefined;
    const hit = chosen ?? (text === '' ? undefined : answer?.hits[0]);
    if (hit) open(hit);
  });

  const isOld = text !== '' && shown?.text !== text;
  return (
    <Box
      {...(!isScreen && {
        position: 'absolute',
        zIndex: 'overlay',
        top: 'calc(100% + 0.25rem)',
        left: 0,
        w: 'full',
        minW: 'min(36rem, calc(100vw - 17rem))',
        maxH: 'calc(100dvh - 5rem)',
        overflowY: 'auto',
        borderWidth: '1px',
        borderColor: 'controlBorder',
        borderRadius: 'control',
      })}
      bg="panel"
      py={1}
    >
      <List
        id={id}
        role="listbox"
        aria-label={text === '' ? 'Recent sheets' : 'Results'}
        aria-busy={isOld && !error}
        onPointerMove={() => {
          isHeld.current = true;
        }}
        onPointerDown={() => {
          isHeld.current = true;
        }}
        onPointerLeave={() => {
          isHeld.current = false;
          show();
        }}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {hits.map((hit, index) => (
          <HitRow
            key={text === '' ? hit.model.id : `${hit.make.id} ${hit.name}`}
            id={rowId(index)}
            hit={hit}
            text={text === '' ? '' : (shown?.text ?? '')}
            isActive={index === active}
            onPress={() => open(hit)}
          />
        ))}
      </List>
      {text === '' && hits.length === 0 && (
        <Text px={4} py={2} color="muted">
          Make and model, year, key code, blank or part number.
        </Text>
      )}
      {error && (
        <Box p={2}>
          <Problem onRetry={() => void refetch()}>The search did not answer.</Problem>
        </Box>
      )}
      {text !== '' && !error && shown && hits.length === 0 && (
        <Box px={4} py={2}>
          <Text overflowWrap="anywhere">Nothing found for “{shown.text}”.</Text>
          <TextLink asChild display="inline-flex" alignItems="center" minH="control">
            <Link to={feedbackPaths.missing(shown.text)} onClick={onOpen}>
              Report a missing bike
            </Link>
          </TextLink>
        </Box>
      )}
    </Box>
  );
}
