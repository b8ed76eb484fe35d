import pg from 'pg';
import type { TestApp } from './app';

type Statement = ReturnType<TestApp['statements']>[number];

const literal = (value: unknown) => {
  if (value === null) return 'null';
  return pg.escapeLiteral(
    Array.isArray(value) ? `{${value.map((one) => JSON.stringify(`${one}`)).join()}}` : `${value}`,
  );
};

/**
 * What `explain` with these options says of each statement. Prepared ones are planned for any parameters, as on the server's
 * connections; `generic_plan` would do the same, but needs PostgreSQL 16.
 */
export async function explained<Plan = string>(
  app: TestApp,
  statements: readonly Statement[],
  options = 'costs',
): Promise<Plan[][]> {
  const client = new pg.Client({ connectionString: app.orm.config.get('clientUrl') });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1; set jit = off');
  const plans: Plan[][] = [];
  try {
    for (const { sql, params } of statements) {
      if (!/\$\d/.test(sql)) {
        // The ORM's own, which are planned for their parameters.
        const rows = await app.sql<{ 'QUERY PLAN': Plan }>(`explain (${options}) ${sql}`, params);
        plans.push(rows.map((row) => row['QUERY PLAN']));
        continue;
      }
      await client.query(`prepare explained as ${sql}`);
      const values = params.length > 0 ? `(${params.map(literal).join(', ')})` : '';
      const { rows } = await client.query(`explain (${options}) execute explained${values}`);
      await client.query('deallocate explained');
      plans.push(rows.map((row) => row['QUERY PLAN']));
    }
  } finally {
    await client.end();
  }
  return plans;
}
