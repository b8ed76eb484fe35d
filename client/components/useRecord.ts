import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { errorCode } from '../graphql/problem';

export type FormMode = 'create' | 'edit' | 'copy';

/** The record of `?id=` for an edit or a copy, asked for anew each time: a form must begin with the version the server has. */
export function useRecord<Data>(document: TypedDocumentNode<Data, { id: string }>, mode: FormMode) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const isNeeded = mode !== 'create';
  const { data, error, loading, refetch } = useQuery<Data, { id: string }>(document, {
    variables: { id },
    skip: !isNeeded || !id,
    // Not watching the cache either: what a save or a delete does to it is nothing that the form should follow.
    fetchPolicy: 'no-cache',
  });
  const whole = data as Data | undefined;
  return {
    id,
    data: isNeeded ? whole : undefined,
    loading: isNeeded && Boolean(id) && loading && !whole,
    /** Whether there is no such record, as far as the server says. */
    missing: isNeeded && (!id || ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCode(error) ?? '')),
    failed: Boolean(error) && !whole,
    retry: () => void refetch(),
  };
}
