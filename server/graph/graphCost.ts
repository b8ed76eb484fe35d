import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ImportField } from '../catalogue/export/sheetFields';
import { MOST_CHANGES } from '../catalogue/feed/feed.operations';

/** Expected lengths of lists without a `limit`; DEFAULT_SIZE applies to those not listed. */
const SIZES: Record<string, number> = {
  'Query.makeOptions': 100,
  'Query.clientOptions': 100,
  'Query.lookupValues': 50,
  'Query.lookupModels': 50,
  'Query.modelYears': 40,
  'Query.sheetVersions': 300,
  'SheetVersion.keys': 3,
  'Query.lookupLines': 1000,
  'JumpPlaces.makes': 60,
  'Query.roles': 2,
  'ApiToken.scopes': 4,
  'Query.listViews': 20,
  'Model.spacing': 12,
  'Model.depth': 8,
  'KeySystem.spacing': 12,
  'KeySystem.depth': 8,
  'SuggestedKeySystem.spacing': 12,
  'SuggestedKeySystem.depth': 8,
  'SuggestedKeySystem.models': 5,
  'SuggestedKeySystem.near': 5,
  'NearMeasures.differences': 2,
  'Model.images': 5,
  'Model.otherKeys': 3,
  'Renewal.users': 100,
  'AddUsersPayload.users': 50,
  'NewsItem.years': 5,
  'NewsItem.fields': 5,
  'Overview.months': 12,
  'Query.worklist': 10,
  'Evidence.fields': 20,
  'Evidence.own': 20,
  'FieldEvidence.found': 2,
  'Receipt.lines': 50,
  'Query.completeness': 100,
  'Import.columns': 60,
  'ImportColumn.sample': 3,
  'Import.near': 20,
  'ImportNear.near': 3,
  'ImportRow.cells': Object.keys(ImportField).length,
  'ImportRow.changes': Object.keys(ImportField).length,
  'ImportRow.near': 1,
  'ImportRow.problems': 2,
  'SavedVanBlanks.blanks': 100,
  'VanBlanksFor.matches': 3,
  'Webhook.events': 5,
  'WebhookDelivery.attempts': 5,
};
const DEFAULT_SIZE = 10;
/** The operations refuse a larger `limit`, except for those listed. */
const MAX_LIMIT = 100;
const MAX_LIMITS: Record<string, number> = { 'Query.catalogueChanges': MOST_CHANGES };

type Variables = Readonly<Record<string, unknown>>;

/**
 * Estimates the maximum number of values in the response to `operation` (docs/rules.md, "Fair share"). Each field
 * counts as one, multiplied by the `limit` or expected length of every enclosing list. Fragments must not be circular.
 */
export function costOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Variables,
): number {
  // The cost of a fragment is computed once, however often it is spread.
  const known = new Map<string, number>();

  /** `limit`: the enclosing field's, if that field returns a page. */
  function costOfSelections({ selections }: SelectionSetNode, type: GraphQLObjectType, limit?: number): number {
    let cost = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) cost += costOfField(selection, type, limit);
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += costOfSelections(selection.selectionSet, type, limit);
      else cost += costOfFragment(selection.name.value, type, limit);
    }
    return cost;
  }

  function costOfFragment(name: string, type: GraphQLObjectType, limit?: number): number {
    const key = `${name} ${limit}`;
    const fragment = fragments[name];
    const cost = known.get(key) ?? (fragment ? costOfSelections(fragment.selectionSet, type, limit) : 0);
    known.set(key, cost);
    return cost;
  }

  function costOfField(node: FieldNode, parent: GraphQLObjectType, limit?: number): number {
    const field = parent.getFields()[node.name.value];
    // __typename or introspection, which is off in production.
    if (!field) return 1;
    const path = `${parent.name}.${field.name}`;
    const own = limitOf(node, field, variables, MAX_LIMITS[path]);
    const isList = isListType(getNullableType(field.type));
    const size = isList ? (own ?? limit ?? SIZES[path] ?? DEFAULT_SIZE) : 1;
    const type = getNamedType(field.type);
    if (!node.selectionSet || !isObjectType(type)) return size;
    // A page is an object that contains the list.
    return 1 + size * costOfSelections(node.selectionSet, type, isList ? undefined : own);
  }

  const root = schema.getRootType(operation.operation);
  return root ? costOfSelections(operation.selectionSet, root) : 0;
}

/** The field's `limit`: a literal, a variable or the default; undefined if the field has no such argument. */
function limitOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  variables: Variables,
  most = MAX_LIMIT,
): number | undefined {
  const argument = field.args.find(({ name }) => name === 'limit');
  if (!argument) return undefined;
  const given = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  let limit: unknown = given ? most : argument.defaultValue;
  if (given?.kind === Kind.INT) limit = Number(given.value);
  // A variable that is absent has its own default or the argument's.
  if (given?.kind === Kind.VARIABLE) limit = variables[given.name.value] ?? most;
  return typeof limit === 'number' ? Math.min(Math.max(limit, 1), most) : most;
}
