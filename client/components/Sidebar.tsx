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
import { clientPaths, correctionPaths, makePaths, modelPaths, paths, sheetPaths, userPaths } from '../paths';
import { hasRole, type SessionUser, useSession } from '../session';
import { ExportMenu } from './ExportMenu';
import { MakeMenu, type SectionProps } from './MakeMenu';
import { rowsWith } from './Rows';
import { EXPORT } from './submenus';
import { useOpenCorrections } from './useOpenCorrections';
import { useSubmenus } from './useSubmenus';

interface Item {
  label: string;
  Icon: LucideIcon;
  roles: string[];
  to: string;
  /** Whether it is the one of this path. */
  holds: (path: string) => boolean;
}

interface Section {
  label: string;
  roles: string[];
  Content: ComponentType<SectionProps>;
}

const isUnder = (index: string, path: string) => path === index || path.startsWith(`${index}/`);

/** These lie below /products, and are no list of models. */
const others: readonly string[] = [paths.search, sheetPaths.export, sheetPaths.import];

const under = (index: string) => (path: string) =>
  isUnder(index, path) && (others.includes(index) || !others.some((other) => isUnder(other, path)));

/** Spec section 2, in its order; who has none of the roles does not see the entry. */
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
const sections: Section[] = [{ label: 'Make', roles: ['ROLE_ADMIN', 'ROLE_USER'], Content: MakeMenu }];

/** Those of the spec's order that come after the makes. */
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
/** Stay in sight below the makes, which scroll. */
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
    // As far in as the labels above it.
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

/** Drawn, not written: in words it is part of the link's label. */
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

export function Sidebar({ user, onNavigate }: Pick<SectionProps, 'onNavigate'> & { user: SessionUser }) {
  const { pathname } = useLocation();
  const { mayDownload } = useSession();
  const { open, toggle } = useSubmenus();
  const waiting = useOpenCorrections(user.isAdmin);
  /** What waits at an item, by its path. */
  const counts: Record<string, string | undefined> = { [correctionPaths.index]: waiting ? String(waiting) : undefined };
  const rows = (entries: Item[]) =>
    entries
      .filter(({ roles }) => hasRole(user, roles))
      .map(({ label, Icon, to, holds }) => (
        <li key={label}>
          <Link
            to={to}
            aria-label={counts[to] && `${label}, ${counts[to]} open`}
            aria-current={holds(pathname) ? 'page' : undefined}
            onClick={onNavigate}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
            {counts[to] && <Count data-count={counts[to]} />}
          </Link>
        </li>
      ));
  return (
    <chakra.nav aria-label="Main" display="flex" flexDirection="column" flex={1} minH={0} overflowY="auto">
      <ItemRows>{rows(items)}</ItemRows>
      {sections
        .filter(({ roles }) => hasRole(user, roles))
        .map(({ label, Content }) => (
          <chakra.section
            key={label}
            aria-label={label}
            display="flex"
            flexDirection="column"
            flex="1 0 13rem"
            minH="13rem"
          >
            <Heading as="h2" size="lg" px={4} pt={3} pb={2}>
              {label}
            </Heading>
            <Content open={open} onToggle={toggle} onNavigate={onNavigate} />
          </chakra.section>
        ))}
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
