import { useFragment } from '@apollo/client/react';
import { type ModelLineFragment, ModelLineFragmentDoc } from '../../graphql/generated/catalogue';

/** Make, name and year of a model; undefined while they are not in the cache. */
export function useModelLine(id: string | null | undefined): ModelLineFragment | undefined {
  const line = useFragment({ fragment: ModelLineFragmentDoc, from: id ? { __typename: 'Model', id } : null });
  return line.complete ? ((line.data as ModelLineFragment | null) ?? undefined) : undefined;
}

/** "Honda CBR600RR (2007)" */
export const modelName = ({ make, name, year }: ModelLineFragment) => `${make.displayName} ${name} (${year})`;
