import { setImmediate as otherWork } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { textKey } from '../../../../text';
import { Alias } from '../../../jump/aliases/alias.entity';
import type { Make } from '../../../makes/make.entity';
import type { MakeNames } from '../../../makes/makeNames';
import { RowVerdict, type Verdict } from '../../stagedRow';
import { type ImportNear, nearKey } from '../importNear';
import { MakeSpellings, ModelNames } from './nearNames';

/** The most close names that an import stores. */
const MOST = 100;
/** How many spellings of a check are compared with the catalogue. A column that was mapped by mistake may have one in each row. */
const MOST_COMPARED = 2_000;
/** After so many comparisons, other requests get a turn. */
const AT_ONCE = 50;

/** Collects close names while rows are checked (docs/rules.md, "Imports"). */
export class NearFinder {
  /** By `nearKey`; null if the catalogue has no close name. */
  readonly #found = new Map<string, ImportNear | null>();
  readonly #names = new Map<number, ModelNames>();
  readonly #makes: ReadonlyMap<number, Make>;
  #spellings: MakeSpellings | undefined;
  #compared = 0;
  /** The last row and its model: its years are not counted again. */
  #last: string | undefined;

  constructor(
    private readonly em: EntityManager,
    makes: readonly Make[],
    private readonly makeNames: MakeNames,
  ) {
    this.#makes = new Map(makes.map((make) => [make.id, make]));
  }

  async note(verdicts: readonly Verdict[]): Promise<void> {
    for (const { number, part, make, make_id, name, verdict } of verdicts) {
      const row = `${number} ${name}`;
      if (row === this.#last) continue;
      this.#last = row;
      if (make_id === null && part === 0 && this.makeNames.missing.has(textKey(make))) {
        const makes = await this.#makeSpellings();
        await this.#count({ field: 'make', makeId: null, make: null, name: make }, () => makes.near(make));
      } else if (make_id !== null && verdict === RowVerdict.NEW) {
        const names = await this.#namesOf(make_id);
        const about = { field: 'name', makeId: make_id, make: this.#makes.get(make_id)?.displayName ?? make, name };
        await this.#count(about, () => names.near(name));
      }
    }
  }

  /** Makes first, then models; the most frequent first. */
  list(): ImportNear[] {
    const found = [...this.#found.values()].filter((one) => one !== null);
    return found.sort((one, other) => one.field.localeCompare(other.field) || other.rows - one.rows).slice(0, MOST);
  }

  async #count(about: Omit<ImportNear, 'rows' | 'near'>, find: () => string[]): Promise<void> {
    const key = nearKey(about);
    let one = this.#found.get(key);
    if (one === undefined) {
      if (this.#compared >= MOST_COMPARED) return;
      this.#compared += 1;
      if (this.#compared % AT_ONCE === 0) await otherWork();
      const near = find();
      one = near.length > 0 ? { ...about, rows: 0, near } : null;
      this.#found.set(key, one);
    }
    if (one) one.rows += 1;
  }

  /** Makes with their nicknames that cover all models of the make, such as Kawa. */
  async #makeSpellings(): Promise<MakeSpellings> {
    if (this.#spellings) return this.#spellings;
    const aliases = Map.groupBy(await this.em.find(Alias, { name: '' }), ({ make }) => make.id);
    this.#spellings = new MakeSpellings(
      [...this.#makes.values()].map(({ id, displayName, fullName }) => ({
        displayName,
        names: [displayName, fullName, ...(aliases.get(id) ?? []).map(({ text }) => text)],
      })),
    );
    return this.#spellings;
  }

  async #namesOf(makeId: number): Promise<ModelNames> {
    const known = this.#names.get(makeId);
    if (known) return known;
    const rows = await this.em.execute<{ name: string }[]>(
      `select name from jump_names where make_id = ? and years <> '{}' order by name`,
      [makeId],
    );
    const names = new ModelNames(rows.map(({ name }) => name));
    this.#names.set(makeId, names);
    return names;
  }
}
