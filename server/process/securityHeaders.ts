import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config';

/** The sources that Stripe.js needs: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SOURCES = {
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
};

const OF_ANY_FILE = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'];

/** Those for scripts and fonts. The others are about documents; a screen loads some fifty files. */
export const fileHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => OF_ANY_FILE.includes(name)));

/** The security headers of every response. Computed once: helmet would build its policy again for each of them. */
export function securityHeaders({ production, stripe }: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  const set = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        // Chakra uses Emotion, which inserts <style> elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        ...(stripe && STRIPE_SOURCES),
        upgradeInsecureRequests: production ? [] : null,
      },
    },
    strictTransportSecurity: production,
    referrerPolicy: { policy: 'same-origin' },
  });
  set({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
