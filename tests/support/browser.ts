import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's browser, for `chromium.connect`. */
    browser: string;
  }
}

/** Starts one Chromium for all end-to-end tests; each file has its own profiles in it (tests/support/site.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await launchChromium();
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
