import type { Client } from '../clients/client.entity';
import type { User } from './user.entity';

/** The fields whose changes are logged, by their names in the log. */
type Rights = Record<string, string | number | boolean>;

/** What a user may do, and until when. */
export const rightsOfUser = (user: User): Rights => ({
  client: user.client.name,
  role: user.role.authority,
  enabled: user.enabled,
  'account expired': user.accountExpired,
  'database download': user.databaseDownloadAllowed,
  'expiration date': user.subscriptionEndDate,
  'sheets an hour': user.sheetsPerHour ?? 'default',
  'sheets a day': user.sheetsPerDay ?? 'default',
});

/** What a client's users may do, and until when. */
export const rightsOfClient = (client: Client): Rights => ({
  'max users': client.maxUsers,
  'account expired': client.accountExpired,
  'subscription start': client.subscriptionStartDate,
  'subscription end': client.subscriptionEndDate,
});

/** E.g. `: role ROLE_USER → ROLE_ADMIN, enabled yes → no`; empty if nothing changed or the record is new. */
export function changesOf(before: Rights | null, after: Rights): string {
  const changed = Object.entries(after).filter(([name, value]) => before && before[name] !== value);
  const lines = changed.map(([name, value]) => `${name} ${shown(before?.[name])} → ${shown(value)}`);
  return lines.length > 0 ? `: ${lines.join(', ')}` : '';
}

const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
