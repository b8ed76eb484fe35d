import { memo, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { matches } from '../../components/list/matches';
import { rowsWith } from '../../components/list/rowsWith';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { Problem } from '../../components/notice/Problem';
import { useRoving } from '../../components/rows/useRoving';
import { styled } from '../../components/styled';
import { MakeOptionsDocument, type MakeOptionsQuery } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { useKeptOnly } from '../../offline/keep/useKeptOnly';
import { paths } from '../../paths';
import { plainInput } from '../../recipes';
import type { MakeMenuProps } from '../../shell/menu/Sidebar';
import { MAKE } from '../../shell/menu/submenus';
import { makeIcons } from '../makes/MakeIcon';
import { MakeEntry } from './MakeEntry';

const Head = styled('div', {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 4,
  py: 2,
  // As the entries around it (Sidebar.tsx).
  '@media (pointer: fine) and (max-height: 56rem)': { py: 1 },
  borderBottomWidth: '1px',
  '& > h2': { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'tight' },
  '& > input': plainInput,
});

/** Never shows fewer than six makes; in a lower window the whole menu scrolls. */
const Scroll = styled('div', {
  flex: '1 1 0px',
  minH: 'calc(6 * {sizes.make})',
  overflowY: 'auto',
  '& > p': { px: 4, py: 3, color: 'muted' },
  '& > div': { m: 3 },
});

const MakeRows = rowsWith({
  ...makeIcons,
  '& > li > button': { py: 0, minH: 'make' },
  '& > li:nth-child(n + 32):not([data-open])': { containIntrinsicSize: 'auto {sizes.make}' },
  '& > [data-current] > button': { fontWeight: 'bold' },
  '& a[aria-current]': { bg: 'subtle' },
});

/** The makes, and By Year and By Model of the open ones: one tab stop together. */
const STOPS = 'button, a';

interface EntriesProps extends MakeMenuProps {
  makes: MakeOptionsQuery['makeOptions'];
  /** The make and the mode that the lookup shows; null on other pages. */
  current: string | null;
  mode: string | null;
}

/** Memoized, because navigations within a make change none of these. */
const Entries = memo(function Entries({ makes, open, onToggle, current, mode }: EntriesProps) {
  const keptOnly = useKeptOnly();
  return makes.map((make) => (
    <MakeEntry
      key={make.id}
      make={make}
      open={open.has(MAKE + make.id)}
      currentMode={make.id === current ? mode : null}
      onToggle={onToggle}
      {...(keptOnly({ makeId: make.id }) && { isAway: true })}
    />
  ));
});

/** The makes in the sidebar, each with By Year and By Model. Scrolls to the current make. */
export function MakeMenu({ open, onToggle }: MakeMenuProps) {
  const { data, error, refetch } = useRead(MakeOptionsDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const current = pathname === paths.lookup ? params.get('company') : null;
  const mode = current && params.get('m');
  const [text, setText] = useState('');

  const options = data?.makeOptions;
  const makes = useMemo(() => options?.filter(({ displayName }) => matches(displayName, text)), [options, text]);
  const list = useRef<HTMLUListElement>(null);
  const roving = useRoving(list, STOPS, `${Boolean(makes)} ${current}`);
  return (
    <>
      <Head>
        <h2>Make</h2>
        <input
          type="search"
          aria-label="Find a make"
          placeholder="Find a make"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Head>
      <Scroll>
        {error && !data && (
          <div>
            <Problem onRetry={() => void refetch()}>The makes did not load.</Problem>
          </div>
        )}
        {!data && !error && <SkeletonRows count={12} />}
        {makes?.length === 0 && <p>{text ? `No make matches “${text}”.` : 'No makes yet.'}</p>}
        <MakeRows ref={list} {...roving}>
          {makes && <Entries makes={makes} open={open} onToggle={onToggle} current={current} mode={mode} />}
        </MakeRows>
      </Scroll>
    </>
  );
}
