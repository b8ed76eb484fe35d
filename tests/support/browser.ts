import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens: `chromium.connect`. */
    browser: string;
  }
}

/** Starts Chromium, once for all end-to-end tests; each file has profiles of its own in it (tests/support/site.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await launchChromium();
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
