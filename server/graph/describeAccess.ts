import type { GraphQLSchema } from 'graphql';
import * as clients from '../accounts/clients/client.operations';
import * as merging from '../accounts/clients/merge.operations';
import * as renewals from '../accounts/clients/renewal.operations';
import * as passwords from '../accounts/passwords/password.operations';
import * as sessions from '../accounts/sessions/session.operations';
import * as signIn from '../accounts/signIn/signIn.operations';
import * as newUsers from '../accounts/users/addUsers.operations';
import * as erasure from '../accounts/users/erasure.operations';
import * as users from '../accounts/users/user.operations';
import * as views from '../accounts/users/view.operations';
import * as changes from '../catalogue/changes/change.operations';
import * as bulk from '../catalogue/changes/selection/selection.operations';
import * as imports from '../catalogue/changes/sheet/import.operations';
import * as mending from '../catalogue/changes/sheet/mend.operations';
import * as stagedRows from '../catalogue/changes/stagedRow.operations';
import * as history from '../catalogue/history/history.operations';
import * as images from '../catalogue/images/image.operations';
import * as aliases from '../catalogue/jump/aliases/alias.operations';
import * as aliasImport from '../catalogue/jump/aliases/aliasImport.operations';
import * as jump from '../catalogue/jump/jump.operations';
import * as misses from '../catalogue/jump/missed/missedSearch.operations';
import * as places from '../catalogue/jump/places.operations';
import * as series from '../catalogue/jump/series.operations';
import * as lookup from '../catalogue/lookup/lookup.operations';
import * as makes from '../catalogue/makes/make.operations';
import * as completeness from '../catalogue/models/completeness.operations';
import * as models from '../catalogue/models/model.operations';
import * as modelById from '../catalogue/models/modelById.operations';
import * as modelList from '../catalogue/models/modelList.operations';
import * as search from '../catalogue/models/search.operations';
import * as recents from '../catalogue/sheets/recent.operations';
import * as samples from '../catalogue/sheets/sampleSheet.operations';
import * as sheets from '../catalogue/sheets/sheet.operations';
import * as corrections from '../feedback/correction.operations';
import * as feedback from '../feedback/feedback.operations';
import * as nextOpen from '../feedback/nextOpen.operations';
import { type Access, forWhom } from '../gate/audiences';
import { nameOperation } from '../gate/operation';
import * as accesses from '../logs/access/access.operations';
import * as unusual from '../logs/access/unusual.operations';
import * as logs from '../logs/log.operations';
import * as overview from '../overview/overview.operations';
import * as worklist from '../overview/worklist.operations';
import * as payments from '../payments/payment.operations';
import * as paymentList from '../payments/paymentList.operations';
import * as receipts from '../payments/receipts/receipt.operations';
import * as reminding from '../payments/reminders/reminder.operations';
import * as start from '../payments/start.operations';

const operations: Record<string, unknown> = {
  ...clients,
  ...merging,
  ...renewals,
  ...passwords,
  ...sessions,
  ...signIn,
  ...users,
  ...newUsers,
  ...erasure,
  ...views,
  ...history,
  ...images,
  ...changes,
  ...stagedRows,
  ...imports,
  ...mending,
  ...bulk,
  ...jump,
  ...places,
  ...aliases,
  ...aliasImport,
  ...misses,
  ...series,
  ...lookup,
  ...sheets,
  ...samples,
  ...makes,
  ...models,
  ...modelById,
  ...modelList,
  ...recents,
  ...search,
  ...corrections,
  ...feedback,
  ...nextOpen,
  ...logs,
  ...accesses,
  ...unusual,
  ...completeness,
  ...overview,
  ...worklist,
  ...payments,
  ...paymentList,
  ...receipts,
  ...reminding,
  ...start,
};

const hasAccess = (value: unknown): value is { access: Access; admit: object } =>
  typeof value === 'function' && 'access' in value;

/**
 * Appends who may call it to the description of each query and mutation. The access comes from the operation of the same
 * name, which also gets this name in traces. Modifies `schema` and returns it.
 */
export function describeAccess(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const operation = operations[field.name];
      if (!hasAccess(operation)) throw new Error(`No operation has the name of the field ${field.name}`);
      nameOperation(operation, field.name);
      field.description = `${field.description} ${forWhom(operation)}`;
    }
  }
  return schema;
}
