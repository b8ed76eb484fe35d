/** Limits on the documents that callers send (docs/rules.md, "Limits of the graph"). */
import type { ApolloServerOptions } from '@apollo/server';
import { type DocumentNode, GraphQLError, Lexer, Source, type Token, TokenKind } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context';
import { AppError } from '../errors';

/** The most tokens of a document. The parser counts those that are not comments. */
export const MAX_TOKENS = 1_000;
/** The most characters of a name. Ours have up to 30. */
const MAX_NAME = 64;

const LONG_NAME = new RegExp(`[_A-Za-z][_0-9A-Za-z]{${MAX_NAME}}`);
const hasManyComments = (text: string) => (text.match(/#/g)?.length ?? 0) > MAX_TOKENS;

/**
 * Throws BAD_REQUEST for a document with a long name or too many comments, before it is parsed: error messages would
 * repeat the name, and the parser keeps every comment.
 */
export function refuseOversized(text: unknown): void {
  // Also true of some texts within a document. Only then it is read token by token.
  if (typeof text !== 'string' || !(LONG_NAME.test(text) || hasManyComments(text))) return;
  let comments = 0;
  for (const { kind, start, end } of tokensOf(text)) {
    if (kind === TokenKind.NAME && end - start > MAX_NAME)
      throw new AppError('BAD_REQUEST', `The document has a name of more than ${MAX_NAME} characters.`);
    if (kind === TokenKind.COMMENT && ++comments > MAX_TOKENS)
      throw new AppError('BAD_REQUEST', `The document has more than ${MAX_TOKENS} comments.`);
  }
}

/** All tokens up to the first error of syntax, which the parser reports. */
function* tokensOf(text: string): Generator<Token> {
  const lexer = new Lexer(new Source(text));
  try {
    while (lexer.token.kind !== TokenKind.EOF) {
      // Passes over comments, but links them.
      const next = lexer.lookahead();
      for (let token = lexer.token.next; token; token = token.next) yield token;
      lexer.token = next;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
}

/** In bytes, of all kept documents together. */
const MOST_CACHED = 30_000_000;
/** A token with the nodes that refer to it, in bytes. */
const TOKEN_BYTES = 500;

/**
 * Keeps documents that have been parsed and checked. Apollo's own store would measure them as JSON, which has neither
 * their text nor their comments.
 */
export function documentStore(): NonNullable<ApolloServerOptions<Context>['documentStore']> {
  const cache = new LRUCache<string, DocumentNode>({ maxSize: MOST_CACHED, sizeCalculation: sizeOf });
  return {
    get: async (key) => cache.get(key),
    set: async (key, document) => void cache.set(key, document),
    delete: async (key) => cache.delete(key),
  };
}

/** An estimate, in bytes. */
function sizeOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token: Token | null = loc?.startToken ?? null; token; token = token.next) tokens++;
  return tokens * TOKEN_BYTES + 2 * (loc?.source.body.length ?? 0);
}
