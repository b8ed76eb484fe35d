import DataLoader from 'dataloader';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { User } from '../accounts/users/user.entity';
import type { Context } from '../context';
import { forWhom } from '../operation';
import { SheetsOpened, sheetsOpened } from './lookup/sheet.operations';

const loaders = new WeakMap<Context, DataLoader<number, SheetsOpened>>();

@Resolver(() => User)
export class SheetsResolver {
  @FieldResolver(() => SheetsOpened, { description: `How many sheets the user has opened. ${forWhom(sheetsOpened)}` })
  sheetsOpened(@Ctx() ctx: Context, @Root() { id }: User) {
    const loader = loaders.get(ctx) ?? new DataLoader((userIds) => sheetsOpened(ctx, { userIds }));
    loaders.set(ctx, loader);
    return loader.load(id);
  }
}
