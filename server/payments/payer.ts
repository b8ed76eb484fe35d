import type { EntityManager } from '@mikro-orm/postgresql';
import { User } from '../accounts/user.entity';
import type { Context } from '../context';
import { AppError, invalid } from '../errors';
import { idOfUser } from './applyPayment';

export type Session = { session: { user: User } | null };
export type ChainContext = Context & Session & { commit<T>(step: (em: EntityManager) => Promise<T>): Promise<T> };

/** Contract section 7: the session decides; an email chooses only where there is none. */
export async function payerOf(em: EntityManager, { session }: Session, email?: string | null) {
  const named = email?.trim();
  if (session) {
    if (named && named.toLowerCase() !== session.user.username.toLowerCase()) throw notOwn();
    return session.user;
  }
  if (!named) throw invalid({ email: ['The email field is required.'] });
  const id = await idOfUser(em, named);
  if (id === undefined) throw invalid({ email: ['There is no account with this email.'] });
  const user = await em.findOneOrFail(User, id);
  if (!user.enabled) throw disabled();
  return user;
}

export const notOwn = () => new AppError('FORBIDDEN', 'You can pay for your own account only.');
export const disabled = () => new AppError('FORBIDDEN', 'This account is disabled. Please contact us.');

export const over = () => new AppError('CONFLICT', 'This payment is over. Please start again.');
