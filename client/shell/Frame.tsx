import { Box, chakra, Flex, Heading, Input, Skeleton } from '@chakra-ui/react';
import { Menu as MenuIcon, UserRound } from 'lucide-react';
import { SkeletonRows } from '../components/list/SkeletonRows';
import { Sheets, Unpin } from '../components/rows/sheetLists';
import { paths } from '../paths';
import { findField } from './findField';
import { TopBar } from './TopBar';

/** In the top bar, on a phone at the bottom, and on the start of the lookup where that has it (public/early.js). */
const fieldStyle = {
  flex: 2,
  minW: 0,
  maxW: '44rem',
  '@media (max-width: 768px)': {
    position: 'fixed',
    bottom: 0,
    insetX: 0,
    zIndex: 'bar',
    maxW: 'none',
    h: 'foot',
    px: 2,
    pt: 1,
    bg: 'panel',
    borderTopWidth: '1px',
  },
  '@media (min-width: 1024px)': {
    'html[data-start] &': {
      position: 'fixed',
      top: 'calc({spacing.bar} + 2rem)',
      left: 'calc({sizes.sidebar} + {sizes.list} + 2rem)',
      w: 'min(56rem, calc(100vw - {sizes.sidebar} - {sizes.list} - 4rem))',
      maxW: 'none',
      '& input': { h: 14, px: 4, fontSize: 'lg' },
    },
  },
};

/**
 * What the server sends to members before any script has loaded (client/prerender.tsx): the layout's frame with a field
 * that takes what is typed. Jump goes on with that text (catalogue/jump/frameField.ts). On a phone, the start of the
 * lookup has the user's pinned sheets (offline/framePins.ts). Not for visitors (public/early.js).
 */
export const Frame = () => (
  <Box minH="100dvh" pt="bar" pb="foot" css={{ 'html[data-stranger] &': { display: 'none' } }}>
    <TopBar
      menu={
        <Flex hideFrom="md" boxSize="control" align="center" justify="center" color="accent">
          <MenuIcon size={20} aria-hidden="true" />
        </Flex>
      }
      find={
        <chakra.div css={fieldStyle}>
          <Input data-frame="" {...findField} />
        </chakra.div>
      }
      user={
        <Flex align="center" gap={2} px={3} color="accent">
          <UserRound size={20} aria-hidden="true" />
          <Skeleton hideBelow="md" w="9rem" h={5} />
        </Flex>
      }
    />
    <Flex align="flex-start">
      <Box hideBelow="md" w="sidebar" flexShrink={0} h="calc(100dvh - 3.5rem)" bg="panel" borderRightWidth="1px" />
      <chakra.main flex={1} minW={0} aria-busy="true" aria-label="Loading">
        <Box
          w={{ lg: 'list' }}
          minH="calc(100dvh - 3.5rem - var(--foot))"
          py={4}
          css={{ lg: { 'html[data-start] &': { bg: 'panel', borderRightWidth: '1px' } } }}
        >
          {/* The start page of the installed app, on a phone. public/early.js fills and shows it. */}
          <Box hidden data-frame-pins="" hideFrom="md" px={4} pb={6}>
            <Heading as="h1" mb={4}>
              Lookup
            </Heading>
            <Sheets>
              <section>
                <h2>Pinned</h2>
                <ul>
                  <li hidden>
                    <a translate="no" href={paths.home}>
                      Motorcycle
                    </a>
                    <Unpin aria-hidden="true" disabled />
                  </li>
                </ul>
              </section>
            </Sheets>
          </Box>
          <SkeletonRows count={12} />
        </Box>
      </chakra.main>
    </Flex>
  </Box>
);
