import { chakra, Heading } from '@chakra-ui/react';
import { Building2, KeyRound, type LucideIcon, ScrollText, UsersRound, Wrench } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { clientPaths, makePaths, modelPaths, paths, userPaths } from '../paths';
import { hasRole, type SessionUser } from '../session';
import { MakeMenu, type SectionProps } from './MakeMenu';
import { Rows } from './Rows';

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

const under = (index: string) => (path: string) =>
  (path === index || path.startsWith(`${index}/`)) && path !== paths.search;

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
];
const sections: Section[] = [{ label: 'Make', roles: ['ROLE_ADMIN', 'ROLE_USER'], Content: MakeMenu }];

const ItemRows = chakra(Rows, {
  base: {
    py: 1,
    borderBottomWidth: '1px',
    '& a': { ps: 4, fontWeight: 'semibold' },
    '& a[aria-current]': { bg: 'subtle' },
  },
});

export function Sidebar({ user, onNavigate }: SectionProps & { user: SessionUser }) {
  const { pathname } = useLocation();
  const links = items.filter(({ roles }) => hasRole(user, roles));
  return (
    <chakra.nav aria-label="Main" display="flex" flexDirection="column" flex={1} minH={0}>
      {links.length > 0 && (
        <ItemRows>
          {links.map(({ label, Icon, to, holds }) => (
            <li key={label}>
              <Link to={to} aria-current={holds(pathname) ? 'page' : undefined} onClick={onNavigate}>
                <Icon size={20} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ItemRows>
      )}
      {sections
        .filter(({ roles }) => hasRole(user, roles))
        .map(({ label, Content }) => (
          <chakra.section key={label} aria-label={label} display="flex" flexDirection="column" flex={1} minH={0}>
            <Heading as="h2" size="lg" px={4} pt={3} pb={2}>
              {label}
            </Heading>
            <Content onNavigate={onNavigate} />
          </chakra.section>
        ))}
    </chakra.nav>
  );
}
