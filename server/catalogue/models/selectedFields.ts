import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { Context } from '../../context';
import { loadTogether } from '../../gate/loaders';
import { KEY_LABEL, systemValues } from '../keyData';
import { makesOfModels } from '../makes/make.operations';
import type { MakeLine, MakeRow } from '../makes/makeRow';
import { modelsById } from './modelById.operations';
import type { ModelRow } from './modelRow';
import type { Fields } from './readModels';

/** Fields that name a model in a list of its make, and what is read separately: the digest, and the bike's other keys. */
const LINE = new Set(['__typename', 'id', 'name', 'year', 'keyDataHash', 'otherKeys']);
/** Fields of a model that name it. */
const NAMES = new Set([...LINE, 'make']);
/** Fields of a model that do not open its sheet. All others are key data, including fields added later. */
const FREE = new Set([...NAMES, 'sample', 'version', 'createdAt', 'updatedAt', KEY_LABEL]);
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

/** The result of `find`, cached by the field's node: a document that is requested again has the same nodes. */
function remembered<T>(memory: WeakMap<FieldNode, T>, { fieldNodes }: GraphQLResolveInfo, find: () => T): T {
  const [node] = fieldNodes;
  if (!node || fieldNodes.length > 1) return find();
  const found = memory.get(node) ?? find();
  memory.set(node, found);
  return found;
}

/** What modelFieldsSelected has found, by `within`. */
const modelFields = new Map<string | undefined, WeakMap<FieldNode, Fields>>();

/** Which fields of models are selected, in the field itself or in its field `within`. */
export function modelFieldsSelected(info: GraphQLResolveInfo, within?: string): Fields {
  const memory = modelFields.get(within) ?? new WeakMap<FieldNode, Fields>();
  modelFields.set(within, memory);
  return remembered(memory, info, () => {
    const names = Array.from(selected(info, within), ({ name }) => name.value);
    const areIn = (fields: Set<string>) => names.every((name) => fields.has(name));
    if (areIn(LINE)) return 'line';
    if (areIn(NAMES)) return 'names';
    return areIn(FREE) ? 'free' : 'all';
  });
}

/** The model with this id, with the fields that are selected; null if it is gone. */
export function resolveModel(ctx: Context, id: number, info: GraphQLResolveInfo): Promise<ModelRow | null> {
  const fields = modelFieldsSelected(info);
  return loadTogether(ctx, `models by id with ${fields}`, id, (ids: readonly number[]) =>
    modelsById(ctx, { ids, fields }),
  );
}

const makeLines = new WeakMap<FieldNode, boolean>();

/** Whether the selection of a make has only fields that the rows of models include. */
const selectsMakeLine = (info: GraphQLResolveInfo): boolean =>
  remembered(makeLines, info, () => [...selected(info)].every(({ name }) => MAKE_LINE.has(name.value)));

/** The make of a row; its other fields are read if they are selected and the row does not have them. */
export function resolveMake(ctx: Context, make: MakeLine | MakeRow, info: GraphQLResolveInfo) {
  if ('fullName' in make || selectsMakeLine(info)) return make;
  return loadTogether(ctx, 'makes of models', make.id, (ids: readonly number[]) => makesOfModels(ctx, { ids }));
}

/** The key system of a model, with the values of the model. What is for administrators is read if it is selected. */
export const keySystemOf = (model: ModelRow) =>
  model.keySystem && { ...model.keySystem, notes: undefined, modelsCount: undefined, ...systemValues(model) };
