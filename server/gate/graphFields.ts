import { Mutation, Query } from 'type-graphql';
import { describeOperation } from './audiences';
import { nameOperation, type Operation } from './gate';

type Called = Pick<Operation<object, unknown, unknown, string>, 'access' | 'scope' | 'description' | 'admit'>;
type Returned = Parameters<typeof Query>[0];
interface Options {
  nullable?: boolean;
}

/** The option of a graph field that takes its description, or at least who may read it, from the operation that it calls. */
export const describedBy = (operation: Called, description = operation.description) => ({
  description: describeOperation({ ...operation, description }),
});

const fieldOf =
  (Field: typeof Query) =>
  (operation: Called, returned: Returned, options: Options = {}): MethodDecorator =>
  (resolver, name, method) => {
    nameOperation(operation, String(name));
    Field(returned, { ...options, ...describedBy(operation) })(resolver, name, method);
  };

/** A query that calls `operation`, which is described in the graph and takes the query's name in traces. */
export const QueryOf = fieldOf(Query);

/** A mutation that calls `operation`, which is described in the graph and takes the mutation's name in traces. */
export const MutationOf = fieldOf(Mutation);
