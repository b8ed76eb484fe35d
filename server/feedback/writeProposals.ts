import type { EntityManager } from '@mikro-orm/postgresql';
import { ChangeSource } from '../catalogue/history/modelChange.entity';
import { KEY_DATA, keyDatum } from '../catalogue/keyData';
import type { ModelRow } from '../catalogue/models/modelRow';
import { lockModels } from '../catalogue/models/readModels';
import { writeModels, writeOf } from '../catalogue/models/writeModels';
import type { Caller } from '../context';
import { AppError } from '../errors';
import { requireUnchanged, toId } from '../inputs/record';
import type { Correction, StoredProposal } from './correction.entity';

interface Writing {
  user: Caller;
  modelVersion?: number | null | undefined;
  alsoModelIds?: readonly string[] | null | undefined;
}

/**
 * Writes the proposed values into the model, and into the other years that were chosen. Returns the changes as texts:
 * `SILCA: HD75 → HD109`.
 */
export async function writeProposals(
  em: EntityManager,
  { target }: Correction,
  proposals: StoredProposal[],
  { user, modelVersion, alsoModelIds }: Writing,
): Promise<string[]> {
  const ids = target ? [target.id, ...(alsoModelIds ?? []).map(toId)] : [];
  // In the order of their ids, so that two administrators cannot wait for each other.
  const locked = await lockModels(em, ids);
  const model = locked.find(({ id }) => id === target?.id);
  if (!model) throw new AppError('CONFLICT', 'The model of this correction no longer exists.');
  requireUnchanged(model, modelVersion);
  const years = locked.filter((other) => other !== model);
  if (years.length < new Set(ids).size - 1 || !years.every((other) => haveSameKeyData(model, other))) {
    throw new AppError('CONFLICT', 'The chosen years no longer have the same key data.');
  }
  const batch = [model, ...years].map((one) => {
    const after = { ...one };
    for (const { field, proposed } of proposals) keyDatum(field).write(after, proposed ?? '');
    return writeOf(one, after);
  });
  await writeModels(em, batch, { user, source: ChangeSource.CORRECTION });
  const also = years.map(({ year }) => year).sort((one, other) => one - other);
  return [
    ...(batch[0]?.changes ?? []).map(({ label, before, after }) => `${label}: ${before || '—'} → ${after || '—'}`),
    ...(also.length ? [`Also in ${also.join(', ')}, which had the same key data.`] : []),
  ];
}

/** Whether two models are years of one make and name, with the same key data. */
const haveSameKeyData = (one: ModelRow, other: ModelRow) =>
  one.make.id === other.make.id && one.name === other.name && KEY_DATA.every(({ read }) => read(one) === read(other));
