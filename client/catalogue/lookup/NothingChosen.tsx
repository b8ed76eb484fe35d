import { CutProfile } from '../../components/CutProfile';
import { styled } from '../../components/styled';
import { useAfterPaint } from '../../graphql/afterPaint';
import type { LookupMode } from '../../paths';
import { RecentSheets } from '../recents/RecentSheets';

interface Props {
  mode: LookupMode;
  /** Whether to list the user's recent sheets. */
  hasRecents: boolean;
}

const Space = styled('div', {
  position: 'sticky',
  top: 'bar',
  maxH: 'calc(100dvh - 3.5rem)',
  overflowY: 'auto',
  px: 8,
  py: 8,
  maxW: 'measure',
  '& > p': { mt: 4, mb: 6, color: 'muted' },
});

/** Beside the list while no model is chosen. */
export function NothingChosen({ mode, hasRecents }: Props) {
  // The list beside it does not wait for them.
  const isPainted = useAfterPaint();
  return (
    <Space>
      <CutProfile maxW="18rem" />
      <p>
        {mode === 'year' ? 'Open a year, then choose a model.' : 'Open a model, then choose a year.'} Its key data shows
        here.
      </p>
      {hasRecents && isPainted && <RecentSheets />}
    </Space>
  );
}
