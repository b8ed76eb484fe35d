import { Pin, PinOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ModelLineFragment } from '../../graphql/generated/recents';
import { usePin } from './usePin';
import { useRecentSheets } from './useRecentSheets';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;

/** Pins the shown sheet, also with the key P. Styled by ModelDetail. */
export function PinSheet({ model }: { model: ModelLineFragment | undefined }) {
  const { pinned } = useRecentSheets({ cached: true });
  const { pin, busy, failure } = usePin();
  const isPinned = model !== undefined && pinned?.some(({ id }) => id === model.id);

  const toggle = () => {
    if (model) pin({ id: model.id, title: `${model.make.displayName} ${model.name} ${model.year}` }, !isPinned);
  };
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.defaultPrevented;
      if (isPlain && event.key.toLowerCase() === 'p' && !isField(event.target)) latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  const Icon = isPinned ? PinOff : Pin;
  return (
    <>
      <button
        type="button"
        className="mk-button"
        aria-keyshortcuts="P"
        title="P"
        aria-busy={busy}
        onClick={toggle}
      >
        <Icon aria-hidden="true" />
        {isPinned ? 'Unpin' : 'Pin'}
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
