import { Link as ChakraLink, Stack, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { CutProfile } from '../components/CutProfile';
import { PageHeading } from '../components/PageHeading';
import { landingPath, paths } from '../paths';
import { useSession } from '../session';

export function NotFound() {
  const { user } = useSession();
  return (
    <Stack gap={4} maxW="measure" py={8} px={user ? { base: 4, md: 6 } : 0}>
      <Text fontFamily="heading" fontSize="lg" color="brassText">
        404
      </Text>
      <PageHeading size="2xl">Page not found</PageHeading>
      <CutProfile maxW="16rem" />
      <Text>There is nothing at this address. It may have been mistyped, or the page has moved.</Text>
      <ChakraLink asChild alignSelf="flex-start">
        {user ? <Link to={landingPath()}>Go to the lookup</Link> : <Link to={paths.home}>Go to the home page</Link>}
      </ChakraLink>
    </Stack>
  );
}
