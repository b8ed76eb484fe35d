import { Box, chakra, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { LinkButton } from '../../../components/LinkButton';
import { Notice } from '../../../components/notice/Notice';
import { PageHeading } from '../../../components/PageHeading';
import { formatCount } from '../../../components/text/counts';
import { clientPaths, userPaths } from '../../../paths';
import type { Erasure } from './EraseUser';

const List = chakra('ul', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    my: 4,
    '& > li': { display: 'flex', gap: 4, justifyContent: 'space-between', px: 3, py: 1.5, overflowWrap: 'anywhere' },
    '& > li + li': { borderTopWidth: '1px' },
  },
});

/** In place of the form: what was done, and what is left to do by hand. */
export function UserErased({ pseudonym, done, customers, emptyClient }: Erasure) {
  const box = useRef<HTMLDivElement>(null);
  // The button that did it is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box p={{ base: 4, md: 6 }} maxW="measure">
      <PageHeading mb={4}>User erased</PageHeading>
      <Box ref={box} tabIndex={-1} outline="none">
        <Notice kind="success" role="status">
          Records that had to be kept now show {pseudonym}.
        </Notice>
      </Box>
      <List aria-label="What was done">
        {done.map(({ what, rows }) => (
          <li key={what}>
            <span>{what}</span>
            <span>{formatCount(rows)}</span>
          </li>
        ))}
      </List>
      {customers.length > 0 && (
        <Box mb={4}>
          <Notice kind="warning">Also delete these customers at Stripe: {customers.join(', ')}</Notice>
        </Box>
      )}
      {emptyClient && (
        <Box mb={4}>
          <Notice kind="warning">
            <Text mb={2}>Their client has no users left. If the client was this person, delete it, too.</Text>
            <LinkButton to={clientPaths.edit(emptyClient)}>Open the client</LinkButton>
          </Notice>
        </Box>
      )}
      <LinkButton to={userPaths.list} variant="solid">
        List
      </LinkButton>
    </Box>
  );
}
