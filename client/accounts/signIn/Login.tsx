import { Box, Link as ChakraLink, Stack, Text } from '@chakra-ui/react';
import { Link, useLocation } from 'react-router-dom';
import { CutProfile } from '../../components/CutProfile';
import { NeedsScript } from '../../components/notice/NeedsScript';
import { Notice } from '../../components/notice/Notice';
import { PageHeading } from '../../components/PageHeading';
import { paths } from '../../paths';
import { useSession } from '../../session';
import { VisitorShell } from '../../shell/VisitorShell';
import { LoginForm } from './LoginForm';

export function Login() {
  const { state } = useLocation();
  const { notice } = useSession();
  return (
    <VisitorShell>
      <Box maxW="27rem" mx="auto" pt={{ base: 6, md: 12 }}>
        <PageHeading size="2xl">Log in</PageHeading>
        {state?.from && !notice && (
          <Text mt={1} fontSize="md" fontWeight="semibold">
            Sign in to open this page
          </Text>
        )}
        <CutProfile my={4} />
        <Stack gap={5}>
          {state?.notice && (
            <Notice kind="success" role="status">
              {state.notice}
            </Notice>
          )}
          <NeedsScript>Signing in needs JavaScript. Please switch it on for this site.</NeedsScript>
          <LoginForm />
          <Text textAlign="center">
            New here?{' '}
            <ChakraLink asChild>
              <Link to={paths.join}>Join us</Link>
            </ChakraLink>
          </Text>
        </Stack>
      </Box>
    </VisitorShell>
  );
}
