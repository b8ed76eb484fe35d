import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../../context';
import { DatabaseCache } from '../../outside/postgres/databaseCache';
import type { Changes } from '../../outside/postgres/databaseChanges';
import { type Offer, offer } from './sampleSheet.operations';

/** In milliseconds. A page does not wait longer for the database. */
const ANSWER_TIMEOUT_MS = 500;

/** What the home page says of the catalogue, kept until it changes. */
export class Showcase {
  private readonly cache: DatabaseCache<Offer>;
  private last: Offer = { makes: 0, models: 0, hasSample: false };

  constructor(
    private readonly system: SystemContext,
    changes: Changes,
  ) {
    this.cache = new DatabaseCache(changes, 'totals', { max: 1 });
  }

  /** If the database does not answer soon, what it last said. */
  async offer(): Promise<Offer> {
    const known = this.cache.get('offer');
    if (known) return known;
    const found = this.cache
      .find('offer', () => offer(this.system))
      .then(
        (offer) => {
          this.last = offer;
          return offer;
        },
        () => this.last,
      );
    return Promise.race([found, wait(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => this.last)]);
  }
}
