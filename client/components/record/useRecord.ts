import type { TypedDocumentNode } from '@apollo/client';
import { useSearchParams } from 'react-router-dom';
import { errorCode } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';

export type FormMode = 'create' | 'edit' | 'copy';

/** The record of `?id=`, asked for anew each time; with `isNeeded` false, none. */
export function useRecord<Data>(document: TypedDocumentNode<Data, { id: string }>, isNeeded = true) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, loading, refetch } = useRead(document, {
    variables: { id },
    skip: !isNeeded || !id,
    // Not watching the cache either: what a save or a delete does to it is nothing that the form should follow.
    fetchPolicy: 'no-cache',
  });
  return {
    id,
    data: isNeeded ? data : undefined,
    loading: isNeeded && Boolean(id) && loading && !data,
    /** Whether there is no such record, as far as the server says. */
    missing: isNeeded && (!id || ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCode(error) ?? '')),
    failed: Boolean(error) && !data,
    retry: () => void refetch(),
  };
}

/** The record that a form edits or copies, in the version the server has; a form that creates one begins without. */
export const useFormRecord = <Data>(document: TypedDocumentNode<Data, { id: string }>, mode: FormMode) =>
  useRecord(document, mode !== 'create');
