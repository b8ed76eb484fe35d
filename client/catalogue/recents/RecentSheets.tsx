import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Problem } from '../../components/notice/Problem';
import { useNeedsConnection } from '../../components/notKept';
import { Sheets, Unpin } from '../../components/rows/sheetLists';
import { formatTime, shortDay } from '../../components/text/date';
import type { RecentSheetFragment } from '../../graphql/generated/recents';
import { serverMessage } from '../../graphql/graphErrors';
import { keepFramePins } from '../../offline/framePins';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { lookupPath, paths } from '../../paths';
import { keyLabel } from '../keyData';
import { usePin } from './usePin';
import { useRecentSheets } from './useRecentSheets';

/** The local time of a sheet that was opened today, otherwise the day. */
function when(openedAt: string) {
  const opened = new Date(openedAt);
  return opened.toDateString() === new Date().toDateString() ? formatTime(opened) : shortDay(opened);
}

const titleOf = ({ make, name, year, model }: RecentSheetFragment) =>
  model
    ? `${model.make.displayName} ${model.name} (${model.year})${keyLabel(model) && ` · ${keyLabel(model)}`}`
    : `${make} ${name} (${year})`;

const addressOf = (id: string, { make, year }: NonNullable<RecentSheetFragment['model']>) =>
  lookupPath({ make: make.id, mode: 'year', value: String(year), id });

interface ListProps {
  title: string;
  sheets: readonly RecentSheetFragment[];
}

/** A list of sheets; those of deleted models are struck through. */
function SheetList({ title, sheets }: ListProps) {
  const { pin, failure } = usePin();
  const keptOnly = useKeptOnly();
  const needsConnection = useNeedsConnection();
  return (
    <section>
      <h2>{title}</h2>
      {failure && <p role="alert">{failure}</p>}
      <ul aria-label={title}>
        {sheets.map((sheet) => (
          <li key={sheet.id}>
            {sheet.model ? (
              <Link translate="no" {...keptOnly({ id: sheet.id })} to={addressOf(sheet.id, sheet.model)}>
                {titleOf(sheet)}
              </Link>
            ) : (
              <>
                <s translate="no">{titleOf(sheet)}</s>
                <small>Deleted</small>
              </>
            )}
            {sheet.pinned ? (
              <Unpin
                aria-label={`Unpin ${titleOf(sheet)}`}
                {...needsConnection}
                onClick={({ currentTarget }) => {
                  // The button disappears, so the focus moves to the group.
                  currentTarget.closest<HTMLElement>('[data-sheets]')?.focus({ preventScroll: true });
                  pin({ id: sheet.id, title: titleOf(sheet) }, false);
                }}
              />
            ) : (
              <time dateTime={sheet.openedAt}>{when(sheet.openedAt)}</time>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Props {
  /** The maximum of both lists together. If there are recent sheets, at least one of them is shown. */
  most?: number | undefined;
  /** Whether to use the cache without refreshing it, because the parent has just read the list. */
  cached?: boolean;
  /** Whether the frame shows the pinned sheets of this list at the next start. */
  inFrame?: boolean;
}

/** The user's pinned and recent sheets. Renders nothing while they load or if there are none. */
export function RecentSheets({ most = Number.POSITIVE_INFINITY, cached = false, inFrame = false }: Props) {
  const { pinned, recent, error, refetch } = useRecentSheets({ cached });
  const pins = pinned?.slice(0, most - (recent?.length ? 1 : 0)) ?? [];
  useEffect(() => {
    if (!inFrame || !pinned) return;
    keepFramePins(
      pins.flatMap((sheet) => (sheet.model ? { to: addressOf(sheet.id, sheet.model), title: titleOf(sheet) } : [])),
    );
  });
  if (error && !recent)
    return (
      <Problem onRetry={() => void refetch()}>{serverMessage(error) ?? 'Your recent sheets did not load.'}</Problem>
    );
  if (!pinned?.length && !recent?.length) return null;
  const others = recent?.slice(0, most - pins.length) ?? [];
  const isCut = pins.length + others.length < (pinned?.length ?? 0) + (recent?.length ?? 0);
  return (
    <Sheets role="group" aria-label="Pinned and recent sheets" data-sheets="" tabIndex={-1}>
      {pins.length > 0 && <SheetList title="Pinned" sheets={pins} />}
      {others.length > 0 && <SheetList title="Recent" sheets={others} />}
      {isCut && <small>“Find” lists all of them.</small>}
      <Link data-kept="" to={paths.offline}>
        Kept on this device
      </Link>
    </Sheets>
  );
}
