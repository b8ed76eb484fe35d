import type { EntityManager } from '@mikro-orm/postgresql';
import { type Context, isSystem, readServicesOf } from '../context';
import type { Access, Scope } from './audiences';
import { type Admitted, type Cached, type Constructor, type Description, extended, gate, type Operation } from './gate';
import { CachedAnswer } from './memory';
import { type Plain, type PlainReader, plainOf, plainReader } from './plainReads';
import { databaseStep } from './slots';
import { type WriteLimit, writeCounter } from './throttle/writeLimit';

/** For operations without input. */
export class NoInput {}

/** In a command, `em` is bound to its transaction. */
interface Reader {
  readonly em: EntityManager;
}

/** Runs one step in a transaction of its own. */
export type Commit = <T>(step: (em: EntityManager) => Promise<T>) => Promise<T>;

const kinds = <D extends Description>(description: D, scope?: Scope) => ({
  /** An operation that reads. */
  query: <A extends Access, I extends object, O>(
    access: A,
    Input: Constructor<I>,
    run: (ctx: Admitted<A> & Reader, input: I) => Promise<O>,
  ) =>
    gate({ access, Input, description, scope }, (ctx: Admitted<A>, em, input) =>
      databaseStep(ctx, () => run(extended(ctx, { em: em() }), input)),
    ),

  /** An operation that writes. It runs in one transaction, together with its log entry. What fails is not counted by its limit. */
  command: <A extends Access, I extends object, O>(
    access: A,
    Input: Constructor<I>,
    run: (ctx: Admitted<A> & Reader, input: I) => Promise<O>,
    limit?: WriteLimit<I> | null,
  ) => {
    const count = writeCounter(access, limit);
    return gate({ access, Input, description, scope }, (ctx: Admitted<A>, em, input) =>
      databaseStep(ctx, () =>
        em().transactional(async (em) => {
          await count?.(em, ctx, input);
          return run(extended(ctx, { em }), input);
        }),
      ),
    );
  },

  /** An operation of several transactions, for slow or external work between them (hashing, mail, payments). */
  chain: <A extends Access, I extends object, O>(
    access: A,
    Input: Constructor<I>,
    run: (ctx: Admitted<A> & { readonly commit: Commit; readonly plain: Plain | null }, input: I) => Promise<O>,
    limit?: WriteLimit<I> | null,
  ) => {
    const count = writeCounter(access, limit);
    return gate({ access, Input, description, scope }, async (ctx: Admitted<A>, em, input) => {
      const commit: Commit = (step) => databaseStep(ctx, () => em().transactional(step));
      if (count) await commit((em) => count(em, ctx, input));
      return run(extended(ctx, { commit, plain: isSystem(ctx) ? null : plainOf(ctx) }), input);
    });
  },

  /**
   * An operation that reads plain rows with prepared statements, without the ORM (docs/performance.md, "Reads"). `opens`
   * returns the models whose sheets an answer opens: they are counted for the caller before the answer is returned.
   */
  read<A extends 'member' | 'company' | 'admin', I extends object, O>(
    access: A,
    Input: Constructor<I>,
    run: (ctx: Admitted<A> & PlainReader, input: I) => Promise<O>,
    opens: (answer: O) => number[] = () => [],
  ): Operation<I, O, Context, D> {
    const declaration = { access, Input, description, scope };
    const uncounted: Operation<I, O> = gate<'member' | 'company' | 'admin', I, O, D>(
      declaration,
      (ctx, _em, input) => run(extended(ctx as Admitted<A>, plainReader(ctx)), input),
      'reads',
    );
    const count = async (ctx: Context, ids: number[]) => {
      const session = ids.length > 0 ? await uncounted.admit(ctx) : null;
      if (session) await ctx.openSheets(session.user, ids);
    };
    const operation = async (ctx: Context, input?: Partial<I>) => {
      const answer = await uncounted(ctx, input);
      await count(ctx, opens(answer));
      return answer;
    };
    /** Only for members' answers, which are the same for all members. */
    const cached: Cached<I, O> = async (ctx, key, input, encode) => {
      await uncounted.admit(ctx);
      const { answers } = readServicesOf(ctx).memory;
      const known =
        answers.get(key) ??
        (await answers.find(key, async () => {
          const answer = await uncounted(ctx, input());
          return new CachedAnswer(encode(answer), opens(answer));
        }));
      await count(ctx, known.opens);
      return known;
    };
    return Object.assign(operation, { ...declaration, admit: uncounted.admit, ...(access === 'member' && { cached }) });
  },
});

/** The kinds of operations. */
export const { query, command, chain } = kinds(undefined);

/** The kinds of operations for the graph and REST, which show what the operation answers or does, and its scope for API tokens. */
export const described = (description: string, scope?: Scope) => kinds(description, scope);

/** The kinds of other operations that are open to API tokens. */
export const scoped = (scope: Scope) => kinds(undefined, scope);
