import type { ApiTokenState, TokenScope } from '../../graphql/generated/apiTokens';

export const scopeWords: Record<TokenScope, [name: string, what: string]> = {
  LOOKUP: ['Lookup', 'reads what members read'],
  DOWNLOAD: ['Download', 'exports, and the feed of changes'],
  CATALOGUE: ['Catalogue', 'reads and changes makes, models, imports, corrections'],
  ACCOUNTS: ['Accounts', 'reads and changes clients and users, reads payments'],
};
export const scopes = Object.keys(scopeWords) as TokenScope[];

export const scopesInWords = (given: readonly TokenScope[]) => given.map((scope) => scopeWords[scope][0]).join(', ');

export const stateWords: Record<ApiTokenState, string> = {
  WORKING: 'Works',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
};

/** The lifetimes that are offered, in days. */
export const LIFETIMES = ['30', '90', '365'] as const;

export const afterDays = (days: string) => new Date(Date.now() + Number(days) * 86_400_000).toISOString();

/** The end of a day in UTC. */
export const endOf = (day: string) => `${day}T23:59:59Z`;
