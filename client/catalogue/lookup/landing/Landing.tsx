import { useDeferredValue } from 'react';
import { SkeletonRows } from '../../../components/list/SkeletonRows';
import { Problem } from '../../../components/notice/Problem';
import { styled } from '../../../components/styled';
import { useNarrow, useOneColumn } from '../../../components/useNarrow';
import type { LookupMode } from '../../../paths';
import { jumpPlace } from '../../jump/openJump';
import { RecentSheets } from '../../recents/RecentSheets';
import { Examples } from './Examples';
import { MakeGrid } from './MakeGrid';
import type { useLanding } from './useLanding';

const Space = styled('div', {
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  '& h2': { mb: 2, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
  // The field of Jump, of which there is one on a screen.
  '& [data-find]': { minH: 14, mb: 3 },
  '& [data-find] input': { h: 14, px: 4, fontSize: 'lg' },
});

/** The number of pinned and recent sheets on a phone; more would push the makes out of reach. */
const SHEETS_ON_A_PHONE = 4;

interface Props {
  mode: LookupMode;
  /** Undefined while it loads. */
  landing: ReturnType<typeof useLanding>;
  /** Somebody who uses the list needs neither makes nor sheets here. */
  hasOnlyFind?: boolean;
}

/** The start of the lookup: Find with examples, the user's makes and sheets, and all makes (docs/look.md, "Lookup"). */
export function Landing({ mode, landing, hasOnlyFind = false }: Props) {
  const isNarrow = useNarrow();
  const oneColumn = useOneColumn();
  // What the user pinned is painted first.
  const makes = useDeferredValue(landing?.makes);
  const sheets = landing && !hasOnlyFind && (
    <RecentSheets most={oneColumn ? SHEETS_ON_A_PHONE : undefined} cached inFrame={isNarrow} />
  );
  // On a phone Find is at the bottom, and the sheets stay where the frame had them (shell/Frame.tsx).
  if (isNarrow && !landing) return <SkeletonRows count={14} />;
  return (
    <Space>
      {isNarrow && sheets}
      <div>
        {isNarrow ? <h2>Find, for example</h2> : <div data-find="" ref={jumpPlace} />}
        <Examples />
      </div>
      {!hasOnlyFind && !landing && <SkeletonRows count={14} />}
      {!hasOnlyFind && landing && (
        <>
          {landing.own.length > 0 && <MakeGrid title="Your makes" makes={landing.own} mode={mode} />}
          {!isNarrow && sheets}
          {makes && <MakeGrid title="All makes" makes={makes} mode={mode} hasRail={oneColumn} />}
          {!makes && landing.makes && <SkeletonRows count={14} />}
          {!landing.makes && <Problem onRetry={landing.retry}>The makes did not load.</Problem>}
        </>
      )}
    </Space>
  );
}
