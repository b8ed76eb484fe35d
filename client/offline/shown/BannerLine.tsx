import { useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { useConnection } from '../../components/connection';
import { styled } from '../../components/styled';
import { counted } from '../../components/text/counts';
import { paths } from '../../paths';
import { plainLink } from '../../recipes';
import { useKept } from '../keep/kept';
import { useWaiting } from '../waiting';
import { savedOn } from './savedAt';

const Line = styled('div', {
  // Everything below the bar starts below it, too: `spacing.bar` of the theme.
  position: 'fixed',
  top: '{sizes.bar}',
  insetX: 0,
  // Menus of the bar open over it.
  zIndex: 'calc({zIndex.bar} - 1)',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  // One line on a phone.
  columnGap: { base: 2, md: 4 },
  minH: 'control',
  px: { base: 3, md: 4 },
  fontSize: { base: 'sm', md: 'md' },
  bg: 'color-mix(in srgb, {colors.warning} 16%, {colors.panel})',
  borderBottomWidth: '1px',
  borderColor: 'warning',
  '& > b': { py: 1, fontWeight: 'semibold' },
  '& a': { ...plainLink, display: 'inline-flex', alignItems: 'center', minH: 'control' },
  _print: { display: 'none' },
});

/** The line of the banner; nothing where there is nothing to say. */
export function BannerLine() {
  const { online, savedAt, refusal } = useConnection();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const sheet = useKept()?.find(({ id }) => pathname === paths.lookup && id === params.get('id'));
  const waiting = useWaiting() ?? [];
  const refused = waiting.filter((write) => write.refusal).length;
  const [now] = useState(Date.now);
  const saved = sheet?.savedAt || savedAt;
  const line = useRef<HTMLDivElement>(null);
  const isShown = !online || refused > 0;
  useLayoutEffect(() => {
    if (!isShown || !line.current) return;
    const { style } = document.documentElement;
    const { current } = line;
    const measure = () => style.setProperty('--banner', `${current.offsetHeight}px`);
    // At once, before a list scrolls to its row.
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    return () => {
      sizes.disconnect();
      style.removeProperty('--banner');
    };
  }, [isShown]);
  const isHere = pathname === paths.offline;
  if (!isShown) return null;
  return (
    <Line ref={line}>
      {!online && (
        <b>{['No connection.', refusal ?? (saved && `Saved ${savedOn(saved, now)}`)].filter(Boolean).join(' ')}</b>
      )}
      {online && (
        <b>{refused === 1 ? '1 that you wrote was not accepted.' : `${refused} that you wrote were not accepted.`}</b>
      )}
      {!isHere && (
        <Link to={paths.offline}>
          {online
            ? 'Look at it'
            : waiting.length > 0
              ? `${counted(waiting.length, 'write')} will be sent`
              : 'Kept on this device'}
        </Link>
      )}
    </Line>
  );
}
