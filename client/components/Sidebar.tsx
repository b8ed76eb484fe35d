import { chakra, Heading } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { hasRole, type SessionUser } from '../session';
import { MakeMenu } from './MakeMenu';

export interface SectionProps {
  onNavigate?: () => void;
}

interface Section {
  label: string;
  roles: string[];
  Content: ComponentType<SectionProps>;
}

/** Spec section 2, in its order; who has none of the roles does not see the entry. */
const sections: Section[] = [{ label: 'Make', roles: ['ROLE_ADMIN', 'ROLE_USER'], Content: MakeMenu }];

export const Sidebar = ({ user, onNavigate }: SectionProps & { user: SessionUser }) => (
  <chakra.nav aria-label="Main" display="flex" flexDirection="column" flex={1} minH={0}>
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
