import type { Ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { oneLine, textKey } from '../../../text';
import type { StoredChange } from '../../history/modelChange.entity';
import { jsonRows } from '../../jsonRows';
import { keyDatum } from '../../keyData';
import type { Make } from '../../make.entity';
import type { Model } from '../../model.entity';
import { asModel, type ModelRow, makeRefs, modelColumns } from '../../modelRows';
import type { ImportColumn } from '../import.entity';
import { FIELD_LABELS } from '../importFields';
import { type ImportProblem, ImportVerdict } from '../importRow';
import { readCell } from './importCells';
import type { MakeNames } from './importMakes';

/** The result of checking a row, with the column names of `import_rows`. */
export interface Verdict {
  number: number;
  verdict: ImportVerdict;
  make: string;
  name: string;
  year: string;
  /** The make of a new or changed model; null if it does not change, or has yet to be created. */
  make_id: number | null;
  model_id: number | null;
  /** The version of the model with which the row was compared. */
  model_version: number | null;
  problems: ImportProblem[];
  changes: StoredChange[];
}

interface Row {
  number: number;
  /** By field; only the fields in the row. */
  values: Map<string, string>;
  problems: ImportProblem[];
  /** Null if it has yet to be created. */
  make: Make | null;
}

/** Compares rows with the catalogue, in batches; remembers which models it has seen. */
export class RowChecker {
  readonly #columns: ImportColumn[];
  /** The first row of each model. */
  readonly #seen = new Map<string, number>();
  #makeRefs: Map<number, Ref<Make>> | undefined;

  constructor(
    private readonly em: EntityManager,
    columns: ImportColumn[],
    private readonly makes: MakeNames,
    private readonly createMakes: boolean,
  ) {
    this.#columns = columns.filter(({ field }) => field !== null);
  }

  async check(given: { number: number; cells: string[] }[]): Promise<Verdict[]> {
    const rows = given.map((row) => this.#read(row));
    const models = await this.#modelsOf(rows);
    return rows.map((row) => this.#judge(row, models.get(row.number) ?? []));
  }

  #read({ number, cells }: { number: number; cells: string[] }): Row {
    const values = new Map<string, string>();
    const problems: ImportProblem[] = [];
    let isMakeWrong = false;
    for (const { index, header, field } of this.#columns) {
      const cell = cells[index] ?? '';
      const { value, wrong } = readCell(field ?? '', cell);
      if (wrong) problems.push({ column: header, index, message: wrong });
      if (wrong && field === 'make') isMakeWrong = true;
      if (value !== undefined) values.set(field ?? '', value);
      else if (wrong && ['make', 'name', 'year'].includes(field ?? '')) values.set(field ?? '', oneLine(cell));
    }
    let make: Make | null = null;
    const named = isMakeWrong ? undefined : values.get('make');
    if (named) {
      const found = this.makes.find(named);
      if (found && 'wrong' in found) problems.push({ column: null, ...this.#placeOf('make'), message: found.wrong });
      else if (found) make = found;
      else if (!this.createMakes)
        problems.push({ column: null, ...this.#placeOf('make'), message: `There is no make ${named}.` });
    }
    if (!values.has('id')) {
      for (const field of ['make', 'name', 'year'].filter((field) => !this.#placeOf(field))) {
        const message = `A new model needs a ${FIELD_LABELS.get(field)?.toLowerCase()}: no column holds it.`;
        problems.push({ column: null, message });
      }
    }
    return { number, values, problems, make };
  }

  /** The column of a field, for problems; undefined if no column is mapped to it. */
  #placeOf(field: string) {
    const column = this.#columns.find((column) => column.field === field);
    return column && { column: column.header, index: column.index };
  }

  /** By row number, the matching models: the one with the row's ID, else those with its make, name and year. */
  async #modelsOf(rows: Row[]): Promise<Map<number, Model[]>> {
    this.#makeRefs ??= await makeRefs(this.em);
    const sound = rows.filter(({ problems }) => problems.length === 0);
    const wanted = sound.map(({ number, values, make }) => ({
      number,
      id: values.has('id') ? Number(values.get('id')) : null,
      make_id: make?.id ?? null,
      name: values.get('name') ?? null,
      year: values.has('year') ? Number(values.get('year')) : null,
    }));
    const found = await this.em.execute<(ModelRow & { number: number })[]>(
      `with wanted as materialized (
         select * from jsonb_to_recordset(?) as w (number int, id int, make_id int, name text, year int)
       ), fitting as (
         select w.number, m.id from wanted w join models m on m.id = w.id
         union all
         select w.number, m.id from wanted w join models m on w.id is null and m.make_id = w.make_id and m.year = w.year
           and lower(m.name::text collate "und-x-icu") = lower(w.name collate "und-x-icu")
       )
       select f.number, ${modelColumns(this.em)} from fitting f join models m on m.id = f.id order by m.id`,
      [jsonRows(wanted)],
    );
    const models = new Map<number, Model[]>();
    for (const { number, ...row } of found) {
      const others = models.get(number) ?? [];
      models.set(number, [...others, asModel(row, this.#makeRefs)]);
    }
    return models;
  }

  #judge(row: Row, models: Model[]): Verdict {
    const { number, values, make } = row;
    const problems = [...row.problems];
    const id = values.get('id');
    const [model] = models;
    if (problems.length === 0 && id && !model) {
      problems.push({ column: null, ...this.#placeOf('id'), message: `There is no model with the ID ${id}.` });
    }
    const about = {
      number,
      make: values.get('make') ?? model?.make.unwrap().displayName ?? '',
      name: values.get('name') ?? model?.name ?? '',
      year: values.get('year') ?? String(model?.year ?? ''),
      make_id: make?.id ?? null,
      model_id: model?.id ?? null,
      model_version: model?.version ?? null,
    };
    const leftOut = (verdict: ImportVerdict) => ({ ...about, verdict, problems, changes: [] });
    if (problems.length > 0) return leftOut(ImportVerdict.REFUSED);

    if (models.length > 1) {
      const ids = models.map((one) => one.id).join(', ');
      problems.push({
        column: null,
        message: `${models.length} models match, with the IDs ${ids}: choose one by its ID.`,
      });
      return { ...leftOut(ImportVerdict.DUPLICATE), model_id: null };
    }
    const key = model ? `#${model.id}` : [about.make, about.name, about.year].map(textKey).join('\n');
    const first = this.#seen.get(key);
    if (first !== undefined) {
      problems.push({ column: null, message: `Row ${first} is the same model.` });
      return leftOut(ImportVerdict.DUPLICATE);
    }
    this.#seen.set(key, number);

    const changes = changesOf(row, model);
    if (!model) return { ...about, verdict: ImportVerdict.NEW, problems, changes };
    const verdict = changes.length > 0 ? ImportVerdict.CHANGED : ImportVerdict.UNCHANGED;
    return { ...about, verdict, problems, changes };
  }
}

/** The changes that a row makes to a model, or the fields of a new model, as in the history (modelChanges.ts). */
function changesOf({ values, make }: Row, model: Model | undefined): StoredChange[] {
  const changes: StoredChange[] = [];
  const byId = values.has('id');
  for (const [field, label] of FIELD_LABELS) {
    const after = values.get(field);
    if (after === undefined || field === 'id') continue;
    const identifies = field === 'make' || field === 'name' || field === 'year';
    // These are matched regardless of case; the model keeps its spelling.
    if (identifies && model && !byId) continue;
    const before = model ? fieldOf(model, field) : field === 'sample' ? 'no' : '';
    if (field === 'make') {
      const was = model?.make.unwrap();
      if (make && make.id === was?.id) continue;
      const stored = { storedBefore: was ? String(was.id) : '', storedAfter: make ? String(make.id) : '' };
      changes.push({ field, label, before, after: make?.displayName ?? after, ...stored });
    } else if (inOneLine(before) !== inOneLine(after)) changes.push({ field, label, before, after });
  }
  return changes;
}

/** A field of a model as a text. */
export function fieldOf(model: Model, field: string): string {
  if (field === 'make') return model.make.unwrap().displayName;
  if (field === 'name') return model.name;
  if (field === 'year') return String(model.year);
  if (field === 'sample') return model.sample ? 'yes' : 'no';
  return keyDatum(field).read(model);
}

/** Spreadsheets differ in their line breaks; that is not a change. */
const inOneLine = (text: string) => text.replace(/\r\n?/g, '\n');
