import { Box, Link as ChakraLink, Flex, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Notice } from '../components/notice/Notice';
import { PageHeading } from '../components/PageHeading';
import { formatDay } from '../components/text/date';
import { GraphQL } from '../graphql/GraphQL';
import { checkoutEmail, paths } from '../paths';
import { subscriptionPaid, useSession } from '../session';
import { VisitorShell } from '../shell/VisitorShell';
import { PaymentForm } from './PaymentForm';
import { useStart } from './useStart';

/** Delay before the redirect after a public payment, in milliseconds (docs/look.md, "Payment form"). */
const TO_LOGIN = 1000;

function Payer({ email }: { email: string }) {
  const { startPayment } = useStart();
  const { notice, unpaid } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  /** The message for the login page. */
  const [words, setWords] = useState<string | null>(null);

  useEffect(() => {
    if (!words) return;
    // The login page prefills the email of the paid account, and returns to `from` after sign-in.
    const next = { from: state?.from, username: email, notice: words };
    const timer = setTimeout(() => navigate(paths.login, { state: next }), TO_LOGIN);
    return () => clearTimeout(timer);
  }, [words, email, state, navigate]);

  return (
    <PaymentForm
      what="for annual extension"
      start={(another) => startPayment(another, email)}
      note={
        <>
          {notice && unpaid === email && <Notice kind="warning">{notice}</Notice>}
          <Text overflowWrap="anywhere">
            For the account <strong>{email}</strong>. Afterwards you sign in as before.
          </Text>
        </>
      }
      onPaid={(payment) => {
        subscriptionPaid();
        const until = payment ? ` until ${formatDay(payment.subscriptionEndDate)}` : '';
        setWords(`You have paid${until}. You can sign in now.`);
      }}
      otherwise={
        <Flex columnGap={5} wrap="wrap">
          <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
            <Link to={paths.login}>Back to login</Link>
          </ChakraLink>
          <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
            <Link to={paths.join}>Join us</Link>
          </ChakraLink>
        </Flex>
      }
      after={() => <Text>You will be redirected to the login page.</Text>}
    />
  );
}

/** The public payment page: pays one year for the account of the email in the URL. */
export function Checkout() {
  const [params] = useSearchParams();
  const email = checkoutEmail(params);
  return (
    <VisitorShell>
      <Box maxW="30rem" mx="auto" pt={{ base: 6, md: 12 }}>
        <PageHeading size="2xl">Complete Your Payment</PageHeading>
        <GraphQL>
          <Payer key={email} email={email} />
        </GraphQL>
      </Box>
    </VisitorShell>
  );
}
