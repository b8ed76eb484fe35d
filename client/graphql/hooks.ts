import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useLazyQuery, useMutation, useQuery } from '@apollo/client/react';

/** Variables that an operation requires make the options required. */
type Options<O, V> = Record<string, never> extends V ? [options?: O] : [options: O];

/** A document turned into a hook; the result's data is whole or absent (Apollo 4 calls it partial unless told). */
export const queryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (...[options]: Options<useQuery.Options<D, V>, V>): useQuery.Result<D, V, 'empty' | 'complete' | 'streaming'> =>
    useQuery(document, options as useQuery.Options<D, V>) as useQuery.Result<D, V, 'empty' | 'complete' | 'streaming'>;

export const lazyQueryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (options?: useLazyQuery.Options<D, V>) =>
    useLazyQuery<D, V>(document, options);

export const mutationHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (options?: useMutation.Options<D, V>) =>
    useMutation<D, V>(document, options);
