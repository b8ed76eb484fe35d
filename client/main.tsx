import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { guardFields } from './fieldGuards';
import { sendUnsentSignOut } from './offline/unsentSignOut';
import { createRouter, firstScreens } from './routes';
import { currentSession, suspectSession } from './session';

guardFields();
const isLeaving = sendUnsentSignOut();
const root = document.getElementById('root') as HTMLElement;
const router = createRouter();

// The server sends what the build rendered only to those who have no session.
if (!isLeaving && !('rendered' in document.documentElement.dataset)) suspectSession();

/**
 * Whether the page was rendered by the build (prerender.tsx) and the first screen is the same: not if it depends on who
 * is signed in, on the URL's parameters or on the history entry.
 */
const isRendered =
  'rendered' in document.documentElement.dataset && !currentSession().user && !location.search && !history.state?.usr;

// Not `await` at the top level: other chunks import from this one, and would wait for it while it waits for them.
void firstScreens(router).then(() => {
  const app = <App router={router} />;
  delete document.documentElement.dataset.rendered;
  if (!isRendered) return createRoot(root).render(app);
  // In a transition, so that React pauses for the user's input.
  startTransition(() => void hydrateRoot(root, app));
  // What was pressed before (public/early.js). React takes over what is pressed at once.
  for (const control of root.querySelectorAll<HTMLElement>('[data-pressed]')) control.click();
});
