import { login, logout } from '../accounts/signIn.operations';
import { lookupModels, lookupValues, makeOptions, model } from '../catalogue/lookup.operations';
import { notFound } from '../errors';
import { type Access, NoInput, type Operation, query } from '../operation';
import type { Call } from './api';
import * as wire from './wire';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the old server: which operation answers it, and how its words are translated. */
export interface Route<I extends object = never, O = never> {
  method: Method;
  path: string;
  /** Of success. */
  status: 200 | 201 | 204;
  operation: Operation<I, O>;
  input: wire.Reader<I>;
  output(result: O, call: Call): unknown;
}

function route<I extends object, O>(
  method: Method,
  path: string,
  operation: Operation<I, O>,
  input: wire.Reader<I>,
  output: Route<I, O>['output'],
  status: Route['status'] = 200,
): Route {
  return { method, path, status, operation, input, output } as unknown as Route;
}

/** A call that this version does not answer yet; whoever may not make it learns just that. */
function missing(method: Method, path: string, access: Access): Route {
  const refuse = query(access, NoInput, async () => {
    throw notFound('path');
  });
  return route(method, path, refuse, wire.nothing, () => undefined);
}

const each =
  <T>(write: (item: T, call: Call) => unknown) =>
  (items: T[], call: Call) =>
    items.map((item) => write(item, call));
const noBody = () => undefined;

/** One line an endpoint, in the order of Spec section 7. */
export const routes: Route[] = [
  route('POST', '/login', login, wire.loginInput, wire.userData),
  route('POST', '/logout', logout, wire.nothing, noBody, 204),
  missing('POST', '/password/email', 'visitor'),
  missing('POST', '/password/reset', 'session'),
  missing('GET', '/clients', 'admin'),
  missing('GET', '/clients/list', 'admin'),
  missing('POST', '/clients', 'admin'),
  missing('GET', '/clients/:id', 'admin'),
  missing('PUT', '/clients/:id', 'admin'),
  missing('DELETE', '/clients/:id', 'admin'),
  missing('GET', '/company-detail', 'admin'),
  route('GET', '/company-detail/list', makeOptions, wire.nothing, each(wire.makeOption)),
  missing('GET', '/company-detail/:id', 'admin'),
  missing('POST', '/company-detail', 'admin'),
  missing('POST', '/company-detail/:id', 'admin'),
  missing('DELETE', '/company-detail/:id', 'admin'),
  missing('GET', '/roles', 'admin'),
  missing('GET', '/corrections', 'admin'),
  missing('GET', '/corrections/:id', 'admin'),
  missing('POST', '/corrections', 'member'),
  route('GET', '/product-detail', lookupValues, wire.lookupValuesInput, each(wire.lookupValue)),
  route('GET', '/product-detail/sublist', lookupModels, wire.lookupModelsInput, each(wire.sublistItem)),
  missing('GET', '/products', 'admin'),
  missing('GET', '/products/search', 'admin'),
  missing('GET', '/products/download', 'downloader'),
  route('GET', '/products/:id', model, wire.modelInput, wire.product),
  missing('POST', '/products', 'admin'),
  missing('POST', '/products/:id', 'admin'),
  missing('DELETE', '/products/:id', 'admin'),
  missing('POST', '/users', 'admin'),
  missing('GET', '/users', 'admin'),
  missing('GET', '/users/:id', 'admin'),
  missing('PUT', '/users/:id', 'admin'),
  missing('DELETE', '/users/:id', 'admin'),
  missing('GET', '/userlogs', 'admin'),
  missing('POST', '/userlogs', 'member'),
  missing('GET', '/feedbacks', 'admin'),
  missing('GET', '/feedbacks/:id', 'admin'),
  missing('POST', '/feedbacks', 'member'),
  missing('GET', '/payment-history', 'payer'),
  missing('POST', '/createIntent', 'visitor'),
  missing('GET', '/subscription-status', 'payer'),
  missing('POST', '/subscribe', 'visitor'),
];
