import { Button, Stack, Text } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { useRouteError } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';

/** Replaces a screen that failed. The shell stays, so the user can navigate away. */
export function RouteError() {
  const error = useRouteError();
  console.error(error);
  return (
    <Stack gap={4} maxW="measure" p={{ base: 4, md: 6 }} py={8} align="flex-start">
      <PageHeading size="2xl">This page could not be shown</PageHeading>
      <Text>Something went wrong on our side. Loading the page again usually helps.</Text>
      <Button onClick={() => location.reload()}>
        <RotateCcw aria-hidden="true" />
        Load again
      </Button>
    </Stack>
  );
}
