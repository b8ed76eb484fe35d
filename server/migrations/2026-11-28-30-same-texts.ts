import { Migration } from '@mikro-orm/migrations';

const CODES = `ilco jma jet silca oem code_series transponder accu_reader lishi ignition gas_cap seat_aux hpc itl dsd
  paka_punch macs`.split(/\s+/);

/** The columns of one line, and those of several. */
const TABLES: Record<string, { lines?: string[]; lists?: string[]; texts?: string[] }> = {
  makes: { lines: ['display_name', 'full_name'], texts: ['other_details'] },
  models: { lines: ['name', ...CODES], lists: ['spacing', 'depth_values'], texts: ['tips', 'tips2'] },
  clients: { lines: ['name'], texts: ['description'] },
  users: { lines: ['full_name'] },
  corrections: { lines: ['email', 'make', 'model'], texts: ['comment', 'reason'] },
  feedbacks: { lines: ['email', 'phone_number'], texts: ['comment', 'answer'] },
  payment_attempts: { lines: ['company', 'full_name'] },
  imports: { lines: ['file_name'] },
};

/** Columns that must stay unique: each with the rows among which it is, and how they are compared. */
const UNIQUE = [
  { table: 'users', column: 'username', key: (text: string) => `normalize(${text}, NFKC)` },
  { table: 'clients', column: 'primary_email', key: (text: string) => `normalize(${text}, NFKC)` },
  {
    table: 'aliases',
    column: 'text',
    key: (text: string) => `jsonb_build_array(make_id, one_line(name), ${text})::text`,
  },
  { table: 'aliases', column: 'name', key: (text: string) => `jsonb_build_array(make_id, ${text}, text)::text` },
  { table: 'list_views', column: 'name', key: (text: string) => `jsonb_build_array(user_id, list, ${text})::text` },
];

/** Gives stored texts the form that texts now get at input (docs/rules.md, "The same text"). Histories and logs stay. */
export class SameTexts extends Migration {
  override name = '2026-11-28-30-same-texts';

  override up() {
    this.addFunctions();
    for (const [table, { lines = [], lists = [], texts = [] }] of Object.entries(TABLES)) {
      const forms = [
        ...lines.map((column) => [column, `left(one_line(${column}), 255)`] as const),
        ...lists.map((column) => [column, `one_line(${column}::text[])`] as const),
        ...texts.map((column) => [column, `many_lines(${column})`] as const),
      ];
      const differs = forms.map(([column, form]) => `${column} is distinct from ${form}`).join(' or ');
      this.addSql(
        `update ${table} set ${forms.map(([column, form]) => `${column} = ${form}`).join(', ')} where ${differs}`,
      );
    }
    for (const { table, column, key } of UNIQUE) {
      const form = `left(one_line(${column}), 255)`;
      this.addSql(`update ${table} set ${column} = ${form} where ${column} <> ${form} and id in (
        select min(id) from ${table} group by lower(${key(form)} collate "und-x-icu") having count(*) = 1)`);
      this.warnOf(table, `${column} <> ${form}`, `${column} looks like that of another row and stays as it is`);
    }
    // Makes may have equal names, but an import cannot tell them apart.
    this.warnOf(
      'makes',
      'exists (select from makes o where o.id <> makes.id and lower(o.display_name collate "und-x-icu") = lower(makes.display_name collate "und-x-icu"))',
      'the name is that of another make',
    );
  }

  /** Tells PostgreSQL's log about rows that somebody should look at. */
  private warnOf(table: string, condition: string, what: string) {
    this.addSql(`do $$ declare ids text := (select string_agg(id::text, ', ' order by id) from ${table} where ${condition});
      begin if ids is not null then raise warning 'motokey: ${table} %: ${what}', ids; end if; end $$`);
  }

  private addFunctions() {
    // server/text.ts has the reasons for each step, and must do the same.
    const spaces = String.raw`[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]`;
    const invisible = String.raw`[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]`;
    const directions = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
    const rightToLeft = String.raw`[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]`;
    const joiners = String.raw`\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef`;
    const shaping = String.raw`\u0590-\u1cff\u2190-\u2bff\u2e80-\u9fff\ua800-\uabff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00011fff\U0001e800-\U0001faff\U00020000-\U000323af`;
    const shapeless = `(?<![${shaping}${joiners}${directions}])[${joiners}]+`;
    this.addSql(String.raw`create function seen_text(given text, is_line bool) returns text immutable strict parallel safe
      language plpgsql as $$
      declare
        found text := regexp_replace(normalize(given, NFC), '${spaces}', ' ', 'g');
      begin
        found := regexp_replace(regexp_replace(found, '[\u2010\u2011]', '-', 'g'), '${invisible}', '', 'g');
        if is_line or found !~ '${rightToLeft}' then found := regexp_replace(found, '[${directions}]', '', 'g'); end if;
        found := normalize(regexp_replace(found, '${shapeless}', '', 'g'), NFC);
        if found ~ '${shapeless}' then found := normalize(regexp_replace(found, '[${joiners}]', '', 'g'), NFC); end if;
        return found;
      end $$`);
    this.addSql(String.raw`create function one_line(given text) returns text immutable strict parallel safe
      language sql as $$ select case when given !~ '[^ -~]|^ | $| {2}' then given else
        regexp_replace(regexp_replace(seen_text(given, true), '[\t-\r \u0085\u2028\u2029]+', ' ', 'g'), '^ | $', '', 'g')
      end $$`);
    this.addSql(`create function one_line(given text[]) returns text[] immutable strict parallel safe
      language sql as $$ select array(select one_line(text) from unnest(given) with ordinality as t (text, at) order by at) $$`);
    this.addSql(String.raw`create function many_lines(given text) returns text immutable strict parallel safe
      language sql as $$ select case when given !~ '[^\n -~]|^\s|\s$| {2}| \n' then given else
        btrim(regexp_replace(regexp_replace(regexp_replace(seen_text(given, false),
          '\r\n|[\r\v\f\u0085\u2028\u2029]', E'\n', 'g'),
          '[\t ]+(?=\n|$)', '', 'g'),
          '(?<=[^\n\t ])[\t ]+', ' ', 'g'), E'\t\n ')
      end $$`);
  }
}
