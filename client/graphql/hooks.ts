import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useLazyQuery, useMutation } from '@apollo/client/react';
import { type ReadOptions, useRead } from './useRead';

/** Variables that an operation requires make the options required. */
type Options<O, V> = Record<string, never> extends V ? [options?: O] : [options: O];

export const queryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (...[options]: Options<ReadOptions<V>, V>) =>
    useRead(document, options);

export const lazyQueryHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (options?: useLazyQuery.Options<D, V>) =>
    useLazyQuery<D, V>(document, options);

export const mutationHook =
  <D, V extends OperationVariables>(document: TypedDocumentNode<D, V>) =>
  (options?: useMutation.Options<D, V>) =>
    useMutation<D, V>(document, options);
