import { command, query } from '../../gate/operation';
import { jsonRows } from '../../outside/postgres/jsonRows';

class MatchesOfInput {
  user!: number;
  /** The beginning of the hour, in milliseconds since 1970. */
  hour!: number;
}

/** How many matches Jump has shown to a user in an hour. */
export const matchesOf = query('system', MatchesOfInput, async ({ em }, { user, hour }) => {
  const [row] = await em.execute<{ matches: number }[]>(
    'select matches from jump_matches where user_id = ? and hour = to_timestamp(?)',
    [user, hour / 1_000],
  );
  return row?.matches ?? 0;
});

interface MatchCount extends MatchesOfInput {
  matches: number;
}

class MatchCountsInput {
  counts!: readonly MatchCount[];
}

/** Adds to the counts of users. Returns the new counts, without those of deleted users. */
export const countMatches = command('system', MatchCountsInput, ({ em }, { counts }) =>
  em.execute<MatchCount[]>(
    `insert into jump_matches as j (user_id, hour, matches)
       select g."user", to_timestamp(g.hour / 1000), g.matches
       from jsonb_to_recordset(?) as g ("user" int, hour float8, matches int) join users on users.id = g."user"
       order by g."user", g.hour
     on conflict (user_id, hour) do update set matches = j.matches + excluded.matches
     returning user_id as "user", (extract(epoch from hour) * 1000)::float8 as hour, matches`,
    [jsonRows([...counts])],
  ),
);
