import { Pin, PinOff } from 'lucide-react';
import { useNeedsConnection } from '../../components/notKept';
import type { ModelLineFragment } from '../../graphql/generated/recents';
import { useSingleKey, useSingleKeys } from '../../shell/keys/singleKeys';
import { usePin } from './usePin';
import { useRecentSheets } from './useRecentSheets';

/** Pins the shown sheet, also with the key P. Styled by ModelDetail. */
export function PinSheet({ model }: { model: ModelLineFragment | undefined }) {
  const { pinned } = useRecentSheets({ cached: true });
  const { pin, busy, failure } = usePin();
  const needsConnection = useNeedsConnection();
  const isPinned = model !== undefined && pinned?.some(({ id }) => id === model.id);

  const toggle = () => {
    if (model && !needsConnection)
      pin({ id: model.id, title: `${model.make.displayName} ${model.name} ${model.year}` }, !isPinned);
  };
  useSingleKey('p', toggle);
  const [hasSingleKeys] = useSingleKeys();
  const Icon = isPinned ? PinOff : Pin;
  return (
    <>
      <button
        type="button"
        className="mk-button"
        aria-keyshortcuts={hasSingleKeys ? 'P' : undefined}
        title={hasSingleKeys ? 'P' : undefined}
        aria-busy={busy}
        onClick={toggle}
        {...needsConnection}
      >
        <Icon aria-hidden="true" />
        {isPinned ? 'Unpin' : 'Pin'}
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
