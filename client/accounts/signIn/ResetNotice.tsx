import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { settings } from '../../components/settings';
import { plainLink } from '../../recipes';
import { PhoneLink } from '../../shell/Contact';

const Reset = chakra('button', { base: { ...plainLink, minH: 'control', cursor: 'pointer' } });

/** Always there, so it is quiet: what is wrong with a sign-in is louder. `onReset` opens the Forgot Password dialog. */
export const ResetNotice = ({ onReset }: { onReset: () => void }) => (
  <Box color="muted" borderLeftWidth="3px" borderColor="hairline" pl={3}>
    <Text>All users must reset their password before logging in on the new version.</Text>
    <Flex columnGap={5} wrap="wrap" align="center">
      <Reset type="button" onClick={onReset}>
        Reset your password
      </Reset>
      {settings.supportPhone && (
        <Text>
          Contact phone: <PhoneLink />
        </Text>
      )}
    </Flex>
  </Box>
);
