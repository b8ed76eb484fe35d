import { useFragment } from '@apollo/client/react';
import { ModelLineFragmentDoc } from '../../graphql/generated/catalogue';

/** "Honda CBR600RR (2007)", once the model is in the cache. */
export function useModelName(id: string | null | undefined): string | undefined {
  const line = useFragment({ fragment: ModelLineFragmentDoc, from: id ? { __typename: 'Model', id } : null });
  if (!line.complete || !line.data) return undefined;
  const { make, name, year } = line.data;
  return `${make.displayName} ${name} (${year})`;
}
