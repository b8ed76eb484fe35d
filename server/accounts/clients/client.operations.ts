import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { GraphQLLocalDate } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { invalid, noSuch, whereTaken } from '../../errors';
import { described, NoInput } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import {
  Flag,
  Limits,
  MayBeAbsent,
  NeededWhenNew,
  OneOf,
  Rule,
  TextField,
  wrongDay,
  wrongEmail,
} from '../../inputs/fields';
import { containing, FilterField, findPage, PageInput, PageOf } from '../../inputs/list';
import { RecordInput, requireEmpty, requireUnchanged, toId } from '../../inputs/record';
import { VersionedInput } from '../../inputs/versioned';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind, LogSubjectType } from '../../logs/logKind';
import { byBeingIn, EXPIRED_CLIENTS, endingIn, isIn, SubscriptionFilter } from '../subscription';
import { changesOf, rightsOfClient } from '../users/changes';
import { User } from '../users/user.entity';
import { Client } from './client.entity';
import { findClientByEmail } from './clientEmails';

export enum ClientSort {
  NAME = 'name',
  PRIMARY_EMAIL = 'primaryEmail',
  MAX_USERS = 'maxUsers',
  ACCOUNT_EXPIRED = 'accountExpired',
  EXPIRED = 'expired',
  SUBSCRIPTION_END_DATE = 'subscriptionEndDate',
}
describeEnum(ClientSort, 'ClientSort', 'What clients are sorted by.', {
  NAME: 'Their names, in natural order.',
  PRIMARY_EMAIL: 'Their primary email addresses.',
  MAX_USERS: 'How many seats they have.',
  ACCOUNT_EXPIRED: 'Whether their accounts are marked as expired.',
  EXPIRED: 'Whether their subscriptions have ended.',
  SUBSCRIPTION_END_DATE: 'The last days of their subscriptions.',
});

@InputType({ description: 'The clients that meet all of these conditions; without any condition, all clients.' })
export class ClientFilter extends SubscriptionFilter {
  @TextField({ label: 'search', description: 'A part of the name or the primary email.' })
  search?: string | null;
}

@ArgsType()
export class ClientsInput extends PageInput {
  @Field(() => ClientSort, { description: 'What they are sorted by.' })
  @OneOf(ClientSort, 'Clients cannot be sorted by this.')
  sortBy: ClientSort = ClientSort.NAME;

  @FilterField(() => ClientFilter)
  filter?: ClientFilter | null;
}

@ObjectType({ description: 'Some of the clients, and how many there are.' })
export class ClientPage extends PageOf(Client, 'clients') {}

export const clients = described('A page of clients.', 'ACCOUNTS').query(
  'admin',
  ClientsInput,
  ({ em }, { filter, ...page }) => {
    const { search, expired, ...ends } = filter ?? {};
    const named = search ? [containing(['name', 'primary_email'], search)] : [];
    const where = [...named, ...isIn(EXPIRED_CLIENTS, expired), ...endingIn(ends)];
    const sortBy = page.sortBy === ClientSort.EXPIRED ? byBeingIn(EXPIRED_CLIENTS) : page.sortBy;
    return findPage<Client>(em, Client, { $and: where } as FilterQuery<Client>, { ...page, sortBy });
  },
);

export const client = described('One client.', 'ACCOUNTS').query('admin', RecordInput, ({ em }, { id }) =>
  em.findOneOrFail(Client, toId(id)),
);

export const clientOptions = described('All clients by name, for selectors.', 'ACCOUNTS').query(
  'admin',
  NoInput,
  ({ em }) => em.findAll(Client, { orderBy: { name: 'asc', id: 'asc' } }),
);

@InputType({ description: 'A client to create (without `id`) or to change; a field that is absent keeps its value.' })
export class ClientInput extends VersionedInput {
  @TextField({ label: 'name', required: true, description: 'The company’s name.' })
  name?: string | null;

  @TextField({ label: 'primary email', required: true, description: 'The company’s email address.' })
  @Rule((value) => (value == null || value === '' ? null : wrongEmail(value, 'primary email')))
  primaryEmail?: string | null;

  @Field(() => Int, { nullable: true, description: 'How many seats it has, 1 to 100,000. Required in a new client.' })
  @NeededWhenNew()
  @Rule(wrongSeats)
  maxUsers?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Ends the subscription, whatever its dates.' })
  @MayBeAbsent()
  @Flag('account expired')
  accountExpired?: boolean | null;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Its first day. Required in a new client.' })
  @NeededWhenNew()
  @Rule((value) => wrongDay(value, 'subscription start date'))
  subscriptionStartDate?: string | null;

  @Field(() => GraphQLLocalDate, { nullable: true, description: 'Its last day. Required in a new client.' })
  @NeededWhenNew()
  @Rule((value) => wrongDay(value, 'subscription end date'))
  subscriptionEndDate?: string | null;

  @TextField({ label: 'address', max: 1_000, description: 'Its postal address, as receipts name it; several lines.' })
  address?: string | null;

  @TextField({ label: 'description', max: 10_000, description: 'What administrators note about it.' })
  description?: string | null;
}

function wrongSeats(value: unknown): string | null {
  if (value instanceof Limits) return value.note({ minimum: 1, maximum: 100_000 });
  if (value == null || value === '') return 'The max user field is required.';
  const fits = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100_000;
  return fits ? null : 'The max user must be a whole number from 1 to 100,000.';
}

/** Refuses fewer seats than users, and an end date before the start date. */
export const saveClient = described('Creates or changes a client.', 'ACCOUNTS').command(
  'admin',
  ClientInput,
  async ({ em, user }, input) => {
    const client = await toSave(em, input);
    const before = input.id == null ? null : rightsOfClient(client);
    const { id: _, version: __, ...fields } = input;
    for (const [field, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(client, { [field]: value ?? '' });
    if (client.subscriptionEndDate < client.subscriptionStartDate) {
      throw invalid({ subscriptionEndDate: ['The subscription end date is before its start date.'] });
    }
    const taken = input.id == null ? 0 : await em.count(User, { client });
    if (client.maxUsers < taken) throw invalid({ maxUsers: [`The client has ${taken} users already.`] });
    await refuseTakenEmail(em, client);
    client.updatedAt = new Date();
    em.persist(client);
    const changes = changesOf(before, rightsOfClient(client));
    await em.flush().catch(whereTaken('clients_primary_email', EMAIL_TAKEN));
    LogEntry.write(em, user, input.id ? LogKind.CLIENT_UPDATED : LogKind.CLIENT_CREATED, {
      subject: subjectOf(client),
      text: `${input.id ? 'Updated' : 'Created'} the client ${client.name}${changes}`,
    });
    client.usersCount = taken;
    return client;
  },
);

const subjectOf = ({ id }: Client) => ({ type: LogSubjectType.CLIENT, id });

/** Locks the client, so that no seat can be taken while the seats are being counted. */
async function toSave(em: EntityManager, input: ClientInput): Promise<Client> {
  if (input.id == null) return new Client();
  const client = await em.findOneOrFail(Client, toId(input.id), {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    ...noSuch('client'),
  });
  requireUnchanged(client, input.version);
  return client;
}

async function refuseTakenEmail(em: EntityManager, { id, primaryEmail }: Client): Promise<void> {
  const other = await findClientByEmail(em, primaryEmail);
  if (other !== undefined && other !== id) throw invalid(EMAIL_TAKEN);
}

const EMAIL_TAKEN = { primaryEmail: ['The primary email has already been taken.'] };

@InputType({ description: 'Which client to delete, by its id.' })
export class DeleteClientInput extends RecordInput {}

/** CONFLICT has the number of users. */
export const deleteClient = described('Deletes a client; CONFLICT if it has users.', 'ACCOUNTS').command(
  'admin',
  DeleteClientInput,
  async ({ em, user }, { id }) => {
    const client = await em.findOneOrFail(Client, toId(id), {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      ...noSuch('client'),
    });
    requireEmpty(client.name, await em.count(User, { client }), 'user', 'delete or move');
    em.remove(client);
    LogEntry.write(em, user, LogKind.CLIENT_DELETED, {
      subject: subjectOf(client),
      text: `Deleted the client ${client.name}`,
    });
    await em.flush();
    return client;
  },
);
