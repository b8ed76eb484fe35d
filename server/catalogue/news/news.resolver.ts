import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { Model } from '../models/model.entity';
import { resolveModel } from '../models/selectedFields';
import { NewsInput, NewsPage, NewsSeen, NewsSeenInput, news, newsOfPins, newsSeen } from './news.operations';
import { NewsItem } from './newsItem';

@Resolver(() => NewsItem)
export class NewsResolver {
  @QueryOf(news, () => NewsPage)
  news(@Ctx() ctx: Context, @Args(() => NewsInput) input: NewsInput) {
    return news(ctx, input);
  }

  @QueryOf(newsOfPins, () => Int)
  newsOfPins(@Ctx() ctx: Context) {
    return newsOfPins(ctx);
  }

  @MutationOf(newsSeen, () => NewsSeen)
  newsSeen(@Ctx() ctx: Context, @Input(() => NewsSeenInput) input: NewsSeenInput) {
    return newsSeen(ctx, input);
  }

  @FieldResolver(() => Model, {
    nullable: true,
    description: 'The model to open: one that the caller has pinned or opened, else the newest; null if there is none.',
  })
  model(@Ctx() ctx: Context, @Root() { modelId }: NewsItem, @Info() info: GraphQLResolveInfo) {
    return modelId === null ? null : resolveModel(ctx, modelId, info);
  }
}
