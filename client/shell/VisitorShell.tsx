import { Box, Link as ChakraLink, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { LinkButton } from '../components/LinkButton';
import { Toasts } from '../components/notice/Toasts';
import { settings } from '../components/settings';
import { legalPaths, paths } from '../paths';
import { useSession } from '../session';
import { Brand } from './Brand';
import { EmailLink, PhoneLink } from './Contact';
import { SkipLink } from './SkipLink';
import { ThemeSwitch } from './ThemeSwitch';

/** The layout of the pages that need no sign-in. */
export function VisitorShell({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  return (
    <Flex direction="column" minH="100dvh">
      <SkipLink />
      <chakra.header bg="panel" borderBottomWidth="1px">
        <Flex
          maxW="page"
          mx="auto"
          px={{ base: 4, md: 6 }}
          py={2}
          gap={3}
          align="center"
          justify="space-between"
          wrap="wrap"
        >
          <Brand />
          <chakra.nav aria-label="Site" display="flex" alignItems="center" flexWrap="wrap" gap={2}>
            <LinkButton to={paths.gallery} variant="plain" px={3} hideBelow="sm">
              Picture gallery
            </LinkButton>
            {pathname !== paths.login && (
              <LinkButton to={user ? paths.home : paths.login}>{user ? 'Lookup' : 'Log in'}</LinkButton>
            )}
          </chakra.nav>
        </Flex>
      </chakra.header>
      <chakra.main id="main" tabIndex={-1} flex={1}>
        <Box maxW="page" mx="auto" px={{ base: 4, md: 6 }}>
          {children}
        </Box>
      </chakra.main>
      <chakra.footer borderTopWidth="1px" mt={16}>
        <Flex
          maxW="page"
          mx="auto"
          px={{ base: 4, md: 6 }}
          py={4}
          gap={4}
          align="center"
          justify="space-between"
          wrap="wrap"
        >
          <Flex columnGap={6} wrap="wrap">
            <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
              <Link to={paths.gallery}>Picture gallery</Link>
            </ChakraLink>
            {legalPaths.map((path) => (
              <ChakraLink
                key={path}
                href={path}
                display="inline-flex"
                alignItems="center"
                minH="control"
                textTransform="capitalize"
              >
                {path.slice(1)}
              </ChakraLink>
            ))}
            {settings.supportPhone && <PhoneLink />}
            {settings.supportEmail && <EmailLink />}
          </Flex>
          <ThemeSwitch />
        </Flex>
      </chakra.footer>
      <Toasts />
    </Flex>
  );
}
