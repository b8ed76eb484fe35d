import type { Page } from 'playwright-core';
import type { LocalStripe } from './localStripe';

/** Serves `page` a stand-in for Stripe's script, and forwards its calls of api.stripe.com to `stripe`. */
export async function serveStripeScript(page: Page, stripe: LocalStripe): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }),
  );
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    try {
      const answer = await fetch(`${stripe.url}${pathname}${search}`, {
        method: request.method(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: request.postData(),
      });
      await route.fulfill({
        status: answer.status,
        headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
        body: await answer.text(),
      });
    } catch {
      await route.abort();
    }
  });
}

/**
 * Runs in the browser: `window.Stripe` with the methods that we use. Its Payment Element is one card field. A dialog
 * stands in for the bank's authentication, in the page or on the bank's own page.
 */
function standIn(): void {
  type Intent = { id: string; status: string; payment_method: string | null };
  type Answer = { intent?: Intent; error?: { type: string; code?: string; message: string } };
  const API = 'https://api.stripe.com/v1';

  const make = (key: string) => {
    const send = async (method: 'GET' | 'POST', path: string, form: Record<string, string>): Promise<Answer> => {
      const body = new URLSearchParams({ key, ...form });
      try {
        const response = await (method === 'GET'
          ? fetch(`${API}/${path}?${body}`)
          : fetch(`${API}/${path}`, { method, body }));
        const answer = await response.json();
        return answer.error ? { error: answer.error } : { intent: answer };
      } catch {
        return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } };
      }
    };
    const pathOf = (secret: string) =>
      `${secret.startsWith('pi_') ? 'payment_intents' : 'setup_intents'}/${secret.split('_secret_')[0]}`;
    const retrieve = (secret: string) => send('GET', pathOf(secret), { client_secret: secret });

    /** The bank's authentication: completed here, or on a separate page that returns to `returnUrl`. */
    const ask = (secret: string, returnUrl?: string) =>
      new Promise<Answer>((resolve) => {
        const dialog = document.createElement('dialog');
        dialog.setAttribute('aria-label', 'Your bank');
        const answer = (outcome: 'success' | 'failure') =>
          send('POST', `${pathOf(secret)}/authenticate`, { client_secret: secret, outcome });
        const button = (label: string, press: () => Promise<unknown>) => {
          const made = Object.assign(document.createElement('button'), { textContent: label });
          made.onclick = async () => {
            dialog.remove();
            await press();
          };
          dialog.append(made);
        };
        button('Complete', async () => resolve(await answer('success')));
        button('Fail', async () => {
          await answer('failure');
          const code = `${secret.startsWith('pi_') ? 'payment' : 'setup'}_intent_authentication_failure`;
          const message = 'We are unable to authenticate your payment method.';
          resolve({ error: { type: 'invalid_request_error', code, message } });
        });
        if (returnUrl) {
          button('Elsewhere', async () => {
            const { intent } = await answer('success');
            const url = new URL(returnUrl);
            url.searchParams.set('setup_intent', intent?.id ?? '');
            url.searchParams.set('setup_intent_client_secret', secret);
            url.searchParams.set('redirect_status', 'succeeded');
            location.href = url.href;
          });
        }
        document.body.append(dialog);
        dialog.showModal();
      });

    const elements = ({ clientSecret, appearance }: { clientSecret: string; appearance: any }) => {
      const field = Object.assign(document.createElement('input'), { inputMode: 'numeric', name: 'number' });
      const problem = document.createElement('p');
      const look = ({ variables }: any) =>
        Object.assign(field.style, {
          width: '100%',
          padding: '8px',
          background: variables.colorBackground,
          color: variables.colorText,
          border: `1px solid ${variables.colorTextSecondary}`,
        });
      look(appearance);
      const listeners: Record<string, (() => void)[]> = {};
      const element = {
        mount(place: HTMLElement) {
          const label = document.createElement('label');
          label.append('Card number', field);
          place.append(label, problem);
          setTimeout(() => {
            for (const listener of listeners.ready ?? []) listener();
          });
        },
        on(event: string, listener: () => void) {
          listeners[event] = [...(listeners[event] ?? []), listener];
          return element;
        },
        off: () => element,
        update() {},
        focus: () => field.focus(),
        destroy() {},
      };
      return {
        clientSecret,
        field,
        problem,
        create: () => element,
        getElement: () => element,
        update: (options: any) => options.appearance && look(options.appearance),
      };
    };

    return {
      elements,
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      async retrieveSetupIntent(secret: string) {
        const { intent, error } = await retrieve(secret);
        return { setupIntent: intent, error };
      },
      async confirmSetup(options: {
        elements: ReturnType<typeof elements>;
        clientSecret: string;
        confirmParams: { return_url: string };
      }) {
        const { clientSecret } = options;
        const { field, problem } = options.elements;
        problem.textContent = field.value ? '' : 'Your card number is incomplete.';
        if (!field.value) return { error: { type: 'validation_error', message: problem.textContent } };
        let { intent, error } = await send('POST', `${pathOf(clientSecret)}/confirm`, {
          client_secret: clientSecret,
          'payment_method_data[card][number]': field.value,
        });
        if (intent?.status === 'requires_action') {
          ({ intent, error } = await ask(clientSecret, options.confirmParams.return_url));
        }
        return error ? { error } : { setupIntent: intent };
      },
      async handleNextAction({ clientSecret }: { clientSecret: string }) {
        const { intent, error } = await ask(clientSecret);
        return error ? { error } : { paymentIntent: intent };
      },
    };
  };
  Object.assign(window, { Stripe: Object.assign(make, { version: 'stand-in' }) });
}
