import { ModelYearsDocument } from '../../../graphql/generated/catalogue';
import type { CorrectionRecordFragment } from '../../../graphql/generated/inbox';
import { useRead } from '../../../graphql/useRead';

/** The other years of the model's name whose key data is the same, oldest first. */
export function useSameYears(target: CorrectionRecordFragment['target']): { id: string; year: number }[] {
  const { data } = useRead(ModelYearsDocument, {
    variables: { makeId: target?.make.id ?? '', name: target?.name ?? '' },
    skip: !target,
    fetchPolicy: 'cache-and-network',
  });
  const years = data?.modelYears ?? [];
  const hash = years.find(({ id }) => id === target?.id)?.keyDataHash;
  return years.filter(({ id, keyDataHash }) => keyDataHash === hash && id !== target?.id).toReversed();
}
