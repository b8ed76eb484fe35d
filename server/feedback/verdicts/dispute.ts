import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { isSameValue, keyDatum } from '../../catalogue/keyData';
import type { ModelRow } from '../../catalogue/models/modelRow';
import type { Caller } from '../../context';
import { Correction, CorrectionState } from '../correction.entity';
import { Verdict } from './verdict.entity';

/*
 * A dispute is a correction of one value that companies join with their verdicts (docs/decisions/0056). It lasts while a
 * verdict is in it (the trigger drop_dispute), or until it is decided.
 */

/** The open dispute about the present value of `field`; a new one if there is none. Call it in turns for each model. */
export async function joinDispute(
  em: EntityManager,
  user: Caller,
  model: ModelRow,
  field: string,
  found: string | null,
): Promise<Correction> {
  const reported = keyDatum(field).read(model);
  const open = await em.find(
    Correction,
    { target: model.id, disputed: field, state: CorrectionState.OPEN },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const about = open.find(({ proposals }) => isSameValue(field, proposals[0]?.reported ?? '', reported));
  if (about) return about;
  const dispute = em.create(Correction, {
    user: user.id,
    username: user.username,
    email: user.username,
    make: model.make.displayName,
    model: model.name,
    year: model.year,
    comment: '',
    target: model.id,
    disputed: field,
  });
  propose(dispute, { field, reported, proposed: found });
  await em.flush();
  return dispute;
}

/** What the dispute proposes, also as its comment. */
export function propose(
  dispute: Correction,
  { field, reported, proposed }: { field: string; reported: string; proposed: string | null },
): void {
  dispute.proposals = [{ field, reported, proposed, applied: false }];
  const end = proposed === null ? ' is wrong' : ` → ${proposed || '—'}`;
  dispute.comment = `${keyDatum(field).label}: ${reported || '—'}${end}`;
}

/** After verdicts have changed: each open dispute proposes what most companies found, the earliest of several. */
export async function tellDisputes(em: EntityManager, ids: ReadonlySet<number>): Promise<void> {
  for (const id of ids) {
    // Without the identity map: the trigger may have removed it.
    const dispute = await em.findOne(
      Correction,
      { id, state: CorrectionState.OPEN },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const [proposal] = dispute?.proposals ?? [];
    if (!dispute || !proposal) continue;
    const found = (await verdictsIn(em, dispute)).flatMap(({ found }) => found ?? []);
    const companies = Map.groupBy(found, (value) => value);
    const [most = null] = [...companies].sort(([, some], [, others]) => others.length - some.length)[0] ?? [];
    propose(dispute, { ...proposal, proposed: most });
  }
  await em.flush();
}

/** The verdicts that have joined a dispute, in the order in which they were said. */
export const verdictsIn = (em: EntityManager, dispute: Correction) =>
  em.find(Verdict, { correction: dispute.id }, { orderBy: { saidAt: 'asc', id: 'asc' }, populate: ['user'] });
