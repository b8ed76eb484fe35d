import { useAfterPaint } from '../../afterPaint';
import { CutProfile } from '../../components/CutProfile';
import { styled } from '../../components/styled';
import type { LookupMode } from '../../paths';
import { RecentSheets } from '../recents/RecentSheets';

interface Props {
  mode: LookupMode;
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

/** Fills the place of the sheet until a model is chosen. */
export function NothingChosen({ mode, hasRecents }: Props) {
  // Recent sheets load after the list has been painted.
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
