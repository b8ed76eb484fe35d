import { textKey } from '../../../../text';
import { isSameValue, SYSTEM_DATA } from '../../../keyData';
import { KEY_SYSTEM } from '../../../models/modelChanges';
import type { KeySystem } from '../../../systems/keySystem.entity';
import type { Row } from './rowReader';

/** The most different values that are named. */
const MOST_NAMED = 3;

/** What a row makes of the key system that it names. */
interface Link {
  row: Row;
  system: KeySystem | null;
  /** Why the model does not get it, if it does not. */
  problem?: string;
}

/** Links rows with the key systems that they name (docs/rules.md, "Imports"). */
export class SystemLinks {
  readonly #byName: ReadonlyMap<string, KeySystem>;

  constructor(systems: readonly KeySystem[]) {
    this.#byName = new Map(systems.map((system) => [textKey(system.name), system]));
  }

  /**
   * The row with the values of its key system, if none of its own differs. Otherwise the model gets the row's values as its own.
   * A row without a column of key systems stays as it is.
   */
  link(row: Row): Link {
    const name = row.values.get(KEY_SYSTEM.name);
    if (!name) return { row, system: null };
    const system = this.#byName.get(textKey(name));
    const different = SYSTEM_DATA.filter((datum) => {
      const own = row.values.get(datum.name);
      return system && own && !isSameValue(datum.name, own, datum.read(system));
    });
    const values = new Map(row.values);
    if (system && different.length === 0) {
      for (const datum of SYSTEM_DATA) values.set(datum.name, datum.read(system));
      return { row: { ...row, values }, system };
    }
    values.set(KEY_SYSTEM.name, '');
    const named = different.slice(0, MOST_NAMED).map((datum) => {
      const other = system && datum.read(system);
      return `${datum.label} is ${other || 'empty'} there and ${row.values.get(datum.name)} here`;
    });
    const more = different.length > MOST_NAMED ? `, and ${different.length - MOST_NAMED} more` : '';
    const why = system
      ? `${system.name} has other values: ${named.join(', ')}${more}.`
      : `There is no key system ${name}.`;
    return { row: { ...row, values }, system: null, problem: `${why} The model has values of its own.` };
  }
}
