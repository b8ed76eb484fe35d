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

/** How long lists without a `limit` are expected to be; any other has DEFAULT_SIZE. */
const SIZES: Record<string, number> = {
  'Query.makeOptions': 100,
  'Query.clientOptions': 100,
  'Query.lookupValues': 50,
  'Query.lookupModels': 50,
  'Query.roles': 2,
  'Model.spacing': 12,
  'Model.depth': 8,
  'Model.images': 5,
  'Import.columns': 60,
  'ImportColumn.sample': 3,
};
const DEFAULT_SIZE = 10;
/** More is refused by the operation itself. */
const MAX_LIMIT = 100;

type Variables = Readonly<Record<string, unknown>>;

/**
 * How many values an answer to `operation` would have at most, roughly (docs/rules.md, Fair share): each field is one,
 * times the `limit` or the expected length of every list around it. Fragments must not be circular.
 */
export function costOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Variables,
): number {
  // A fragment that is spread a thousand times is counted once.
  const known = new Map<string, number>();

  /** `limit` is that of the field around, whose list this is a part of. */
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
    // __typename, or introspection, which production refuses.
    if (!field) return 1;
    const own = limitOf(node, field, variables);
    const isList = isListType(getNullableType(field.type));
    const size = isList ? (own ?? limit ?? SIZES[`${parent.name}.${field.name}`] ?? DEFAULT_SIZE) : 1;
    const type = getNamedType(field.type);
    if (!node.selectionSet || !isObjectType(type)) return size;
    // A page is an object with the list in it.
    return 1 + size * costOfSelections(node.selectionSet, type, isList ? undefined : own);
  }

  const root = schema.getRootType(operation.operation);
  return root ? costOfSelections(operation.selectionSet, root) : 0;
}

/** What the field's `limit` is: given, in a variable, or by default; undefined where it has none. */
function limitOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): number | undefined {
  const argument = field.args.find(({ name }) => name === 'limit');
  if (!argument) return undefined;
  const given = node.arguments?.find(({ name }) => name.value === 'limit')?.value;
  let limit: unknown = given ? MAX_LIMIT : argument.defaultValue;
  if (given?.kind === Kind.INT) limit = Number(given.value);
  // A variable that is absent has its own default or the argument's.
  if (given?.kind === Kind.VARIABLE) limit = variables[given.name.value] ?? MAX_LIMIT;
  return typeof limit === 'number' ? Math.min(Math.max(limit, 1), MAX_LIMIT) : MAX_LIMIT;
}
