import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Field, FieldResolver, Info, InputType, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context';
import { forWhom } from '../gate/audiences';
import { loadTogether } from '../gate/loaders';
import { NewestFirstInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
import { GraphQLUpload, readUpload, type Upload } from '../inputs/uploads';
import { ModelChangePage, modelHistory, RestoreModelInput, restoreModel } from './history/history.operations';
import { Image } from './images/image.entity';
import { ImageUse, uploadImage } from './images/image.operations';
import { MAX_IMAGE_BYTES } from './images/images';
import { ModelImage } from './images/modelImage.entity';
import { DEPTH } from './keyData';
import {
  LookupLine,
  LookupLinesInput,
  LookupModelsInput,
  LookupValuesInput,
  lookupLines,
  lookupModels,
  lookupValues,
  ModelYearsInput,
  modelYears,
} from './lookup/lookup.operations';
import { Make } from './makes/make.entity';
import {
  DeleteMakeInput,
  deleteMake,
  MakeInput,
  MakePage,
  MakesInput,
  make,
  makeOptions,
  makes,
  saveMake,
} from './makes/make.operations';
import { iconUrl, type MakeRow } from './makes/makeRow';
import { completeness, MakeCompleteness } from './models/completeness.operations';
import { DepthRow, Model } from './models/model.entity';
import { DeleteModelInput, deleteModel, saveModel } from './models/model.operations';
import { imagesOfModels, keyDataHashes, model } from './models/modelById.operations';
import { ModelInput } from './models/modelInput';
import { ModelPage, ModelsInput, models } from './models/modelList.operations';
import { depthOf, type ImageRow, type ModelRow, pictureUrl } from './models/modelRow';
import { SearchInput, searchModels } from './models/search.operations';
import { modelFieldsSelected, resolveMake } from './models/selectedFields';

@InputType({ description: 'A picture, and whether it is a make’s icon or belongs to a model.' })
class UploadImageInput {
  @Field(() => ImageUse, { description: 'The use of the image.' })
  use!: ImageUse;

  @Field(() => GraphQLUpload, { description: 'PNG, JPEG, WebP, GIF or AVIF, up to 10 MB and 40 megapixels.' })
  file!: Promise<Upload>;
}

@Resolver()
export class CatalogueResolver {
  @Query(() => [Make], { description: 'Every make, in natural order of its display name.' })
  makeOptions(@Ctx() ctx: Context) {
    return makeOptions(ctx);
  }

  @Query(() => [String], {
    description: 'The distinct years (newest first) or model names (natural order) of a make.',
  })
  lookupValues(@Ctx() ctx: Context, @Args(() => LookupValuesInput) input: LookupValuesInput) {
    return lookupValues(ctx, input);
  }

  @Query(() => [Model], { description: 'The models of a make under one value of lookupValues.' })
  lookupModels(
    @Ctx() ctx: Context,
    @Args(() => LookupModelsInput) input: LookupModelsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return lookupModels(ctx, { ...input, fields: modelFieldsSelected(info) });
  }

  @Query(() => [Model], { description: 'The models of a make that have this name: its years, newest first.' })
  modelYears(
    @Ctx() ctx: Context,
    @Args(() => ModelYearsInput) input: ModelYearsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return modelYears(ctx, { ...input, fields: modelFieldsSelected(info) });
  }

  @Query(() => [LookupLine], {
    description:
      'All models of a make, newest first, in natural order within a year; for filtering the lookup while the user types.',
  })
  lookupLines(@Ctx() ctx: Context, @Args(() => LookupLinesInput) input: LookupLinesInput) {
    return lookupLines(ctx, input);
  }

  @Query(() => Model, { description: 'One model with its key data.' })
  model(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return model(ctx, input);
  }

  @Query(() => MakePage, { description: 'A page of makes.' })
  makes(@Ctx() ctx: Context, @Args(() => MakesInput) input: MakesInput) {
    return makes(ctx, input);
  }

  @Query(() => Make, { description: 'One make.' })
  make(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return make(ctx, input);
  }

  @Mutation(() => Make, { description: 'Creates or changes a make.' })
  saveMake(@Ctx() ctx: Context, @Input(() => MakeInput) input: MakeInput) {
    return saveMake(ctx, input);
  }

  @Mutation(() => Make, { description: 'Deletes a make; CONFLICT if it has models.' })
  deleteMake(@Ctx() ctx: Context, @Input(() => DeleteMakeInput) input: DeleteMakeInput) {
    return deleteMake(ctx, input);
  }

  @Query(() => [MakeCompleteness], {
    description: 'How complete the models are, by make; makes without models are omitted.',
  })
  completeness(@Ctx() ctx: Context) {
    return completeness(ctx);
  }

  @Query(() => ModelPage, { description: 'A page of the models, of all makes or as filtered.' })
  models(@Ctx() ctx: Context, @Args(() => ModelsInput) input: ModelsInput, @Info() info: GraphQLResolveInfo) {
    return models(ctx, { ...input, fields: modelFieldsSelected(info, 'items') });
  }

  @Query(() => ModelPage, {
    description: 'Models by any combination of filters, at least one of make, model, year and keyword.',
  })
  searchModels(@Ctx() ctx: Context, @Args(() => SearchInput) input: SearchInput, @Info() info: GraphQLResolveInfo) {
    return searchModels(ctx, { ...input, fields: modelFieldsSelected(info, 'items') });
  }

  @Mutation(() => Model, { description: 'Creates or changes a model.' })
  saveModel(@Ctx() ctx: Context, @Input(() => ModelInput) input: ModelInput) {
    return saveModel(ctx, input);
  }

  @Mutation(() => Model, { description: 'Deletes a model and its pictures.' })
  deleteModel(@Ctx() ctx: Context, @Input(() => DeleteModelInput) input: DeleteModelInput) {
    return deleteModel(ctx, input);
  }

  @Mutation(() => Model, {
    description:
      'Restores a model to its state before one of its changes, and records this as a new change; its pictures stay unchanged. CONFLICT if that change created it.',
  })
  restoreModel(@Ctx() ctx: Context, @Input(() => RestoreModelInput) input: RestoreModelInput) {
    return restoreModel(ctx, input);
  }

  @Mutation(() => Image, {
    description: 'Checks and stores an image. It is deleted after a day unless saveMake or saveModel uses it.',
  })
  async uploadImage(@Ctx() ctx: Context, @Input(() => UploadImageInput) { use, file }: UploadImageInput) {
    return uploadImage(ctx, { use, file: await readUpload(file, MAX_IMAGE_BYTES) });
  }
}

/** Fields of a model that are related records, or that the operation may not have loaded. */
@Resolver(() => Model)
export class ModelResolver {
  @FieldResolver(() => Make, { description: 'The make that built it.' })
  make(@Ctx() ctx: Context, @Root() { make }: ModelRow, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, make, info);
  }

  @FieldResolver(() => [DepthRow], { description: DEPTH.description })
  depth(@Root() model: ModelRow) {
    return depthOf(model);
  }

  @FieldResolver(() => [ModelImage], { description: 'Pictures, in their order.' })
  images(@Ctx() ctx: Context, @Root() { id, images }: ModelRow) {
    const load = (modelIds: readonly number[]) => imagesOfModels(ctx, { modelIds });
    // A promise only if they have to be read.
    return images ?? loadTogether(ctx, 'images of models', id, load).then(({ images }) => images);
  }

  @FieldResolver(() => String, {
    description:
      'A digest of all its key data: the same for the years of one make and name whose key data is the same. It says nothing about models of other names. Opens no sheet.',
  })
  keyDataHash(@Ctx() ctx: Context, @Root() { id, keyDataHash }: ModelRow) {
    const load = (modelIds: readonly number[]) => keyDataHashes(ctx, { modelIds });
    return keyDataHash ?? loadTogether(ctx, 'key data hashes', id, load);
  }

  @FieldResolver(() => ModelChangePage, { description: `What has been changed in it. ${forWhom(modelHistory)}` })
  history(@Ctx() ctx: Context, @Root() { id }: ModelRow, @Args(() => NewestFirstInput) input: NewestFirstInput) {
    return modelHistory(ctx, { id, ...input });
  }
}

@Resolver(() => ModelImage)
export class ModelImageResolver {
  @FieldResolver(() => String, { description: 'Path of the whole picture; for anybody who is signed in.' })
  url(@Root() image: ImageRow) {
    return pictureUrl(image, 'full');
  }

  @FieldResolver(() => String, {
    description: 'Path of its thumbnail, 100×100 pixels; for anybody who is signed in.',
  })
  thumbnailUrl(@Root() image: ImageRow) {
    return pictureUrl(image, 100);
  }
}

@Resolver(() => Make)
export class MakeResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Path of its icon, 100×100 pixels; open to anybody.',
  })
  iconUrl(@Root() make: MakeRow) {
    return iconUrl(make);
  }
}
