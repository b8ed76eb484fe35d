import { Box, Input } from '@chakra-ui/react';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { BusyBar } from '../../components/notice/BusyBar';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { presentHeading } from '../../components/PageHeading';
import { findField } from '../../shell/findField';
import { useSingleKeys } from '../../shell/keys/singleKeys';
import type { PanelHandle } from './JumpPanel';
import type { TypedAhead } from './typedAhead';

const JumpPanel = lazyScreen(() => import('./JumpPanel').then((file) => file.JumpPanel));

const OVER_THE_PAGE = {
  position: 'absolute',
  zIndex: 'overlay',
  top: 'calc(100% + 0.25rem)',
  left: 0,
  w: 'full',
  maxH: 'calc(100dvh - 5rem)',
  overflowY: 'auto',
  borderWidth: '1px',
  borderColor: 'controlBorder',
  borderRadius: 'control',
} as const;

interface Props {
  ref?: Ref<Pick<HTMLInputElement, 'focus'>>;
  /** Returns what was typed before the field had the focus. */
  takeTyped?: () => TypedAhead | undefined;
  /** Closes the screen that contains it. */
  onClose?: () => void;
  /** Called before it closes because a choice was opened. */
  onOpened?: () => void;
  /** Whether it fills a screen; otherwise the results lie over the page. */
  isScreen?: boolean;
}

/** The field of Jump with its results: a combobox as in the ARIA practices. */
export function JumpField({ ref, takeTyped, onClose, onOpened, isScreen = false }: Props) {
  const [hasSingleKeys] = useSingleKeys();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<PanelHandle>(null);
  const cameFrom = useRef<Element | null>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(isScreen);
  const [active, setActive] = useState<string>();
  /** Enter was pressed before the current text was answered. */
  const [isEntered, setEntered] = useState(false);

  useImperativeHandle(ref, () => ({
    focus() {
      if (document.activeElement !== input.current) cameFrom.current = document.activeElement;
      input.current?.focus({ preventScroll: true });
      input.current?.select();
    },
  }));

  const close = () => {
    setText('');
    setEntered(false);
    setOpen(isScreen);
    onClose?.();
  };
  const leave = () => {
    close();
    if (isScreen) return;
    const back = cameFrom.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus({ preventScroll: true });
    else input.current?.blur();
  };

  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Escape') {
      // Otherwise a surrounding dialog would close too, and the focus would be lost.
      if (!isScreen) event.stopPropagation();
      leave();
    } else if (key === 'Enter') {
      event.preventDefault();
      setOpen(true);
      setEntered(true);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      panel.current?.move(key === 'ArrowDown' ? 1 : -1);
    }
  };

  const isShown = isOpen || isScreen;
  return (
    <Box
      position="relative"
      flex={8}
      minW={0}
      maxW={isScreen ? undefined : '44rem'}
      onKeyDown={(event) => event.key === 'Escape' && press(event)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(isScreen);
      }}
    >
      <Box p={isScreen ? 3 : 0}>
        <Input
          ref={input}
          role="combobox"
          {...findField}
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? active : undefined}
          aria-keyshortcuts={`${hasSingleKeys ? '/ ' : ''}Control+K Meta+K`}
          value={text}
          onFocus={(event) => {
            cameFrom.current ??= event.relatedTarget;
            setOpen(true);
            const typed = takeTyped?.();
            if (typed?.text) setText(typed.text);
            if (typed?.isEntered) setEntered(true);
          }}
          onChange={({ target }) => {
            setText(target.value);
            setEntered(false);
            setOpen(true);
          }}
          onKeyDown={press}
        />
      </Box>
      {isShown && (
        <Box {...(!isScreen && OVER_THE_PAGE)} bg="panel" pb={1}>
          <PartBoundary part={JumpPanel} failure="The search did not load." fallback={<BusyBar busy />}>
            <JumpPanel
              ref={panel}
              id={listId}
              text={text.trim()}
              isEntered={isEntered}
              onActive={setActive}
              onEntered={() => setEntered(false)}
              onMore={() => input.current?.focus({ preventScroll: true })}
              onOpen={() => {
                onOpened?.();
                close();
                setOpen(false);
                cameFrom.current = null;
                input.current?.blur();
                presentHeading()?.focus({ preventScroll: true });
              }}
            />
          </PartBoundary>
        </Box>
      )}
    </Box>
  );
}
