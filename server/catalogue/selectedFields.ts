import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Context } from '../context';
import { loadTogether } from '../operation';
import { makesOfModels } from './lookup/lookup.operations';
import type { Fields, MakeLine } from './plainRows';

/** Fields of a model that name it. */
const NAMES = new Set(['__typename', 'id', 'name', 'year', 'make']);
/** Fields of a model that do not open its sheet. All others are key data, including fields added later. */
const FREE = new Set([...NAMES, 'keyDataHash', 'sample', 'version', 'createdAt', 'updatedAt']);
const MAKE_LINE = new Set(['__typename', 'id', 'displayName']);

type Fragments = GraphQLResolveInfo['fragments'];

/** The fields selected in `set`, those of fragments included. */
function* selectedIn(set: SelectionSetNode | undefined, fragments: Fragments): Generator<FieldNode> {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* selectedIn(selection.selectionSet, fragments);
    else yield* selectedIn(fragments[selection.name.value]?.selectionSet, fragments);
  }
}

function* selected(info: GraphQLResolveInfo, within?: string): Generator<FieldNode> {
  for (const { selectionSet } of info.fieldNodes)
    for (const field of selectedIn(selectionSet, info.fragments)) {
      if (!within) yield field;
      else if (field.name.value === within) yield* selectedIn(field.selectionSet, info.fragments);
    }
}

/** Which fields of models are selected, in the field itself or in its field `within`. */
export function modelFieldsSelected(info: GraphQLResolveInfo, within?: string): Fields {
  let fields: Fields = 'names';
  for (const { name } of selected(info, within)) {
    if (!FREE.has(name.value)) return 'all';
    if (!NAMES.has(name.value)) fields = 'free';
  }
  return fields;
}

/** Whether the field's selection has any key data (docs/rules.md, "Sheet budgets"). */
export const selectsKeyData = (info: GraphQLResolveInfo): boolean => modelFieldsSelected(info) === 'all';

const lines = new WeakMap<FieldNode, boolean>();

/** Whether the selection of a make has only fields that the rows of models include. */
function selectsMakeLine(info: GraphQLResolveInfo): boolean {
  const [node] = info.fieldNodes;
  const known = node && info.fieldNodes.length === 1 ? lines.get(node) : undefined;
  if (known !== undefined) return known;
  const isLine = [...selected(info)].every(({ name }) => MAKE_LINE.has(name.value));
  if (node && info.fieldNodes.length === 1) lines.set(node, isLine);
  return isLine;
}

/** The make of a row; its other fields are read if they are selected. */
export function makeAsked(ctx: Context, make: MakeLine, info: GraphQLResolveInfo) {
  if ('fullName' in make || selectsMakeLine(info)) return make;
  return loadTogether(ctx, 'makes of models', make.id, (ids: readonly number[]) => makesOfModels(ctx, { ids }));
}
