import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller } from '../../context';
import { ChangeSource } from '../history/modelChange.entity';
import { deleteWithCopies, excludeStale } from './selection/applySelection';
import { restoreDeleted } from './selection/restoreDeleted';
import { prepareImport } from './sheet/prepareImport';
import { ChangeKind, type StagedChange } from './stagedChange.entity';
import { changeWithModels, restoreWithModels } from './systems/applySystem';
import { requireSystem } from './systems/requireSystem';

/** What changes of a kind do in their own way. */
interface Source {
  /** For the history of the models. */
  source: ChangeSource;
  /** Locks the models, and refuses or excludes those that have changed since the check. */
  prepare(em: EntityManager, found: StagedChange, anyway: boolean, user: Caller): Promise<void>;
  /** Runs when the models of the rows from `first` to `last` have been written. */
  afterBatch?(em: EntityManager, id: number, first: number, last: number): Promise<void>;
  /** Runs before the models that are still there are undone. */
  beforeUndo?: typeof restoreDeleted;
  /** Restores the models that were changed, if not by their histories. Returns how many. */
  restore?: typeof restoreWithModels;
}

const selection = { source: ChangeSource.BULK, prepare: excludeStale };

const sources: Record<ChangeKind, Source> = {
  [ChangeKind.FILE]: { source: ChangeSource.IMPORT, prepare: prepareImport },
  [ChangeKind.SET]: {
    ...selection,
    async prepare(em, found, anyway) {
      await requireSystem(em, found);
      await excludeStale(em, found, anyway);
    },
  },
  [ChangeKind.COPY]: selection,
  [ChangeKind.DELETE]: { ...selection, afterBatch: deleteWithCopies, beforeUndo: restoreDeleted },
  [ChangeKind.KEY_SYSTEM]: { source: ChangeSource.BULK, prepare: changeWithModels, restore: restoreWithModels },
};

/** What applying and undoing a change do besides, by where it came from. */
export const sourceOf = ({ kind }: { kind: ChangeKind }): Source => sources[kind];
