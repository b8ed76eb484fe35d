import { useMemo } from 'react';
import { ModelYearsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { keyLabel } from '../keyData';
import { type MarkedYear, markYears } from './yearMarks';

/** The years of a make and name with their letters, oldest first; undefined while they load. */
export function useYears(model: { name: string; make: { id: string } } | undefined): MarkedYear[] | undefined {
  const { data } = useRead(ModelYearsDocument, {
    variables: { makeId: model?.make.id ?? '', name: model?.name ?? '' },
    fetchPolicy: 'cache-and-network',
    prefetched: true,
    skip: !model,
  });
  return useMemo(
    () => data && markYears(data.modelYears.map((model) => ({ ...model, label: keyLabel(model) }))),
    [data],
  );
}
