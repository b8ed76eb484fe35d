import type { TypedDocumentNode } from '@apollo/client';
import { useSearchParams } from 'react-router-dom';
import { errorCode } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';

export type FormMode = 'create' | 'edit' | 'copy';

/** The record of `?id=`, requested anew each time; none if `isNeeded` is false. */
export function useRecord<Data>(document: TypedDocumentNode<Data, { id: string }>, isNeeded = true) {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, loading, refetch } = useRead(document, {
    variables: { id },
    skip: !isNeeded || !id,
    // Bypasses the cache: an update of the cache after a save or delete must not change the form.
    fetchPolicy: 'no-cache',
  });
  return {
    id,
    data: isNeeded ? data : undefined,
    loading: isNeeded && Boolean(id) && loading && !data,
    /** Whether the server says that there is no such record. */
    missing: isNeeded && (!id || ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCode(error) ?? '')),
    failed: Boolean(error) && !data,
    retry: () => void refetch(),
  };
}

/** The record that a form edits or copies, in the server's current version; a form that creates one starts without. */
export const useFormRecord = <Data>(document: TypedDocumentNode<Data, { id: string }>, mode: FormMode) =>
  useRecord(document, mode !== 'create');
