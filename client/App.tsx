import { ChakraProvider } from '@chakra-ui/react';
import { type ComponentProps, StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { LiveRegion } from './components/notice/LiveRegion';
import { system } from './theme/theme';

/** All that is in `#root`: in the browser, and in the pages that the build renders (prerender.tsx). */
export const App = ({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) => (
  <StrictMode>
    <ChakraProvider value={system}>
      {/* Navigations wait for their screen before they begin (routes.tsx), and are then rendered at once. */}
      <RouterProvider router={router} useTransitions={false} />
      <LiveRegion />
    </ChakraProvider>
  </StrictMode>
);
