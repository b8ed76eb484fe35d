import { Field, ID, InputType } from 'type-graphql';
import { Flag, Optional, Rule, TextField } from '../../../inputs/fields';
import { VersionedInput } from '../../../inputs/versioned';
import { type Check, checkNow, UNCHECKED } from '../../checked';
import { classOf, SYSTEM_TEXTS, type SystemTextName } from '../../keyData';
import { isOwned } from '../../models/modelChanges';
import {
  DEPTH_IN_PARTS,
  DepthRowInput,
  KeyDataTexts,
  SPACING_IN_PARTS,
  writeKeyData,
  wrongDepth,
  wrongSpacing,
} from '../../models/modelInput';
import type { KeySystem } from '../../systems/keySystem.entity';
import { systemChanges } from '../../systems/systemChanges';

@InputType({
  description: 'A key system to create (without `id`) or to change; a field that is absent keeps its value.',
})
export class KeySystemInput extends classOf<{ [name in SystemTextName]?: string | null }, VersionedInput>(
  () => ({}),
  VersionedInput,
) {
  @Field(() => ID, {
    nullable: true,
    description: 'For a new key system that is a copy: the original, whose values those that are absent have.',
  })
  copyOf?: string | null;

  @TextField({ label: 'name', required: true, description: 'Its name, e.g. Honda CMC37. No other key system has it.' })
  name?: string | null;

  @TextField({ label: 'notes', max: 10_000, description: 'Anything else worth knowing about it.' })
  notes?: string | null;

  @Field(() => [String], { nullable: 'itemsAndList', description: SPACING_IN_PARTS })
  @Optional()
  @Rule(wrongSpacing)
  @KeyDataTexts(SYSTEM_TEXTS)
  spacing?: (string | null)[] | null;

  @Field(() => [DepthRowInput], { nullable: 'itemsAndList', description: DEPTH_IN_PARTS })
  @Optional()
  @Rule(wrongDepth)
  depth?: (DepthRowInput | null)[] | null;

  @TextField({ label: 'source', description: 'Where its values come from, e.g. a book with the page.' })
  source?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the caller has checked its values. False: nobody has. If absent, it stays, unless a value changes: then nobody has checked it.',
  })
  @Optional()
  @Flag('checked')
  checked?: boolean | null;

  /** Stated by a list, in place of the caller's. */
  check?: Check;
}

@InputType({ description: 'A change of a key system to prepare.' })
export class StageKeySystemInput extends KeySystemInput {}

/** Gives the key system the values of the input. Returns what that changes. */
export function giveValues(system: KeySystem, input: KeySystemInput, username: string) {
  const before = system.id ? copyOf(system) : null;
  if (input.name != null) system.name = input.name;
  if (input.notes !== undefined) system.notes = input.notes ?? '';
  if (input.source !== undefined) system.source = input.source ?? '';
  writeKeyData(system, input, SYSTEM_TEXTS);
  const isOther = systemChanges(before, system).some(isOwned);
  if (input.check) {
    Object.assign(system, input.check);
    return systemChanges(before, system);
  }
  const isChecked = input.checked ?? (system.checkedAt !== null && !isOther);
  if (!isChecked) unchecked(system);
  else if (isOther || !system.checkedAt) Object.assign(system, checkNow(username));
  return systemChanges(before, system);
}

/** A key system that nobody has checked. */
export const unchecked = (system: KeySystem): KeySystem => Object.assign(system, UNCHECKED);

/** Its lists are never changed in place. */
const copyOf = (system: KeySystem) => ({ ...system }) as KeySystem;
