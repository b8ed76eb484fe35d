import { ChakraProvider } from '@chakra-ui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { LiveRegion } from './components/notice/LiveRegion';
import { firstScreens, router } from './routes';
import { system } from './theme';

// Not `await` at the top level: other chunks import from this one, and would wait for it while it waits for them.
void firstScreens().then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <ChakraProvider value={system}>
        <RouterProvider router={router} />
        <LiveRegion />
      </ChakraProvider>
    </StrictMode>,
  ),
);
