import type { EntityManager } from '@mikro-orm/postgresql';
import { changeKeySystem, lockSystemOf } from '../catalogue/changes/systems/changeKeySystem';
import { ChangeSource } from '../catalogue/history/modelChange.entity';
import { isOfSystem, KEY_DATA, type KeyDataValues, keyDatum } from '../catalogue/keyData';
import { inWords } from '../catalogue/models/modelChanges';
import type { ModelRow } from '../catalogue/models/modelRow';
import { lockModels, modelsWith } from '../catalogue/models/readModels';
import { writeModels, writeOf } from '../catalogue/models/writeModels';
import type { Caller } from '../context';
import { AppError } from '../errors';
import { requireUnchanged, toId } from '../inputs/record';
import type { Correction, StoredProposal } from './correction.entity';

interface Writing {
  user: Caller;
  modelVersion?: number | null | undefined;
  alsoModelIds?: readonly string[] | null | undefined;
  /** Whether values that belong to the model's key system are written into it. */
  toKeySystem: boolean;
}

/**
 * Writes the proposed values into the model, and into the other years that were chosen. Returns the changes as texts:
 * `SILCA: HD75 → HD109`.
 */
export async function writeProposals(
  em: EntityManager,
  { target }: Correction,
  proposals: StoredProposal[],
  { user, modelVersion, alsoModelIds, toKeySystem }: Writing,
): Promise<string[]> {
  const ofSystem = toKeySystem ? proposals.filter(({ field }) => isOfSystem(keyDatum(field))) : [];
  // A key system is locked before its models.
  const system = ofSystem.length > 0 && target ? await lockSystemOf(em, target.id) : null;
  const ids = target ? [target.id, ...(alsoModelIds ?? []).map(toId)] : [];
  // In the order of their ids, so that two administrators cannot wait for each other.
  const locked = await lockModels(em, ids);
  const model = locked.find(({ id }) => id === target?.id);
  if (!model) throw new AppError('CONFLICT', 'The model of this correction no longer exists.');
  requireUnchanged(model, modelVersion);
  if (system && model.keySystem?.id !== system.id)
    throw new AppError('CONFLICT', 'Somebody has just given the model another key system, or values of its own.');
  const years = locked.filter((other) => other !== model);
  if (years.length < new Set(ids).size - 1 || !years.every((other) => haveSameKeyData(model, other))) {
    throw new AppError('CONFLICT', 'The chosen years no longer have the same key data.');
  }
  const told = system && (await changeKeySystem(em, user, system, (values) => writeInto(values, ofSystem)));
  // Those with the key system have its new values by now.
  const now = told ? await modelsWith(em, ids) : [model, ...years];
  const batch = now.flatMap((one) => {
    const after = { ...one };
    writeInto(after, proposals);
    const write = writeOf(one, after);
    return told && write.changes.length === 0 ? [] : [write];
  });
  await writeModels(em, batch, { user, source: ChangeSource.CORRECTION });
  const also = years.map(({ year }) => year).sort((one, other) => one - other);
  return [
    ...(told ?? []),
    ...(batch.find(({ id }) => id === model.id)?.changes ?? []).map(inWords),
    ...(also.length ? [`Also in ${also.join(', ')}, which had the same key data.`] : []),
  ];
}

function writeInto(values: KeyDataValues, proposals: StoredProposal[]): void {
  for (const { field, proposed } of proposals) keyDatum(field).write(values, proposed ?? '');
}

/** Whether two models are years of one make and name, with the same key data. */
const haveSameKeyData = (one: ModelRow, other: ModelRow) =>
  one.make.id === other.make.id && one.name === other.name && KEY_DATA.every(({ read }) => read(one) === read(other));
