import { Box, Flex, Heading, Input, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { matches } from '../../components/list/matches';
import { rowsWith } from '../../components/list/rowsWith';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { Problem } from '../../components/notice/Problem';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { paths } from '../../paths';
import type { MakeMenuProps } from '../../shell/menu/Sidebar';
import { MAKE } from '../../shell/menu/submenus';
import { MakeEntry } from './MakeEntry';

const MakeRows = rowsWith({
  '& > [data-current] > button': { fontWeight: 'bold' },
  '& a[aria-current]': { bg: 'subtle' },
});

/** The makes in the sidebar, each with By Year and By Model. Scrolls to the current make. */
export function MakeMenu({ open, onToggle, onNavigate }: MakeMenuProps) {
  const { data, error, refetch } = useRead(MakeOptionsDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const company = pathname === paths.lookup ? params.get('company') : null;
  const mode = params.get('m');
  const [text, setText] = useState('');

  const makes = data?.makeOptions.filter(({ displayName }) => matches(displayName, text));
  return (
    <>
      <Flex px={4} py={2} gap={3} align="center" borderBottomWidth="1px">
        <Heading as="h2" size="lg">
          Make
        </Heading>
        <Input
          type="search"
          aria-label="Find a make"
          placeholder="Find a make"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Flex>
      {/* The list never shows fewer than eight makes; in a lower window the whole menu scrolls. */}
      <Box flex="1 1 0px" minH="calc(8 * {sizes.row})" overflowY="auto">
        {error && !data && (
          <Box p={3}>
            <Problem onRetry={() => void refetch()}>The makes did not load.</Problem>
          </Box>
        )}
        {!data && !error && <SkeletonRows count={12} />}
        {makes?.length === 0 && (
          <Text px={4} py={3} color="muted">
            {text ? `No make matches “${text}”.` : 'No makes yet.'}
          </Text>
        )}
        <MakeRows>
          {makes?.map((make) => (
            <MakeEntry
              key={make.id}
              make={make}
              open={open.has(MAKE + make.id)}
              currentMode={make.id === company ? mode : null}
              onToggle={onToggle}
              onNavigate={onNavigate}
            />
          ))}
        </MakeRows>
      </Box>
    </>
  );
}
