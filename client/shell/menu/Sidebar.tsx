import { chakra } from '@chakra-ui/react';
import { ArrowLeft, Bike, ChevronRight } from 'lucide-react';
import { type ComponentType, type MouseEvent, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { followed } from '../../components/followed';
import { rowsWith } from '../../components/list/rowsWith';
import { useNeedsConnection } from '../../components/notKept';
import { styled } from '../../components/styled';
import { CHOSEN, paths, sheetPaths } from '../../paths';
import { hasRole, type SessionUser, useSession } from '../../session';
import { IntegrationsMenu } from './IntegrationsMenu';
import { type Item, items, lastItems } from './menuItems';
import { EXPORT, INTEGRATIONS, useSubmenus } from './submenus';

/** The props of the makes section. */
export interface MakeMenuProps {
  /** The ids of the open submenus. */
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

export interface ExportMenuProps {
  open: boolean;
  onToggle: () => void;
  /** Whether the exports page is current; undefined for users without that page. */
  current?: boolean | undefined;
  onNavigate?: (() => void) | undefined;
}

/** The sections that other areas add to the sidebar (client/MemberPages.tsx). */
interface SidebarSlots {
  MakeMenu: ComponentType<MakeMenuProps>;
  ExportMenu: ComponentType<ExportMenuProps>;
  /** The number of open or new records of an entry, by its path. */
  waiting: Record<string, number>;
}

interface Props extends SidebarSlots {
  user: SessionUser;
  /** Present in the drawer, which following a link closes. */
  onNavigate?: (() => void) | undefined;
}

const itemStyle = {
  py: 1,
  // So that an administrator's menu fits a window of 800 px.
  '@media (pointer: fine) and (max-height: 56rem)': { py: 0, '& :where(a, button)': { py: 0 } },
  '& a, & [data-screen]': { ps: 4, color: 'accent', fontWeight: 'semibold' },
  '& a[aria-current]': { bg: 'subtle' },
};
const ItemRows = rowsWith({ ...itemStyle, borderBottomWidth: '1px' });
/** Below the makes, which scroll. */
const LastRows = rowsWith({
  ...itemStyle,
  borderTopWidth: '1px',
  '& > li > button::before': { order: 1 },
  // Submenus, whose entries are buttons and links.
  '& > li > button': { color: 'accent' },
  '& ul :is(a, button)': {
    display: 'flex',
    alignItems: 'center',
    w: 'full',
    minH: 'row',
    // Aligned with the labels above it.
    ps: '2.75rem',
    pe: 4,
    color: 'accent',
    textAlign: 'start',
    fontWeight: 'normal',
    cursor: 'pointer',
    outlineOffset: '-3px!',
  },
  '@media (hover: hover)': { '& ul button:hover': { bg: 'subtle' } },
});

/** Drawn by CSS: the link's label already includes the count as text. */
const Count = chakra('span', {
  base: {
    '&::after': { content: 'attr(data-count)' },
    ms: 'auto',
    minW: 6,
    px: 1.5,
    textAlign: 'center',
    fontSize: 'xs',
    lineHeight: '1.5rem',
    fontWeight: 'bold',
    bg: 'accent',
    color: 'onAccent',
    borderRadius: 'sm',
  },
});

const Nav = styled('nav', {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minH: 0,
  overflowY: 'auto',
  '& > section': { display: 'flex', flexDirection: 'column', flex: '1 0 auto' },
});

interface EntriesProps {
  of: Item[];
  user: SessionUser;
  pathname: string;
  waiting: Record<string, number>;
}

/** The entries that the user may see. Memoized, because most navigations keep the path. */
const Entries = memo(function Entries({ of, user, pathname, waiting }: EntriesProps) {
  const needsConnection = useNeedsConnection();
  return of
    .filter(({ roles }) => hasRole(user, roles))
    .map(({ label, Icon, to, isKept, holds, counted }) => (
      <li key={label}>
        <a
          href={to}
          aria-label={waiting[to] ? `${label}, ${waiting[to]} ${counted}` : undefined}
          aria-current={holds(pathname) ? 'page' : undefined}
          {...(!isKept && needsConnection)}
        >
          <Icon size={20} aria-hidden="true" />
          {label}
          {waiting[to] ? <Count data-count={waiting[to]} /> : null}
        </a>
      </li>
    ));
});

export function Sidebar({ user, onNavigate, MakeMenu, ExportMenu, waiting }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { mayDownload } = useSession();
  const { open, toggle } = useSubmenus();
  // A phone has no room for both: in the drawer the makes are a screen of their own, first where one is looked up.
  const [screen, setScreen] = useState<'menu' | 'makes'>(pathname === paths.lookup ? 'makes' : 'menu');
  const switcher = useRef<HTMLButtonElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    // The pressed button is gone.
    if (shown.current !== screen) switcher.current?.focus();
    shown.current = screen;
  }, [screen]);
  const follow = (event: MouseEvent) => {
    const link = followed(event);
    if (!link) return;
    void navigate(link.to, { replace: link.replace, state: link.to.startsWith(paths.lookup) ? CHOSEN : null });
    onNavigate?.();
  };
  const toggleExports = useCallback(() => toggle(EXPORT), [toggle]);
  const rows = (of: Item[]) => <Entries of={of} user={user} pathname={pathname} waiting={waiting} />;
  const lastRows = (
    <LastRows>
      {mayDownload && (
        <ExportMenu
          open={open.has(EXPORT)}
          onToggle={toggleExports}
          current={user.isAdmin ? pathname === sheetPaths.export : undefined}
          onNavigate={onNavigate}
        />
      )}
      {rows(lastItems)}
      {user.isAdmin && (
        <IntegrationsMenu open={open.has(INTEGRATIONS)} onToggle={() => toggle(INTEGRATIONS)} pathname={pathname} />
      )}
    </LastRows>
  );
  const makes = (
    <section aria-label="Make">
      <MakeMenu open={open} onToggle={toggle} />
    </section>
  );
  return (
    <Nav aria-label="Main" onClick={follow}>
      {!onNavigate ? (
        <>
          <ItemRows>{rows(items)}</ItemRows>
          {makes}
          {lastRows}
        </>
      ) : screen === 'makes' ? (
        <>
          <ItemRows>
            <li>
              <button ref={switcher} type="button" data-screen="" onClick={() => setScreen('menu')}>
                <ArrowLeft size={20} aria-hidden="true" />
                All entries
              </button>
            </li>
          </ItemRows>
          {makes}
        </>
      ) : (
        <>
          <ItemRows>
            {rows(items)}
            <li>
              <button ref={switcher} type="button" data-screen="" onClick={() => setScreen('makes')}>
                <Bike size={20} aria-hidden="true" />
                Make
                <chakra.span display="contents" css={{ '& svg': { ms: 'auto' } }}>
                  <ChevronRight size={20} aria-hidden="true" />
                </chakra.span>
              </button>
            </li>
          </ItemRows>
          {lastRows}
        </>
      )}
    </Nav>
  );
}
