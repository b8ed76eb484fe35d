import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  type DocumentNode,
  GraphQLError,
  GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  specifiedRules,
  validate,
} from 'graphql';
import type { Logger } from 'pino';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import { AccountsResolver } from '../accounts/accounts.resolver';
import { ApiTokenResolver, ApiTokensResolver } from '../accounts/apiTokens/apiTokens.resolver';
import { ClientDeskResolver } from '../accounts/clients/clientDesk.resolver';
import { SecondFactorResolver } from '../accounts/signIn/secondFactor.resolver';
import {
  CatalogueResolver,
  CheckedResolver,
  KeySystemResolver,
  MakeResolver,
  ModelImageResolver,
  ModelResolver,
} from '../catalogue/catalogue.resolver';
import { ChangesResolver, ChangeTotalsResolver } from '../catalogue/changes/changes.resolver';
import { SystemsResolver } from '../catalogue/changes/systems/systems.resolver';
import { CompanyResolver } from '../catalogue/company/company.resolver';
import { FeedResolver } from '../catalogue/feed/feed.resolver';
import { IdentifyResolver } from '../catalogue/identify/identify.resolver';
import {
  JumpFitResolver,
  JumpHitResolver,
  JumpMakeResolver,
  JumpResolver,
  UnreadSeriesResolver,
} from '../catalogue/jump/jump.resolver';
import { NewsResolver } from '../catalogue/news/news.resolver';
import { RecentsResolver } from '../catalogue/sheets/recents.resolver';
import { SheetsResolver } from '../catalogue/sheets/sheets.resolver';
import { VanResolver } from '../catalogue/van/van.resolver';
import { type Context, knownCaller } from '../context';
import { CorrectionResolver, FeedbackResolver, ProposalResolver } from '../feedback/feedback.resolver';
import { VerdictsResolver } from '../feedback/verdicts/verdicts.resolver';
import { QueriesResolver } from '../integrations/queries/queries.resolver';
import { WebhookDeliveryResolver, WebhooksResolver } from '../integrations/webhooks/webhooks.resolver';
import { LogEntryResolver, LogsResolver } from '../logs/logs.resolver';
import { OverviewResolver } from '../overview/overview.resolver';
import { PaymentsResolver } from '../payments/payments.resolver';
import { refuseLargeAnswer } from './answerSize';
import { documentStore, MAX_TOKENS, refuseOversized } from './documents';
import { formatError } from './formatError';
import { costOf } from './graphCost';
import { observeOperation } from './observeOperation';

/** The schema's description: docs/decisions/0082-graph-conventions.md, for API users. */
const DESCRIPTION = `Motokey: key data of motorcycles.

A mutation takes one \`input\`, or nothing, and returns an object.

Null in an input: in the \`save…\` mutations a field that is absent keeps its value, and null clears it: a text becomes
empty, a list has no elements, an icon is removed. Null for what every record has (such as a name, a date, true or false)
is BAD_USER_INPUT. For \`id\`, \`version\` and \`copyOf\`, and everywhere else, null is the same as absent.

A list is read page by page; each page has the total of all pages. An error has an ErrorCode in \`extensions.code\`.
Descriptions end with who may use the field; members are users whose subscription has not ended, and all
administrators.`;

/** Builds the schema from all resolvers. TypeGraphQL's validation is off, because the gate validates. */
export function buildSchema(): GraphQLSchema {
  // Plain fields need none of TypeGraphQL's middlewares. A field without a resolver is read directly.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [
      AccountsResolver,
      ApiTokensResolver,
      ApiTokenResolver,
      CatalogueResolver,
      ClientDeskResolver,
      CorrectionResolver,
      FeedbackResolver,
      ChangesResolver,
      ChangeTotalsResolver,
      JumpFitResolver,
      UnreadSeriesResolver,
      CompanyResolver,
      FeedResolver,
      IdentifyResolver,
      JumpHitResolver,
      JumpMakeResolver,
      JumpResolver,
      LogEntryResolver,
      LogsResolver,
      CheckedResolver,
      KeySystemResolver,
      MakeResolver,
      NewsResolver,
      ModelImageResolver,
      ModelResolver,
      OverviewResolver,
      PaymentsResolver,
      ProposalResolver,
      QueriesResolver,
      RecentsResolver,
      SecondFactorResolver,
      SheetsResolver,
      SystemsResolver,
      VanResolver,
      VerdictsResolver,
      WebhookDeliveryResolver,
      WebhooksResolver,
    ],
    validate: false,
  });
  return new GraphQLSchema({ ...schema.toConfig(), description: DESCRIPTION });
}

/** The content of `schema.graphql`. */
export const printedSchema = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** docs/rules.md, "Limits of the graph". Fastify limits the body size; Apollo disables batching by default. */
const armor = new ApolloArmor({
  maxDepth: { n: 10 },
  maxAliases: { n: 15, allowList: [] },
  maxDirectives: { n: 5 },
  // It ignores `limit`; limitCost replaces it.
  costLimit: { enabled: false },
  // It would cause a 500. Apollo's own parser counts the tokens instead.
  maxTokens: { enabled: false },
  // The schema is public, so suggestions reveal nothing.
  blockFieldSuggestion: { enabled: false },
}).protect();

/** The highest allowed `costOf`: about twice that of the client's largest operation with the largest `limit`. */
export const MAX_COST = 30_000;

const tooCostly = (cost: number) =>
  `This asks for up to ${cost} values, and the maximum is ${MAX_COST}: ask for fewer records or fields at a time.`;

const fragmentsOf = ({ definitions }: DocumentNode) => {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
};

/** Refuses an operation that costs too much, before any resolver runs. Tells callers what it costs, and what is left of their budgets. */
const limitCost: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    let cost: number | undefined;
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        if (!operation) return;
        cost = costOf(schema, operation, fragmentsOf(document), request.variables ?? {});
        if (cost <= MAX_COST) return;
        throw new GraphQLError(tooCostly(cost), {
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
        });
      },
      async willSendResponse({ contextValue, response: { body } }) {
        if (cost === undefined || body.kind !== 'single') return;
        const caller = await knownCaller(contextValue).catch(() => null);
        const left = caller && (await contextValue.budgetsLeft(caller));
        body.singleResult.extensions = {
          ...body.singleResult.extensions,
          cost: { asked: cost, limit: MAX_COST },
          ...left,
        };
      },
    };
  },
};

/**
 * Why a document that is to be registered is not accepted: it is not valid, is not one operation, or exceeds a limit whatever its
 * variables. Null if it is accepted.
 */
export function problemIn(schema: GraphQLSchema, text: string): string | null {
  try {
    refuseOversized(text);
    const document = parse(text, { maxTokens: MAX_TOKENS });
    const [error] = validate(schema, document, [...specifiedRules, ...armor.validationRules]);
    if (error) return error.message;
    const [operation, another] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
    if (!operation || another) return 'The document must be exactly one query or mutation.';
    const smallest = Object.fromEntries(
      (operation.variableDefinitions ?? []).map((one) => [one.variable.name.value, 1]),
    );
    const cost = costOf(schema, operation, fragmentsOf(document), smallest);
    return cost > MAX_COST ? tooCostly(cost) : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Refuses a response that is too large: limitCost cannot know the lengths of texts. */
const limitAnswer = (log: Logger): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body } }) {
        if (body.kind !== 'single') return;
        try {
          refuseLargeAnswer(body.singleResult.data);
        } catch (error) {
          body.singleResult = { data: null, errors: [formatError({ message: '' }, error, log)] };
        }
      },
    };
  },
});

interface GraphSettings {
  /** Turns introspection off. */
  production: boolean;
  log: Logger;
}

/** Creates the Apollo Server for `schema`, not yet started. */
export function createApollo(schema: GraphQLSchema, { production, log }: GraphSettings): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    documentStore: documentStore(),
    introspection: !production,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    // The client's queries by id are answered before Apollo Server (clientQueries.ts). Here, an unknown id is an error.
    persistedQueries: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: armor.validationRules,
    plugins: [
      ...armor.plugins,
      limitCost,
      limitAnswer(log),
      observeOperation,
      statusOfRequestErrors,
      ApolloServerPluginLandingPageDisabled(),
      // It would wrap the resolver of every field, only to set a header that the server sets anyway.
      ApolloServerPluginCacheControlDisabled(),
    ],
    formatError: (formatted, error) => formatError(formatted, error, log),
  });
}

/**
 * Follows the GraphQL over HTTP specification: for a document that does not parse or validate, the status is 400 if the
 * client accepts `application/graphql-response+json`, and 200 otherwise.
 */
const statusOfRequestErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const { http, body } = response;
        if (http.status !== 400 || accept.includes('application/graphql-response+json') || body.kind !== 'single')
          return;
        const codes = body.singleResult.errors?.map((error) => error.extensions?.code) ?? [];
        if (codes.every((code) => code === 'GRAPHQL_PARSE_FAILED' || code === 'GRAPHQL_VALIDATION_FAILED'))
          http.status = 200;
      },
    };
  },
};
