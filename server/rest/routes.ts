import { login, logout } from '../accounts/signIn.operations';
import { lookupModels, lookupValues, makeOptions, model } from '../catalogue/lookup.operations';
import { deleteMake, make, makes, saveMake } from '../catalogue/make.operations';
import { deleteModel, models, saveModel } from '../catalogue/model.operations';
import { searchModels } from '../catalogue/search.operations';
import { notFound } from '../errors';
import { type Access, NoInput, type Operation, query } from '../operation';
import type { Call } from './api';
import type { Reader } from './reader';
import * as wire from './wire';

type Status = 200 | 201 | 204;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the old server: which operation answers it, and how its words are translated. */
export interface Route<I extends object = never, O = never> {
  method: Method;
  path: string;
  /** Of success. */
  status: Status | ((call: Call) => Status);
  operation: Operation<I, O>;
  input: Reader<I>;
  output(result: O, call: Call): unknown;
}

function route<I extends object, O>(
  method: Method,
  path: string,
  operation: Operation<I, O>,
  input: Reader<I>,
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

const noBody = () => undefined;
/** A POST to the list with an id among its fields changes that record (contract section 3). */
const createdOrUpdated = ({ body }: Call) => (body.id === undefined ? 201 : 200);

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
  route('GET', '/company-detail', makes, wire.makesInput, wire.page(wire.companyDetail)),
  route('GET', '/company-detail/list', makeOptions, wire.nothing, wire.each(wire.makeOption)),
  route('GET', '/company-detail/:id', make, wire.record, wire.companyDetail),
  route('POST', '/company-detail', saveMake, wire.makeInput, wire.companyDetail, createdOrUpdated),
  route('POST', '/company-detail/:id', saveMake, wire.makeInput, wire.companyDetail),
  route('DELETE', '/company-detail/:id', deleteMake, wire.record, noBody, 204),
  missing('GET', '/roles', 'admin'),
  missing('GET', '/corrections', 'admin'),
  missing('GET', '/corrections/:id', 'admin'),
  missing('POST', '/corrections', 'member'),
  route('GET', '/product-detail', lookupValues, wire.lookupValuesInput, wire.each(wire.lookupValue)),
  route('GET', '/product-detail/sublist', lookupModels, wire.lookupModelsInput, wire.each(wire.sublistItem)),
  route('GET', '/products', models, wire.modelsInput, wire.page(wire.productRow)),
  route('GET', '/products/search', searchModels, wire.searchInput, wire.page(wire.productRow)),
  missing('GET', '/products/download', 'downloader'),
  route('GET', '/products/:id', model, wire.modelRecord, wire.product),
  route('POST', '/products', saveModel, wire.modelInput, wire.product, createdOrUpdated),
  route('POST', '/products/:id', saveModel, wire.modelInput, wire.product),
  route('DELETE', '/products/:id', deleteModel, wire.record, noBody, 204),
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
