import { Box } from '@chakra-ui/react';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import type { ReadCodeQuery } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { Help } from '../help/Help';
import type { useCodeReading } from './useCodeReading';

type Reading = ReadCodeQuery['readCode'];

/** What the key code in the address means, or why it gives no cuts. */
export function CodeNote({ code, found }: { code: string; found: ReturnType<typeof useCodeReading> }) {
  const { reading, error, refetch } = found;
  if (!reading && !error) return null;
  return (
    <Box mt={2}>
      {reading ? (
        <Notice kind={reading.cuts && !reading.otherCuts ? 'info' : 'warning'} role="status">
          {reading.cuts ? <Cuts code={code} reading={reading} /> : <NoCuts code={code} reading={reading} />}
          <Help topic="Direct and blind codes" />
        </Notice>
      ) : (
        <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? `The code ${code} was not read.`}</Problem>
      )}
    </Box>
  );
}

const Cuts = ({ code, reading: { series, cuts, otherCuts, direction } }: { code: string; reading: Reading }) => (
  <>
    <b translate="no">{code}</b> has the cuts <b translate="no">{cuts?.join('-')}</b> from bow to tip
    {direction === 'tip to bow' && '; it is read from the tip'}
    {otherCuts && (
      <>
        , or <b translate="no">{otherCuts.join('-')}</b> if it is read from the tip. The direction is not recorded
      </>
    )}
    . Series <span translate="no">{series}</span>.
  </>
);

const NoCuts = ({ code, reading: { series, problem } }: { code: string; reading: Reading }) => (
  <>
    {series && (
      <>
        <b translate="no">{code}</b> is in the series <span translate="no">{series}</span>.{' '}
      </>
    )}
    {problem}.
  </>
);
