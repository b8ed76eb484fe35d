import { chakra, Heading } from '@chakra-ui/react';
import {
  Building2,
  CreditCard,
  FileUp,
  FileWarning,
  KeyRound,
  type LucideIcon,
  Receipt,
  ScrollText,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { rowsWith } from '../components/list/rowsWith';
import { clientPaths, correctionPaths, makePaths, modelPaths, paths, sheetPaths, userPaths } from '../paths';
import { hasRole, type SessionUser, useSession } from '../session';
import { EXPORT } from './submenus';
import { useSubmenus } from './useSubmenus';

interface Item {
  label: string;
  Icon: LucideIcon;
  roles: string[];
  to: string;
  /** Whether it matches the current path. */
  holds: (path: string) => boolean;
}

/** The props of the makes section. */
export interface MakeMenuProps {
  /** The ids of the open submenus. */
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** On a phone, following a link closes the drawer. */
  onNavigate?: (() => void) | undefined;
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
  /** The number of open records of an entry, by its path. */
  waiting: Record<string, number>;
}

interface Props extends SidebarSlots {
  user: SessionUser;
  onNavigate?: (() => void) | undefined;
}

const isUnder = (index: string, path: string) => path === index || path.startsWith(`${index}/`);

/** Paths below /products that do not belong to the list of models. */
const others: readonly string[] = [paths.search, sheetPaths.export, sheetPaths.import];

const under = (index: string) => (path: string) =>
  isUnder(index, path) && (others.includes(index) || !others.some((other) => isUnder(other, path)));

/** In menu order (docs/look.md, "Menus"); entries for other roles are hidden. */
const items: Item[] = [
  {
    label: 'Client List',
    Icon: Building2,
    roles: ['ROLE_ADMIN'],
    to: clientPaths.index,
    holds: under(clientPaths.index),
  },
  {
    label: 'Update Make',
    Icon: Wrench,
    roles: ['ROLE_ADMIN'],
    to: makePaths.index,
    holds: under(makePaths.index),
  },
  { label: 'Model', Icon: KeyRound, roles: ['ROLE_ADMIN'], to: modelPaths.index, holds: under(modelPaths.index) },
  { label: 'Logs', Icon: ScrollText, roles: ['ROLE_ADMIN'], to: paths.logs, holds: under(paths.logs) },
  { label: 'User List', Icon: UsersRound, roles: ['ROLE_ADMIN'], to: userPaths.index, holds: under(userPaths.index) },
  {
    label: 'Correction',
    Icon: FileWarning,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: correctionPaths.index,
    holds: under(correctionPaths.index),
  },
];

/** The entries after the makes. */
const lastItems: Item[] = [
  {
    label: 'Import',
    Icon: FileUp,
    roles: ['ROLE_ADMIN'],
    to: sheetPaths.import,
    holds: under(sheetPaths.import),
  },
  {
    label: 'Payments',
    Icon: Receipt,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.payments,
    holds: under(paths.payments),
  },
  {
    label: 'Make Payment',
    Icon: CreditCard,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.makePayment,
    holds: under(paths.makePayment),
  },
];

const itemStyle = {
  py: 1,
  '& a': { ps: 4, fontWeight: 'semibold' },
  '& a[aria-current]': { bg: 'subtle' },
};
const ItemRows = rowsWith({ ...itemStyle, borderBottomWidth: '1px' });
/** Always visible below the makes, which scroll. */
const LastRows = rowsWith({
  ...itemStyle,
  borderTopWidth: '1px',
  // Of the submenu, whose entries act or lead.
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

export function Sidebar({ user, onNavigate, MakeMenu, ExportMenu, waiting }: Props) {
  const { pathname } = useLocation();
  const { mayDownload } = useSession();
  const { open, toggle } = useSubmenus();
  const rows = (entries: Item[]) =>
    entries
      .filter(({ roles }) => hasRole(user, roles))
      .map(({ label, Icon, to, holds }) => (
        <li key={label}>
          <Link
            to={to}
            aria-label={waiting[to] ? `${label}, ${waiting[to]} open` : undefined}
            aria-current={holds(pathname) ? 'page' : undefined}
            onClick={onNavigate}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
            {waiting[to] ? <Count data-count={waiting[to]} /> : null}
          </Link>
        </li>
      ));
  return (
    <chakra.nav aria-label="Main" display="flex" flexDirection="column" flex={1} minH={0} overflowY="auto">
      <ItemRows>{rows(items)}</ItemRows>
      <chakra.section aria-label="Make" display="flex" flexDirection="column" flex="1 0 13rem" minH="13rem">
        <Heading as="h2" size="lg" px={4} pt={3} pb={2}>
          Make
        </Heading>
        <MakeMenu open={open} onToggle={toggle} onNavigate={onNavigate} />
      </chakra.section>
      <LastRows>
        {mayDownload && (
          <ExportMenu
            open={open.has(EXPORT)}
            onToggle={() => toggle(EXPORT)}
            current={user.isAdmin ? pathname === sheetPaths.export : undefined}
            onNavigate={onNavigate}
          />
        )}
        {rows(lastItems)}
      </LastRows>
    </chakra.nav>
  );
}
