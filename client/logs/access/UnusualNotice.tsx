import { Box, Link as ChakraLink, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice/Notice';
import { formatCount } from '../../components/text/counts';
import type { UnusualAccessQuery } from '../../graphql/generated/access';
import { listOf } from '../../paths';

type Unusual = UnusualAccessQuery['unusualAccess'][number];

const inWords = ({ sheets, usualSheets, downloads, usualDownloads }: Unusual) =>
  [
    sheets > 0 ? `${formatCount(sheets)} sheets, usually ${formatCount(usualSheets)} a day` : '',
    downloads > 0 ? `${formatCount(downloads)} downloads, usually ${formatCount(usualDownloads)} a day` : '',
  ]
    .filter(Boolean)
    .join('; ');

/** Users who open or download far more than usual; nothing if there are none. */
export function UnusualNotice({ unusual }: { unusual: readonly Unusual[] }) {
  if (unusual.length === 0) return null;
  return (
    <Box mb={4}>
      <Notice kind="warning" role="status">
        <Text fontWeight="semibold">Far more than usual in the last 24 hours</Text>
        <ul>
          {unusual.map((one) => (
            <li key={one.userId}>
              <ChakraLink asChild color="text">
                <Link to={listOf.accesses({ user: one.username })}>{one.username}</Link>
              </ChakraLink>
              : {inWords(one)}
            </li>
          ))}
        </ul>
      </Notice>
    </Box>
  );
}
