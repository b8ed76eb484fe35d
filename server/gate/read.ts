import { type Context, readServicesOf } from '../context';
import { CachedAnswer } from './memory';
import { type Admitted, type Cached, type Constructor, extended, gate, type Operation } from './operation';
import { type PlainReader, plainReader } from './plainReads';

/**
 * An operation that reads plain rows with prepared statements, without the ORM (docs/performance.md, "Reads"). `opens`
 * returns the models whose sheets an answer opens: they are counted for the caller before the answer is returned.
 */
export function read<A extends 'member' | 'admin', I extends object, O>(
  access: A,
  Input: Constructor<I>,
  run: (ctx: Admitted<A> & PlainReader, input: I) => Promise<O>,
  opens: (answer: O) => number[] = () => [],
): Operation<I, O> {
  const uncounted: Operation<I, O> = gate<'member' | 'admin', I, O>(
    access,
    Input,
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
  return Object.assign(operation, { access, admit: uncounted.admit, Input, ...(access === 'member' && { cached }) });
}
