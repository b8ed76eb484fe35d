import { loadStore } from './keptAnswers';
import { noteNewVersion } from './versionOffer';

/** How often an open page looks for a new version, in milliseconds. */
const LOOK_MS = 3_600_000;

/** The address of the app's first script in the version of which `worker` is. */
const entryOf = (worker: ServiceWorker) =>
  new Promise<string>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('entry', [port2]);
  });

/**
 * A worker of another version waits until no page of its own version is left. If this page already is of the waiting version,
 * it takes over; otherwise the new version is offered, because a reload must not be forced on a form.
 */
async function meet(worker: ServiceWorker | null) {
  if (!worker || !navigator.serviceWorker.controller) return;
  const entry = await entryOf(worker);
  const isOwn = [...document.scripts].some(({ src }) => src && new URL(src).pathname === entry);
  if (isOwn) worker.postMessage('activate');
  else noteNewVersion();
}

async function register() {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void meet(registration.waiting);
    });
  });
  void meet(registration.waiting);
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_MS);
}

let hasRegistered = false;

/** Prepares the device for work of the present user without a connection. Whatever fails, the site works without it. */
export function start() {
  void loadStore()
    .then(({ openStore }) => openStore())
    .catch((error) => console.warn('Nothing is kept on this device.', error));
  if (hasRegistered) return;
  hasRegistered = true;
  // Absent in some browsers' private windows, and without https.
  if ('serviceWorker' in navigator) register().catch((error) => console.warn('The service worker was refused.', error));
  // An installed app asks the browser not to remove what is kept when the disk gets full.
  if (matchMedia('(display-mode: standalone)').matches) void navigator.storage?.persist?.().catch(() => {});
}
