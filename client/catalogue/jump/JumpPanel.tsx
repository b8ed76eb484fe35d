import { Box, Button, Text, Link as TextLink } from '@chakra-ui/react';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { BusyBar } from '../../components/notice/BusyBar';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { styled } from '../../components/styled';
import { serverMessage } from '../../graphql/graphErrors';
import { feedbackPaths, lookupPath } from '../../paths';
import { useRecentSheets } from '../recents/useRecentSheets';
import { HitRow, type Row } from './HitRow';
import { type Answer, useAnswer } from './useAnswer';

/** The pinned sheets, then the recent ones. */
function useRecentRows(skip: boolean): Row[] {
  const { pinned = [], recent = [] } = useRecentSheets({ skip });
  return [...pinned, ...recent].map(({ id, make, name, year, model, pinned }) => ({
    make: model?.make ?? { id: '', displayName: make },
    name: model?.name ?? name,
    years: [model?.year ?? year],
    model: { id, year: model?.year ?? year },
    field: null,
    value: null,
    isDeleted: !model,
    isPinned: pinned,
  }));
}

export interface PanelHandle {
  /** Activates the next or the previous hit; none beyond the first and the last one. */
  move(by: 1 | -1): void;
}

interface Props {
  ref: Ref<PanelHandle>;
  id: string;
  text: string;
  /** Whether to open the active hit, otherwise the first, as soon as `text` is answered. */
  isEntered: boolean;
  /** Called with the element id of the active hit. */
  onActive: (id: string | undefined) => void;
  onEntered: () => void;
  /** Called when a hit is opened. */
  onOpen: () => void;
  /** Called when more hits are asked for. The button that asks for them disappears, so the focus must move. */
  onMore: () => void;
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
    whiteSpace: { sm: 'nowrap' },
    overflowWrap: 'anywhere',
    overflow: 'hidden',
  },
  '& > [aria-disabled=true]': { color: 'muted', cursor: 'default' },
  '& > [role=option][aria-selected=true]': { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
  '@media (hover: hover)': { '& > [role=option]:hover': { bg: 'subtle' } },
  '& mark': { bg: 'transparent', color: 'inherit', fontWeight: 'bold', textDecoration: 'underline' },
  '&[aria-busy=true]': { opacity: 0.7 },
});

/** The results of Jump: hits, recent sheets, an error, or that nothing was found. */
export function JumpPanel({ ref, id, text, isEntered, onActive, onEntered, onOpen, onMore }: Props) {
  const navigate = useNavigate();
  const { answer, error, refetch, more } = useAnswer(text, isEntered);
  const [shown, setShown] = useState<Answer>();
  const [active, setActive] = useState(-1);
  /** While true, new results wait: rows must not move under a finger or pointer that is about to press one. */
  const isHeld = useRef(false);

  const show = () => {
    if (isHeld.current || !answer || answer.hits === shown?.hits) return;
    setShown(answer);
    setActive(-1);
    announce(answer.hits.length === 1 ? '1 result' : `${answer.hits.length} results`);
  };
  useEffect(show);
  // Somebody who types is not about to press a row.
  useEffect(() => {
    isHeld.current = false;
    if (text === '') setActive(-1);
  }, [text]);

  const recent = useRecentRows(text !== '');
  const hits: readonly Row[] = text === '' ? recent : (shown?.hits ?? []);
  const rowId = (index: number) => `${id}-${index}`;
  // A layout effect, so that the field never refers to another row than the one painted as active.
  useLayoutEffect(() => onActive(active >= 0 && active < hits.length ? `${id}-${active}` : undefined));
  useImperativeHandle(ref, () => ({
    move: (by) =>
      setActive((now) => {
        const places = [-1, ...hits.flatMap(({ isDeleted }, index) => (isDeleted ? [] : index))];
        return places.at((places.indexOf(now) + by) % places.length) ?? -1;
      }),
  }));

  const open = ({ make, name, model }: Row) => {
    onOpen();
    void navigate(lookupPath({ make: make.id, mode: 'model', value: name, id: model.id }));
  };
  // Waits for the answer to the current text, so that Enter never opens a hit for an older one.
  useEffect(() => {
    if (!isEntered || (text !== '' && answer?.text !== text && !error)) return;
    onEntered();
    const chosen = text === '' || shown?.text === text ? hits[active] : undefined;
    const hit = chosen ?? (text === '' ? undefined : answer?.hits[0]);
    if (hit) open(hit);
  });

  const isOld = text !== '' && shown?.text !== text;
  return (
    <>
      <BusyBar busy={text !== '' && answer?.text !== text && !error} />
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
        // Keeps the focus in the field.
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
      {text !== '' && shown?.hasMore && !isOld && (
        <Button
          variant="plain"
          px={{ base: 3, md: 4 }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            more();
            onMore();
          }}
        >
          More results
        </Button>
      )}
      {text === '' && hits.length === 0 && (
        <Text px={4} py={2} color="muted">
          Make and model, year, key code, blank or part number.
        </Text>
      )}
      {error && (
        <Box p={2}>
          <Problem onRetry={() => void refetch()}>{serverMessage(error) ?? 'The search did not answer.'}</Problem>
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
    </>
  );
}
