import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Fields of a model that do not open its sheet. All others are key data, including fields added later. */
const FREE = new Set(['__typename', 'id', 'name', 'year', 'make', 'sample', 'version', 'createdAt', 'updatedAt']);

/** Whether the field's selection has any key data (docs/rules.md, "Sheet budgets"). */
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
