import { Box, Button, Flex, Text, Link as TextLink } from '@chakra-ui/react';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useOnline } from '../../components/connection';
import { BusyBar } from '../../components/notice/BusyBar';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { counted } from '../../components/text/counts';
import { serverMessage } from '../../graphql/graphErrors';
import { familyPath, feedbackPaths } from '../../paths';
import { AddOwnSheet } from '../company/AddOwnSheet';
import { keyLabel } from '../keyData';
import { useRecentSheets } from '../recents/useRecentSheets';
import { ChoiceRow } from './ChoiceRow';
import { type Choice, hitChoice } from './choices';
import { JumpList } from './JumpList';
import { type Answer, useAnswer } from './useAnswer';

/** The pinned sheets, then the recent ones. */
function useRecentChoices(skip: boolean): Choice[] {
  const { pinned = [], recent = [] } = useRecentSheets({ skip });
  return [...pinned, ...recent].map(({ id, make, name, year, model, pinned }) =>
    hitChoice(
      {
        make: model?.make ?? { id: '', displayName: make },
        name: model?.name ?? name,
        years: [model?.year ?? year],
        model: { id, year: model?.year ?? year },
        label: model ? keyLabel(model) : '',
        field: null,
        value: null,
        cuts: null,
        isDeleted: !model,
        isPinned: pinned,
      },
      id,
    ),
  );
}

export interface PanelHandle {
  /** Activates the next or the previous choice; none beyond the first and the last one. */
  move(by: 1 | -1): void;
}

interface Props {
  ref: Ref<PanelHandle>;
  id: string;
  text: string;
  /** Whether to open the active choice, otherwise the first, as soon as `text` is answered. */
  isEntered: boolean;
  /** Called with the element id of the active choice. */
  onActive: (id: string | undefined) => void;
  onEntered: () => void;
  /** Called when a choice is opened. */
  onOpen: () => void;
  /** Called when more choices are asked for. The button that asks for them disappears, so the focus must move. */
  onMore: () => void;
}

const countOf = ({ choices, hasMore }: Answer) =>
  hasMore ? `The first ${choices.length} results` : counted(choices.length, 'result');
const familyText = ({ value, total }: NonNullable<Answer['family']>) => `${value} fits ${counted(total, 'model')}`;
const announcementOf = (answer: Answer) =>
  [countOf(answer), answer.family && familyText(answer.family), answer.choices[0] && 'Enter opens the first']
    .filter(Boolean)
    .join('. ');

/** The results of Jump: choices, recent sheets, an error, or that nothing was found. */
export function JumpPanel({ ref, id, text, isEntered, onActive, onEntered, onOpen, onMore }: Props) {
  const navigate = useNavigate();
  const online = useOnline();
  const { answer, error, refetch, more } = useAnswer(text, isEntered);
  const [shown, setShown] = useState<Answer>();
  const [active, setActive] = useState(-1);
  /** While true, new results wait: rows must not move under a finger or pointer that is about to press one. */
  const isHeld = useRef(false);

  const show = () => {
    if (isHeld.current || !answer || answer === shown) return;
    setShown(answer);
    setActive(-1);
    announce(announcementOf(answer));
  };
  useEffect(show);
  // Somebody who types is not about to press a row.
  useEffect(() => {
    isHeld.current = false;
    if (text === '') setActive(-1);
  }, [text]);

  const recent = useRecentChoices(text !== '');
  const choices: readonly Choice[] = text === '' ? recent : (shown?.choices ?? []);
  const rowId = (index: number) => `${id}-${index}`;
  // A layout effect, so that the field never refers to another row than the one painted as active.
  useLayoutEffect(() => onActive(active >= 0 && active < choices.length ? `${id}-${active}` : undefined));
  useImperativeHandle(ref, () => ({
    move: (by) =>
      setActive((now) => {
        const places = [-1, ...choices.flatMap(({ hit }, index) => (hit?.isDeleted ? [] : index))];
        return places.at((places.indexOf(now) + by) % places.length) ?? -1;
      }),
  }));

  const open = ({ path }: Choice) => {
    onOpen();
    void navigate(path);
  };
  // Waits for the answer to the current text, so that Enter never opens a choice for an older one.
  useEffect(() => {
    if (!isEntered || (text !== '' && answer?.text !== text && !error)) return;
    onEntered();
    const chosen = text === '' || shown?.text === text ? choices[active] : undefined;
    const choice = chosen ?? (text === '' ? undefined : answer?.choices[0]);
    if (choice) open(choice);
  });

  const isOld = text !== '' && shown?.text !== text;
  const isCurrent = text !== '' && shown && !isOld;
  return (
    <>
      <BusyBar busy={text !== '' && answer?.text !== text && !error} />
      {/* In old results, too: rows must not move while the new ones are awaited. */}
      {text !== '' && shown?.family && (
        <TextLink
          asChild
          display="flex"
          alignItems="center"
          minH="row"
          px={3}
          fontWeight="semibold"
          borderBottomWidth="1px"
        >
          <Link to={familyPath(shown.text)} onClick={onOpen} translate="no">
            {familyText(shown.family)}
          </Link>
        </TextLink>
      )}
      <JumpList
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
        {choices.map((choice, index) => (
          <ChoiceRow
            key={choice.key}
            id={rowId(index)}
            choice={choice}
            text={text === '' ? '' : (shown?.text ?? '')}
            isActive={index === active}
            isEntered={index === active || (active < 0 && index === 0 && Boolean(isCurrent))}
            onPress={() => open(choice)}
          />
        ))}
      </JumpList>
      {isCurrent && choices.length > 0 && (
        <Flex px={3} minH="row" align="center" justify="space-between" gap={3} color="muted">
          <span>{countOf(shown)}</span>
          {shown.hasMore && (
            <Button
              variant="plain"
              px={0}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                more();
                onMore();
              }}
            >
              More results
            </Button>
          )}
        </Flex>
      )}
      {text === '' && choices.length === 0 && (
        <Text px={4} py={2} color="muted">
          Make and model, year, key code, blank, part or transponder number.
        </Text>
      )}
      {error && (
        <Box p={2}>
          <Problem onRetry={() => void refetch()}>{serverMessage(error) ?? 'The search did not answer.'}</Problem>
        </Box>
      )}
      {text !== '' && !error && shown && choices.length === 0 && (
        <Box px={4} py={2}>
          <Text overflowWrap="anywhere">
            Nothing found for “{shown.text}”
            {!online && ' on this device. With a connection, the whole catalogue is searched'}.
          </Text>
          {online && (
            <TextLink asChild display="inline-flex" alignItems="center" minH="control">
              <Link to={feedbackPaths.missing(text)} onClick={onOpen}>
                Report a missing bike
              </Link>
            </TextLink>
          )}
          {online && <AddOwnSheet name={text} onOpen={onOpen} />}
        </Box>
      )}
    </>
  );
}
