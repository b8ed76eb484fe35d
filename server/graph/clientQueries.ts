import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST, parse } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Logger } from 'pino';
import type { Context } from '../context';
import { refuseLongAnswer } from './answerSize';
import { formatError } from './formatError';
import { noteErrors, noteOperation } from './observeOperation';

/** Where the client's build leaves its queries, by id. The server sends no files whose names begin with a dot. */
const FILE = '.queries.json';

/** The body of a request by id: `{"extensions":{"persistedQuery":{"sha256Hash":ID}},"variables":{…}}`. */
interface Body {
  query?: unknown;
  variables?: unknown;
  extensions?: { persistedQuery?: { sha256Hash?: unknown } } | null;
}

/** The errors of a compiled query as graphql-js would make them. */
const asErrors = (errors: readonly GraphQLError[] | undefined) =>
  errors?.map(({ message, path, originalError }) => new GraphQLError(message, { path, originalError }));

/** Errors of variables have no path, because no resolver ran. graphql-js is left to report them: its messages are better. */
const hasWrongVariables = ({ errors }: Pick<ExecutionResult, 'errors'>) => errors?.some(({ path }) => !path) ?? false;

/** A client query and its variables. */
interface Asked {
  text: string;
  variables: object;
}

interface Plan {
  document: ReturnType<typeof parse>;
  query: CompiledQuery['query'];
}

/**
 * The client's own queries, which it requests by id. They come from our build, so they skip Apollo Server and its checks,
 * and only they are compiled (docs/decisions/0094): a caller chooses nothing but their variables.
 */
export class ClientQueries {
  private readonly texts: Map<string, string>;
  /** By query text; undefined if the query cannot be compiled. */
  private readonly plans = new Map<string, Plan | undefined>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly log: Logger,
    clientDir: string | undefined,
  ) {
    const file = clientDir && join(clientDir, FILE);
    this.texts = new Map(Object.entries(file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}));
  }

  /** The query with the requested id; undefined if the request has a query text, or if the id is unknown. */
  asked(body: unknown): Asked | undefined {
    const { query, variables, extensions } = (body ?? {}) as Body;
    const id = extensions?.persistedQuery?.sha256Hash;
    const text = query === undefined && typeof id === 'string' ? this.texts.get(id) : undefined;
    return text ? { text, variables: variables ?? {} } : undefined;
  }

  /** The encoded response; undefined if the variables are wrong or the query cannot be compiled: Apollo Server then answers. */
  async answer({ text, variables }: Asked, ctx: Context): Promise<string | undefined> {
    const plan = this.planOf(text);
    if (!plan || typeof variables !== 'object') return undefined;
    const result = await plan.query({}, ctx, variables);
    if (hasWrongVariables(result)) return undefined;
    noteOperation(getOperationAST(plan.document));
    return this.encoded(result);
  }

  private encoded({ data, errors }: Pick<ExecutionResult, 'data' | 'errors'>): string {
    const formatted = asErrors(errors)?.map((error) => formatError(error.toJSON(), error, this.log));
    noteErrors(formatted);
    const text = JSON.stringify({ errors: formatted, data });
    try {
      refuseLongAnswer(text);
      return text;
    } catch (error) {
      return this.encoded({ data: null, errors: [new GraphQLError('', { originalError: error as Error })] });
    }
  }

  private planOf(text: string): Plan | undefined {
    if (!this.plans.has(text)) {
      const document = parse(text);
      const compiled = compileQuery(this.schema, document);
      this.plans.set(text, isCompiledQuery(compiled) ? { document, query: compiled.query } : undefined);
    }
    return this.plans.get(text);
  }
}
