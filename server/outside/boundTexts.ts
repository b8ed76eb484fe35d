import type { AbstractSqlPlatform, Configuration } from '@mikro-orm/postgresql';
import { PostgreSqlConnection, PostgreSqlDriver, raw } from '@mikro-orm/postgresql';

/** PostgreSQL's protocol counts the parameters of a statement in 16 bits. */
const MOST_PARAMETERS = 65_535;

type Execute = PostgreSqlConnection['execute'];
type Statement = { sql: string; parameters: readonly unknown[] };
type Client = { executeQuery(statement: Statement, ...rest: unknown[]): unknown };

/**
 * MikroORM 7.2 writes every value into the statement's text. This driver sends texts as parameters instead, because
 * PostgreSQL writes the text of a statement that fails into its log, and passwords do not belong there
 * (docs/decisions/0060). Numbers, dates and booleans stay in the text, so that PostgreSQL derives the same types.
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
    // MikroORM hands its compiled statement to whatever it is given here.
    const binding: Client = {
      executeQuery: (statement, ...rest) => client.executeQuery({ ...statement, ...bound }, ...rest),
    };
    return super.execute(named, params, method, binding as never, loggerContext);
  };
}

/** `?` of a text becomes `$1`, `$2` …; that of anything else its literal, as MikroORM writes it. */
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
  // Bulk data is sent as MikroORM has written it.
  return parameters.length > MOST_PARAMETERS ? {} : { sql: bound, parameters };
}
