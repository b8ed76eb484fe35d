import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isReachable, NoConnection, useOnline } from '../components/connection';
import { LinkButton } from '../components/LinkButton';
import { PageHeading } from '../components/PageHeading';
import { paths } from '../paths';
import { useSession } from '../session';

/** Replaces a screen that failed. The shell stays, so the user can navigate away. */
export function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const here = useLocation();
  const { user } = useSession();
  const [cutOff, setCutOff] = useState(error instanceof NoConnection);
  const online = useOnline();
  const wasOnline = useRef(online);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the connection is back
  useEffect(() => {
    if (cutOff && online && !wasOnline.current) void navigate(here, { replace: true, state: here.state });
    wasOnline.current = online;
  }, [online]);
  useEffect(() => {
    if (!(error instanceof NoConnection)) console.error(error);
  }, [error]);

  // Without a connection, a reload would replace the app by the browser's own error page.
  const loadAgain = async () => {
    if (await isReachable()) location.reload();
    else setCutOff(true);
  };

  return (
    <Stack gap={4} maxW="measure" p={{ base: 4, md: 6 }} py={8} align="flex-start">
      <PageHeading size="2xl">{cutOff ? 'No connection' : 'This page could not be shown'}</PageHeading>
      <Text role="status">
        {cutOff
          ? 'The server cannot be reached from here, and this page needs it. It opens by itself when there is a connection.'
          : 'Something went wrong on our side. Loading the page again usually helps.'}
      </Text>
      <Flex gap={3} wrap="wrap">
        {cutOff ? (
          // This clears the error, so the screen is loaded again: a browser that remembers the failure reloads the page.
          <Button onClick={() => void navigate(here, { replace: true, state: here.state })}>
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
        ) : (
          <Button onClick={() => void loadAgain()}>
            <RotateCcw aria-hidden="true" />
            Load again
          </Button>
        )}
        {cutOff && user && <LinkButton to={paths.offline}>Kept on this device</LinkButton>}
        {history.state?.idx > 0 && (
          <Button variant="outline" onClick={() => void navigate(-1)}>
            <ArrowLeft aria-hidden="true" />
            Back
          </Button>
        )}
      </Flex>
    </Stack>
  );
}
