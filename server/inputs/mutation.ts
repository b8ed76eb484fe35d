import { Arg, type ClassType } from 'type-graphql';

/** The one argument of a mutation (docs/decisions/0082-graph-conventions.md). */
export const Input = (type: () => ClassType) =>
  Arg('input', type, { description: 'Everything that the mutation takes.' });
