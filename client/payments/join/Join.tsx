import { Box, Button, Link as ChakraLink, Flex, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { CutProfile } from '../../components/CutProfile';
import { LinkButton } from '../../components/LinkButton';
import { NeedsScript } from '../../components/notice/NeedsScript';
import { PageHeading } from '../../components/PageHeading';
import { GraphQL } from '../../graphql/GraphQL';
import type { SetupFragment } from '../../graphql/generated/payments';
import { paths } from '../../paths';
import { VisitorShell } from '../../shell/VisitorShell';
import { PaymentForm } from '../PaymentForm';
import { Price } from '../Price';
import { useStart } from '../useStart';
import { JoinForm } from './JoinForm';
import { type Joiner, nobody, savedJoiner, saveJoiner } from './joiner';

const WHAT = 'for a year';

interface Step {
  joiner: Joiner;
  opened?: SetupFragment | undefined;
}

function Invited({ email }: { email: string }) {
  return (
    <Stack gap={4} align="flex-start">
      <Text overflowWrap="anywhere">
        We have mailed an invitation with a temporary password to <strong>{email}</strong>. Sign in with it within 72
        hours, and choose a password of your own. The receipt comes by mail, too.
      </Text>
      <LinkButton to={paths.login} state={{ username: email }} variant="solid">
        Go to login
      </LinkButton>
    </Stack>
  );
}

function Steps() {
  const { startJoin } = useStart();
  const [params] = useSearchParams();
  const [paid, setPaid] = useState(false);
  const [joiner, setJoiner] = useState(nobody);
  // Not at once: the page that the build renders knows nobody.
  useEffect(() => setJoiner(savedJoiner() ?? nobody), []);
  // After a return from the bank's page, continue with the payment.
  const [paying, setPaying] = useState<Step | null>(() => {
    const saved = params.has('redirect_status') ? savedJoiner() : null;
    return saved?.email ? { joiner: saved } : null;
  });

  if (!paying) {
    return (
      <>
        <PageHeading size="2xl">Join Motokey</PageHeading>
        <CutProfile my={4} />
        <Stack gap={5}>
          <Price what={WHAT} />
          <Text color="muted">
            The whole catalogue for one locksmith, on the phone in the van and on the machine at the bench. Next you pay
            by card; then we mail you a temporary password.
          </Text>
          <NeedsScript>Joining needs JavaScript. Please switch it on for this site.</NeedsScript>
          <JoinForm
            key={joiner.email}
            joiner={joiner}
            onStarted={(next, opened) => {
              saveJoiner(next);
              setJoiner(next);
              setPaying({ joiner: next, opened });
            }}
          />
          <Text>
            Have an account?{' '}
            <ChakraLink asChild>
              <Link to={paths.login}>Log in</Link>
            </ChakraLink>
          </Text>
        </Stack>
      </>
    );
  }

  const { company, fullName, email } = paying.joiner;
  const heading = paid ? 'Welcome to Motokey' : 'Complete Your Payment';
  return (
    <>
      <PageHeading size="2xl">{heading}</PageHeading>
      <PaymentForm
        what={WHAT}
        start={(another) => startJoin(another, paying.joiner)}
        opened={paying.opened}
        onPaid={() => {
          saveJoiner(null);
          setPaid(true);
        }}
        note={
          <Flex gap={3} align="center" justify="space-between" pb={3} borderBottomWidth="1px">
            <Box minW={0} overflowWrap="anywhere">
              <Text fontWeight="semibold">{company}</Text>
              <Text>{fullName}</Text>
              <Text>{email}</Text>
            </Box>
            <Button variant="outline" onClick={() => setPaying(null)}>
              Change
            </Button>
          </Flex>
        }
        after={() => <Invited email={email} />}
      />
    </>
  );
}

/** Sign-up: the user's details, then the payment. The server creates the account once it is paid. */
export const Join = () => (
  <VisitorShell>
    <Box maxW="30rem" mx="auto" pt={{ base: 6, md: 12 }}>
      <GraphQL>
        <Steps />
      </GraphQL>
    </Box>
  </VisitorShell>
);
