import type { AbstractSqlPlatform, Configuration } from '@mikro-orm/postgresql';
import { PostgreSqlConnection, PostgreSqlDriver, raw } from '@mikro-orm/postgresql';

/** PostgreSQL's protocol counts the parameters of a statement in 16 bits. */
const MOST_PARAMETERS = 65_535;

type Execute = PostgreSqlConnection['execute'];
type Statement = { sql: string; parameters: readonly unknown[] };
type Client = { executeQuery(statement: Statement, ...rest: unknown[]): unknown };

/**
 * MikroORM 7.2 writes every value into the statement's text. This driver sends texts as parameters instead, because
 * PostgreSQL logs the text of failed statements, and passwords do not belong in a log (docs/decisions/0060). Numbers, dates
 * and booleans stay in the text, so that PostgreSQL infers the same types.
 */
export class BoundTextsDriver extends PostgreSqlDriver {
  constructor(config: Configuration) {
    super(config);
    Object.assign(this, { connection: new BoundTextsConnection(config) });
  }
}

class BoundTextsConnection extends PostgreSqlConnection {
  override execute: Execute = (query, params = [], method, ctx, loggerContext) => {
    const written = typeof query === 'object' && 'toRaw' in query ? query.toRaw() : query;
    const named = typeof written === 'string' && !Array.isArray(params) ? raw(written, params) : written;
    const bound =
      typeof named === 'string'
        ? bindTexts(this.platform, named, params as unknown[])
        : bindTexts(this.platform, named.sql, named.params);
    const client = (ctx ?? this.getClient()) as unknown as Client;
    // MikroORM passes its compiled statement to the client it gets here.
    const binding: Client = {
      executeQuery: (statement, ...rest) => client.executeQuery({ ...statement, ...bound }, ...rest),
    };
    return super.execute(named, params, method, binding as never, loggerContext);
  };
}

/** Replaces `?` by `$1`, `$2` … for texts, and by MikroORM's literal for anything else. */
function bindTexts(platform: AbstractSqlPlatform, sql: string, params: readonly unknown[]): Partial<Statement> {
  const parameters: string[] = [];
  const binding: AbstractSqlPlatform = Object.create(platform, {
    escape: {
      value(value: unknown) {
        return typeof value === 'string' ? `$${parameters.push(value)}` : platform.escape.call(binding, value);
      },
    },
  });
  const bound = binding.formatQuery(sql, params);
  // Too many texts for the protocol (bulk data): sent as MikroORM has written it.
  return parameters.length > MOST_PARAMETERS ? {} : { sql: bound, parameters };
}
