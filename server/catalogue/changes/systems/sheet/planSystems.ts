import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { errorsIn } from '../../../../inputs/rules';
import { cut } from '../../../../outside/sheets/sheet';
import { textKey } from '../../../../text';
import { statedCheck, UNCHECKED } from '../../../checked';
import { depthOf } from '../../../keyData';
import { isOwned } from '../../../models/modelChanges';
import type { DepthRowInput } from '../../../models/modelInput';
import type { StoredChange } from '../../../recordChange';
import { KeySystem } from '../../../systems/keySystem.entity';
import { RowVerdict } from '../../stagedRow';
import { giveValues, KeySystemInput } from '../systemInput';
import type { SystemRow } from './readSystems';

/** What an import makes of a row. */
export interface SystemPlan {
  number: number;
  verdict: RowVerdict;
  /** The key system's name, once it is imported. */
  name: string;
  /** The one that it changes; null for a new one. */
  system: KeySystem | null;
  input: KeySystemInput;
  changes: StoredChange[];
  problems: string[];
}

/**
 * Compares the rows with the key systems: by the DSD number, else by the ITL number, else by the name. A key system keeps its
 * name; a new one whose name is taken has its number behind it.
 */
export async function planSystems(em: EntityManager, rows: readonly SystemRow[], title: string): Promise<SystemPlan[]> {
  const known = await em.find(KeySystem, {}, { orderBy: { id: 'asc' } });
  const names = new Set(known.map(({ name }) => textKey(name)));
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { number, texts } = row;
    const { dsd = '', itl = '' } = texts;
    const own = dsd ? `DSD ${dsd}` : itl ? `ITL ${itl}` : '';
    const found = known.filter((one) =>
      dsd
        ? textKey(one.dsd) === textKey(dsd)
        : itl
          ? textKey(one.itl) === textKey(itl)
          : textKey(one.name) === textKey(row.name),
    );
    // A system of this name that has no number yet is the same one.
    const [
      system = known.find((one) => own && textKey(one.name) === textKey(row.name) && !one.dsd && !one.itl) ?? null,
    ] = found;
    const problems = [...row.problems];
    if (found.length > 1)
      problems.push(
        `${found.length} key systems match: ${found.map(({ name }) => name).join(', ')}. Give one its number.`,
      );
    const key = system ? `#${system.id}` : textKey(own || row.name);
    const first = seen.get(key);
    if (first !== undefined) problems.push(`Row ${first} is for the same key system.`);
    else seen.set(key, number);

    const name = system ? system.name : names.has(textKey(row.name)) && own ? `${row.name}, ${own}` : row.name;
    const input = inputOf(row, system, name, title);
    if (problems.length === 0) problems.push(...Object.values(errorsIn(input)).flat());
    if (!system && names.has(textKey(name))) problems.push(`There is a key system ${name} already.`);
    const leftOut = (verdict: RowVerdict, changes: StoredChange[] = []) => ({
      number,
      verdict,
      name,
      system,
      input,
      changes,
      problems,
    });
    if (problems.length > 0) return leftOut(RowVerdict.REFUSED);
    names.add(textKey(name));
    const changes = giveValues(system ? ({ ...system } as KeySystem) : new KeySystem(), input, '');
    if (!system) return leftOut(RowVerdict.NEW, changes);
    if (changes.length === 0) return leftOut(RowVerdict.UNCHANGED);
    const { modelsCount } = system;
    if (modelsCount > 0 && changes.some(isOwned)) {
      const models = modelsCount === 1 ? '1 model has' : `${modelsCount.toLocaleString('en')} models have`;
      problems.push(`${models} this key system: change it in its form, which shows what becomes of its models.`);
      return leftOut(RowVerdict.REFUSED, changes);
    }
    return leftOut(RowVerdict.CHANGED, changes);
  });
}

/** The input that saves a row; what the row does not say stays. */
function inputOf(row: SystemRow, system: KeySystem | null, name: string, title: string): KeySystemInput {
  const { notes, source, texts, spacing, checkedBy, checkedAt } = row;
  const depth = depthsOf(row, system);
  const check = statedCheck(system ?? UNCHECKED, checkedBy, checkedAt);
  const given = { ...texts, notes, source, spacing, depth, ...(check && { check }) };
  const input = Object.assign(new KeySystemInput(), given, { name });
  if (!system) return Object.assign(input, { source: source || `${cut(title, 240)}, row ${row.number}` });
  // That it is in inches is concluded, not said.
  if (system.unit && texts.unit === 'inch') delete input.unit;
  return input;
}

/**
 * The depths of a row. A list names them and has their 1x: what the key system has beside it stays, and so do its depths
 * that have no column.
 */
function depthsOf({ depth, depthColumns }: SystemRow, system: KeySystem | null): DepthRowInput[] | undefined {
  if (!depth || !system || depth.some(({ name }) => name == null)) return depth;
  const known = depthOf(system).flatMap((one, row) =>
    one.oneX || one.twoX ? [{ ...one, name: one.name || String(row + 1) }] : [],
  );
  const listed = depth.map((one) => ({ twoX: known.find(({ name }) => name === one.name)?.twoX ?? '', ...one }));
  const isListed = (name: string) => !depthColumns || depthColumns.includes(name);
  if (known.every(({ name }) => isListed(name))) return listed;
  const inPlace = known.flatMap((one) => (isListed(one.name) ? listed.filter(({ name }) => name === one.name) : [one]));
  return [...inPlace, ...listed.filter(({ name }) => !known.some((one) => one.name === name))];
}

/** Identifies what an administrator has seen: another file, or other key systems, have another digest. */
export const digestOf = (plans: readonly SystemPlan[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        plans.map(({ number, verdict, system, changes }) => [number, verdict, system?.id, system?.version, changes]),
      ),
    )
    .digest('base64url');
