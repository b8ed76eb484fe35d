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

type Headers = Record<string, string>;

/**
 * The headers for a URL. Pages get all headers. Scripts and fonts get only those that apply to any file, because a screen
 * loads some fifty files. Answers of REST and the graph may not be cached or displayed as a page.
 */
export function headersByAddress(config: Config): (url: string) => Headers {
  const pages = pageHeaders(config);
  const files = Object.fromEntries(Object.entries(pages).filter(([name]) => OF_ANY_FILE.includes(name)));
  const data = {
    ...files,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
  return (url) => {
    if (url.startsWith('/assets/')) return files;
    return /^\/(api|graphql)(?=[/?]|$)/.test(url) ? data : pages;
  };
}

/** Computed once: helmet would build its policy again for every response. */
function pageHeaders({ production, stripe }: Config): Headers {
  const headers: Headers = {};
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
        // Not Stripe's scripts.
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
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
