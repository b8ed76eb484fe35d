/** Requests to the graph, as the client sends them and as another program might. */
import { InMemoryCache, version } from '@apollo/client';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionNode,
  visit,
} from 'graphql';

/** A request to a target: `body` makes it a POST. */
export interface Request {
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

const cache = new InMemoryCache();
const JSON_TYPE = { 'content-type': 'application/json' };
const printed = new WeakMap<DocumentNode, string>();

/** The client's request for one of its documents: by id for a query; with its text, including `__typename`, for a mutation. */
export function clientRequest(document: DocumentNode & { __meta__?: { id?: string } }, variables: object): Request {
  const id = document.__meta__?.id;
  const query = printed.get(document) ?? print(cache.transformDocument(document));
  printed.set(document, query);
  const operationName = operationOf(document).name?.value;
  const extensions = { clientLibrary: { name: '@apollo/client', version } };
  const sent = id
    ? { extensions: { ...extensions, persistedQuery: { version: 1, sha256Hash: id } } }
    : { extensions, query };
  return {
    path: '/graphql',
    headers: { ...JSON_TYPE, accept: 'application/graphql-response+json,application/json;q=0.9' },
    body: JSON.stringify({ operationName, variables, ...sent }),
  };
}

/** Sends a document unchanged. */
export const textRequest = (query: string, variables: object): Request => ({
  path: '/graphql',
  headers: JSON_TYPE,
  body: JSON.stringify({ query, variables }),
});

const others = new WeakMap<DocumentNode, string>();

/** The same fields, requested by a document that is not the client's. */
export function otherRequest(document: DocumentNode, variables: object): Request {
  const query = others.get(document) ?? print(rewritten(document));
  others.set(document, query);
  return textRequest(query, variables);
}

/** The document with another name, without fragments, and with the fields of each selection in reverse order. */
function rewritten(document: DocumentNode): DocumentNode {
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one.selectionSet.selections]),
  );
  const flat = (selections: readonly SelectionNode[]): SelectionNode[] =>
    selections.flatMap((one) => (one.kind === Kind.FRAGMENT_SPREAD ? flat(fragments.get(one.name.value) ?? []) : one));
  const unique = (selections: SelectionNode[]) => [...new Map(selections.map((one) => [print(one), one])).values()];
  const operation = visit(operationOf(document), {
    SelectionSet: (node) => ({ ...node, selections: unique(flat(node.selections)).reverse() }),
    OperationDefinition: (node) => ({ ...node, name: { kind: Kind.NAME, value: `Other${node.name?.value}` } }) as const,
  });
  return { kind: Kind.DOCUMENT, definitions: [operation] };
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const found = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!found) throw new Error('The document has no operation.');
  return found;
}
