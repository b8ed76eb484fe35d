import { client, clientOptions, clients, deleteClient, saveClient } from '../accounts/clients/client.operations';
import { forgotPassword, resetPassword } from '../accounts/passwords/password.operations';
import { login, logout } from '../accounts/signIn/signIn.operations';
import { deleteUser, roles, saveUser, user, users } from '../accounts/users/user.operations';
import { exportModels } from '../catalogue/export/export.operations';
import { lookupModels, lookupValues } from '../catalogue/lookup/lookup.operations';
import { deleteMake, make, makeOptions, makes, saveMake } from '../catalogue/makes/make.operations';
import { modelsAsJson } from '../catalogue/models/list/modelList.operations';
import { searchModelsAsJson } from '../catalogue/models/list/search.operations';
import { deleteModel, saveModel } from '../catalogue/models/model.operations';
import { model } from '../catalogue/models/modelById.operations';
import type { Context } from '../context';
import { correction, corrections, createCorrection } from '../feedback/correction.operations';
import { createFeedback, feedback as feedbackOf, feedbacks } from '../feedback/feedback.operations';
import type { Operation } from '../gate/gate';
import type { CachedAnswer } from '../gate/memory';
import { createLogEntry, logEntries } from '../logs/log.operations';
import { completePayment, subscriptionStatus } from '../payments/payment.operations';
import { paymentHistory } from '../payments/paymentList.operations';
import { startPayment } from '../payments/start.operations';
import * as accounts from './wire/accounts';
import { each, nothing, page, record } from './wire/calls';
import * as catalogue from './wire/catalogue';
import * as feedback from './wire/feedback';
import * as payments from './wire/payments';
import type { Call, Reader } from './wire/reader';
import type { Writer } from './wire/writer';
import * as out from './wire/writer';

type Status = 200 | 201 | 204;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A POST to the list with an id in its body changes that record (docs/rules.md, "Input"). */
const CREATED_OR_UPDATED = { created: 201, updated: 200 } as const;

interface Told {
  /** The status of success; 200 by default. */
  status?: Status | typeof CREATED_OR_UPDATED;
  /** Further properties of an error's body, for clients that expect its text elsewhere. */
  alsoAs?: ((message: string) => object) | undefined;
  /** Statuses of errors that openapi.ts cannot derive from the rest of the route. */
  mayAnswer?: readonly number[];
}

/** One endpoint of the old server: the operation that answers it, and how names are translated. */
export interface Route extends Told {
  method: Method;
  path: string;
  status: NonNullable<Told['status']>;
  operation: Pick<Operation<object, unknown, Context, string>, 'access' | 'scope' | 'admit' | 'description' | 'Input'>;
  input: Reader<object>;
  output: Pick<Writer<never>, 'schema' | 'content'>;
  answer(ctx: Context, call: Call): Promise<unknown>;
  /** The encoded answer, where it may be kept; `key` states the whole call. */
  cached?: ((ctx: Context, call: Call, key: string) => Promise<CachedAnswer>) | undefined;
}

function route<I extends object, O>(
  method: Method,
  path: string,
  operation: Operation<I, O, Context, string>,
  input: Reader<I>,
  output: Writer<O>,
  { status = 200, alsoAs, mayAnswer }: Told = {},
): Route {
  const answer = async (ctx: Context, call: Call) => output.write(await operation(ctx, input.read(call)), call);
  const cachedOf = operation.cached;
  const cached =
    cachedOf &&
    ((ctx: Context, call: Call, key: string) =>
      cachedOf(
        ctx,
        key,
        () => input.read(call),
        (answered) => JSON.stringify(output.write(answered, call)),
      ));
  return { method, path, status, operation, input, output, answer, cached, alsoAs, ...(mayAnswer && { mayAnswer }) };
}

const CREATED: Told = { status: 201 };
const NO_CONTENT: Told = { status: 204 };
const SAVED: Told = { status: CREATED_OR_UPDATED };
/** Of a make. */
const MAY_BE_MISSING: Told = { mayAnswer: [404] };

/** One line for each endpoint. */
export const routes: Route[] = [
  route('POST', '/login', login, accounts.loginInput, accounts.userData, { mayAnswer: [401, 402] }),
  route('POST', '/logout', logout, nothing, out.nothing, NO_CONTENT),
  route('POST', '/password/email', forgotPassword, accounts.forgotPasswordInput, accounts.passwordSent, {
    alsoAs: accounts.appStatus,
  }),
  route('POST', '/password/reset', resetPassword, accounts.resetPasswordInput, accounts.passwordReset),
  route('GET', '/clients', clients, accounts.clientsInput, page(accounts.client)),
  route('GET', '/clients/list', clientOptions, nothing, each(accounts.clientOption)),
  route('POST', '/clients', saveClient, accounts.clientInput, accounts.client, CREATED),
  route('GET', '/clients/:id', client, record, accounts.client),
  route('PUT', '/clients/:id', saveClient, accounts.clientInput, accounts.client),
  route('DELETE', '/clients/:id', deleteClient, record, out.nothing, NO_CONTENT),
  route('GET', '/company-detail', makes, catalogue.makesInput, page(catalogue.companyDetail)),
  route('GET', '/company-detail/list', makeOptions, nothing, each(catalogue.makeOption)),
  route('GET', '/company-detail/:id', make, record, catalogue.companyDetail),
  route('POST', '/company-detail', saveMake, catalogue.makeInput, catalogue.companyDetail, SAVED),
  route('POST', '/company-detail/:id', saveMake, catalogue.makeInput, catalogue.companyDetail),
  route('DELETE', '/company-detail/:id', deleteMake, record, out.nothing, NO_CONTENT),
  route('GET', '/roles', roles, nothing, each(accounts.role)),
  route('GET', '/corrections', corrections, feedback.correctionsInput, page(feedback.correction)),
  route('GET', '/corrections/:id', correction, record, feedback.correction),
  route('POST', '/corrections', createCorrection, feedback.correctionInput, feedback.correction, CREATED),
  route(
    'GET',
    '/product-detail',
    lookupValues,
    catalogue.lookupValuesInput,
    each(catalogue.lookupValue),
    MAY_BE_MISSING,
  ),
  route(
    'GET',
    '/product-detail/sublist',
    lookupModels,
    catalogue.lookupModelsInput,
    each(catalogue.sublistItem),
    MAY_BE_MISSING,
  ),
  route('GET', '/products', modelsAsJson, catalogue.modelsInput, catalogue.productPage),
  route('GET', '/products/search', searchModelsAsJson, catalogue.searchInput, catalogue.productPage),
  route('GET', '/products/download', exportModels, catalogue.exportInput, catalogue.download),
  route('GET', '/products/:id', model, catalogue.modelRecord, catalogue.product),
  route('POST', '/products', saveModel, catalogue.modelInput, catalogue.product, SAVED),
  route('POST', '/products/:id', saveModel, catalogue.modelInput, catalogue.product),
  route('DELETE', '/products/:id', deleteModel, record, out.nothing, NO_CONTENT),
  route('POST', '/users', saveUser, accounts.userInput, accounts.user, CREATED),
  route('GET', '/users', users, accounts.usersInput, page(accounts.user)),
  route('GET', '/users/:id', user, record, accounts.user),
  route('PUT', '/users/:id', saveUser, accounts.userInput, accounts.user),
  route('DELETE', '/users/:id', deleteUser, record, out.nothing, NO_CONTENT),
  route('GET', '/userlogs', logEntries, accounts.logInput, page(accounts.userLog)),
  route('POST', '/userlogs', createLogEntry, accounts.logEntryInput, accounts.userLog, CREATED),
  route('GET', '/feedbacks', feedbacks, feedback.feedbacksInput, page(feedback.feedback)),
  route('GET', '/feedbacks/:id', feedbackOf, record, feedback.feedback),
  route('POST', '/feedbacks', createFeedback, feedback.feedbackInput, feedback.feedback, CREATED),
  route('GET', '/payment-history', paymentHistory, payments.paymentHistoryInput, page(payments.payment)),
  route('POST', '/createIntent', startPayment, payments.createIntentInput, payments.intent, {
    alsoAs: payments.asError,
  }),
  route('GET', '/subscription-status', subscriptionStatus, nothing, payments.subscriptionStatus),
  route('POST', '/subscribe', completePayment, payments.subscribeInput, payments.subscribed, {
    alsoAs: payments.asError,
  }),
];
