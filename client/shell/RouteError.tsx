import { Button, Stack, Text } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import { useRouteError } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';

/** A screen that broke; the shell around it stands, so that one can go elsewhere. */
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
