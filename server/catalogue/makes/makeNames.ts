import { textKey } from '../../text';
import type { Make } from './make.entity';

/** Finds makes by the names in a sheet, ignoring case: first by display name, then by full name. */
export class MakeNames {
  readonly #byName = new Map<string, Make[]>();
  /** Names of missing makes, in their first spelling. */
  readonly missing = new Map<string, string>();

  constructor(makes: Make[]) {
    for (const make of makes) this.#add(make.displayName, make);
    const shown = new Set(this.#byName.keys());
    for (const make of makes) if (!shown.has(textKey(make.fullName))) this.#add(make.fullName, make);
  }

  /** The make with this name; a problem if there are several. If there is none, returns null and adds it to `missing`. */
  find(name: string): Make | null | { wrong: string } {
    const found = this.#byName.get(textKey(name)) ?? [];
    if (found.length > 1) return { wrong: `There are ${found.length} makes with the name ${name}.` };
    if (found[0]) return found[0];
    if (!this.missing.has(textKey(name))) this.missing.set(textKey(name), name);
    return null;
  }

  #add(name: string, make: Make): void {
    const key = textKey(name);
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), make]);
  }
}
