import { useFragment } from '@apollo/client/react';
import { type ModelLineFragment, ModelLineFragmentDoc } from '../../graphql/generated/catalogue';

/**
 * Make, name and year of a model; undefined while they are not in the cache. Lists under one make are cached without it,
 * so for their models `make`, the make of the place, is used.
 */
export function useModelLine(
  id: string | null | undefined,
  make: ModelLineFragment['make'] | undefined,
): ModelLineFragment | undefined {
  const { data } = useFragment({ fragment: ModelLineFragmentDoc, from: id ? { __typename: 'Model', id } : null });
  const line = data && { make, ...data };
  return line?.year && line.make?.displayName ? (line as ModelLineFragment) : undefined;
}

/** "Honda CBR600RR (2007)" */
export const modelName = ({ make, name, year }: ModelLineFragment) => `${make.displayName} ${name} (${year})`;
