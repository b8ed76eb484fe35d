import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** What of a model can be had without opening its sheet. Any other field is key data, also one that is added later. */
const FREE = new Set(['__typename', 'id', 'name', 'year', 'make', 'sample', 'version', 'createdAt', 'updatedAt']);

/** Whether the models of this field are asked for with any key data (docs/rules.md, Sheet budgets). */
export function selectsKeyData({ fieldNodes, fragments }: GraphQLResolveInfo): boolean {
  const inSelections = (set: SelectionSetNode | undefined): boolean =>
    Boolean(
      set?.selections.some((selection) => {
        if (selection.kind === Kind.FIELD) return !FREE.has(selection.name.value);
        if (selection.kind === Kind.INLINE_FRAGMENT) return inSelections(selection.selectionSet);
        return inSelections(fragments[selection.name.value]?.selectionSet);
      }),
    );
  return fieldNodes.some(({ selectionSet }) => inSelections(selectionSet));
}
