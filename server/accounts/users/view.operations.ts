import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { invalid, notFound } from '../../errors';
import { described } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { Flag, OneOf, Rule, wrongText } from '../../inputs/fields';
import { RecordInput, toId } from '../../inputs/record';
import { AsTyped } from '../../inputs/textForms';
import { lockUser } from './user.entity';

export enum ListName {
  MODELS = 'models',
  USERS = 'users',
  CLIENTS = 'clients',
  LOGS = 'logs',
  CORRECTIONS = 'corrections',
  FEEDBACK = 'feedback',
  PAYMENTS = 'payments',
}
describeEnum(ListName, 'ListName', 'A list whose filters can be saved.', {
  MODELS: 'The list at `/products/list`.',
  USERS: 'The list at `/users/list`.',
  CLIENTS: 'The list at `/clients/list`.',
  LOGS: 'The list at `/userlogs`.',
  CORRECTIONS: 'The list at `/correction/list`.',
  FEEDBACK: 'The list at `/feedback/list`.',
  PAYMENTS: 'The list at `/payments/list`.',
});

@ObjectType({ description: 'The filters and the order of a list, saved under a name.' })
export class ListView {
  @Field(() => ID, { description: 'Identifies the view.' })
  id!: number;

  @Field(() => String, { description: 'What it is called; unique among the views of its owner and list.' })
  name!: string;

  @Field(() => String, { description: 'The query of the list’s address, without the question mark.' })
  search!: string;

  @Field(() => Boolean, { description: 'Whether all administrators see it.' })
  shared!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller owns it. Only the owner may change or delete it.' })
  own!: boolean;

  @Field(() => String, { description: 'The username of the user whose view it is.' })
  username!: string;
}

@ArgsType()
export class ListViewsInput {
  @Field(() => ListName, { description: 'Whose filters they are.' })
  @OneOf(ListName, 'There is no such list.')
  list!: ListName;
}

@InputType({ description: 'A view to save. It replaces the caller’s view of the same list and name.' })
export class SaveListViewInput {
  @Field(() => ListName, { description: 'Whose filters they are.' })
  @OneOf(ListName, 'There is no such list.')
  list!: ListName;

  @Field(() => String, { description: 'What it is called; unique among the views of its owner and list.' })
  @Rule((value) => wrongText(value, { label: 'name', required: true }))
  name!: string;

  @Field(() => String, { description: 'The query of the list’s address, without the question mark.' })
  @Rule((value) => wrongText(value, { label: 'search', max: 2_000 }))
  @AsTyped()
  search!: string;

  @Field(() => Boolean, { description: 'Whether all administrators see it.' })
  @Flag('shared')
  shared: boolean = false;
}

@InputType({ description: 'Which view to delete, by its id.' })
export class DeleteListViewInput extends RecordInput {}

/** The most views of one list that a user may keep. */
const MOST = 50;

const VIEW = `select v.id, v.name, v.search, v.shared, v.user_id = ? as own, u.username
  from list_views v join users u on u.id = v.user_id`;

export const listViews = described('The caller’s own views of a list, and the shared ones.').query(
  'admin',
  ListViewsInput,
  ({ em, user }, { list }) =>
    em.execute<ListView[]>(`${VIEW} where v.list = ? and (v.user_id = ? or v.shared) order by lower(v.name), v.id`, [
      user.id,
      list,
      user.id,
    ]),
);

export const saveListView = described('Saves the filters and the order of a list under a name.').command(
  'admin',
  SaveListViewInput,
  async ({ em, user }, { list, name, search, shared }): Promise<ListView> => {
    await lockUser(em, user);
    const [saved] = await em.execute<{ id: number }[]>(
      `insert into list_views (user_id, list, name, search, shared) values (?, ?, ?, ?, ?)
       on conflict (user_id, list, lower(name)) do update
         set name = excluded.name, search = excluded.search, shared = excluded.shared
       returning id`,
      [user.id, list, name, search, shared],
    );
    const [count] = await em.execute<{ n: number }[]>(
      'select count(*)::int as n from list_views where user_id = ? and list = ?',
      [user.id, list],
    );
    if ((count?.n ?? 0) > MOST)
      throw invalid({ name: [`You already have ${MOST} views of this list: please delete one first.`] });
    const [view] = await em.execute<ListView[]>(`${VIEW} where v.id = ?`, [user.id, saved?.id]);
    if (!view) throw notFound('view');
    return view;
  },
);

export const deleteListView = described('Deletes one of the caller’s views.').command(
  'admin',
  DeleteListViewInput,
  async ({ em, user }, { id }): Promise<ListView> => {
    const [view] = await em.execute<ListView[]>(`${VIEW} where v.id = ? and v.user_id = ?`, [
      user.id,
      toId(id),
      user.id,
    ]);
    if (!view) throw notFound('view');
    await em.execute('delete from list_views where id = ?', [view.id]);
    return view;
  },
);
