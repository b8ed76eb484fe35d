import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Field, FieldResolver, Info, InputType, Int, Resolver, Root } from 'type-graphql';
import { type Context, knownCaller } from '../context';
import { describedBy, MutationOf, QueryOf } from '../gate/graphFields';
import { loadTogether } from '../gate/loaders';
import { GrowingInput } from '../inputs/list';
import { Input } from '../inputs/mutation';
import { RecordInput } from '../inputs/record';
import { GraphQLUpload, readUpload, type Upload } from '../inputs/uploads';
import { CHECKED_BY, Checked, nameOf } from './checked';
import { ModelChangePage, modelHistory, RestoreModelInput, restoreModel } from './history/history.operations';
import { Image } from './images/image.entity';
import { ImageUse, uploadImage } from './images/image.operations';
import { MAX_IMAGE_BYTES } from './images/images';
import { ModelImage } from './images/modelImage.entity';
import { DEPTH, depthOf } from './keyData';
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
import { completeness, MakeCompleteness } from './models/list/completeness.operations';
import { ModelPage, ModelsInput, models } from './models/list/modelList.operations';
import { SearchInput, searchModels } from './models/list/search.operations';
import { Model } from './models/model.entity';
import { DeleteModelInput, deleteModel, saveModel } from './models/model.operations';
import { imagesOfModels, keyDataHashes, model, otherKeys } from './models/modelById.operations';
import { ModelInput } from './models/modelInput';
import { type ImageRow, type ModelRow, pictureUrl } from './models/modelRow';
import { keySystemOf, modelFieldsSelected, resolveMake } from './models/selectedFields';
import { DepthRow, KeySystem } from './systems/keySystem.entity';
import { keySystemsById } from './systems/keySystem.operations';

@InputType({ description: 'A picture, and whether it is a make’s icon or belongs to a model.' })
class UploadImageInput {
  @Field(() => ImageUse, { description: 'The use of the image.' })
  use!: ImageUse;

  @Field(() => GraphQLUpload, { description: 'PNG, JPEG, WebP, GIF or AVIF, up to 10 MB and 40 megapixels.' })
  file!: Promise<Upload>;
}

@Resolver()
export class CatalogueResolver {
  @QueryOf(makeOptions, () => [Make])
  makeOptions(@Ctx() ctx: Context) {
    return makeOptions(ctx);
  }

  @QueryOf(lookupValues, () => [String])
  lookupValues(@Ctx() ctx: Context, @Args(() => LookupValuesInput) input: LookupValuesInput) {
    return lookupValues(ctx, input);
  }

  @QueryOf(lookupModels, () => [Model])
  lookupModels(
    @Ctx() ctx: Context,
    @Args(() => LookupModelsInput) input: LookupModelsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return lookupModels(ctx, { ...input, fields: modelFieldsSelected(info) });
  }

  @QueryOf(modelYears, () => [Model])
  modelYears(
    @Ctx() ctx: Context,
    @Args(() => ModelYearsInput) input: ModelYearsInput,
    @Info() info: GraphQLResolveInfo,
  ) {
    return modelYears(ctx, { ...input, fields: modelFieldsSelected(info) });
  }

  @QueryOf(lookupLines, () => [LookupLine])
  lookupLines(@Ctx() ctx: Context, @Args(() => LookupLinesInput) input: LookupLinesInput) {
    return lookupLines(ctx, input);
  }

  @QueryOf(model, () => Model)
  model(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return model(ctx, input);
  }

  @QueryOf(makes, () => MakePage)
  makes(@Ctx() ctx: Context, @Args(() => MakesInput) input: MakesInput) {
    return makes(ctx, input);
  }

  @QueryOf(make, () => Make)
  make(@Ctx() ctx: Context, @Args(() => RecordInput) input: RecordInput) {
    return make(ctx, input);
  }

  @MutationOf(saveMake, () => Make)
  saveMake(@Ctx() ctx: Context, @Input(() => MakeInput) input: MakeInput) {
    return saveMake(ctx, input);
  }

  @MutationOf(deleteMake, () => Make)
  deleteMake(@Ctx() ctx: Context, @Input(() => DeleteMakeInput) input: DeleteMakeInput) {
    return deleteMake(ctx, input);
  }

  @QueryOf(completeness, () => [MakeCompleteness])
  completeness(@Ctx() ctx: Context) {
    return completeness(ctx);
  }

  @QueryOf(models, () => ModelPage)
  models(@Ctx() ctx: Context, @Args(() => ModelsInput) input: ModelsInput, @Info() info: GraphQLResolveInfo) {
    return models(ctx, { ...input, fields: modelFieldsSelected(info, 'items') });
  }

  @QueryOf(searchModels, () => ModelPage)
  searchModels(@Ctx() ctx: Context, @Args(() => SearchInput) input: SearchInput, @Info() info: GraphQLResolveInfo) {
    return searchModels(ctx, { ...input, fields: modelFieldsSelected(info, 'items') });
  }

  @MutationOf(saveModel, () => Model)
  saveModel(@Ctx() ctx: Context, @Input(() => ModelInput) input: ModelInput) {
    return saveModel(ctx, input);
  }

  @MutationOf(deleteModel, () => Model)
  deleteModel(@Ctx() ctx: Context, @Input(() => DeleteModelInput) input: DeleteModelInput) {
    return deleteModel(ctx, input);
  }

  @MutationOf(restoreModel, () => Model)
  restoreModel(@Ctx() ctx: Context, @Input(() => RestoreModelInput) input: RestoreModelInput) {
    return restoreModel(ctx, input);
  }

  @MutationOf(uploadImage, () => Image)
  async uploadImage(@Ctx() ctx: Context, @Input(() => UploadImageInput) { use, file }: UploadImageInput) {
    return uploadImage(ctx, { use, file: await readUpload(file, MAX_IMAGE_BYTES) });
  }
}

@Resolver(() => Checked)
export class CheckedResolver {
  @FieldResolver(() => String, { description: CHECKED_BY })
  async checkedBy(@Ctx() ctx: Context, @Root() { checkedBy }: Checked) {
    if (checkedBy === '') return '';
    const caller = await knownCaller(ctx);
    return caller?.isAdmin ? checkedBy : caller ? nameOf(checkedBy) : '';
  }
}

/** Fields of a model that are related records, or that the operation may not have loaded. */
@Resolver(() => Model)
export class ModelResolver {
  @FieldResolver(() => Make, { description: 'The make that built it.' })
  make(@Ctx() ctx: Context, @Root() { make }: ModelRow, @Info() info: GraphQLResolveInfo) {
    return resolveMake(ctx, make, info);
  }

  @FieldResolver(() => KeySystem, {
    nullable: true,
    description: 'Its key system, whose values it has; null if it has values of its own.',
  })
  keySystem(@Root() model: ModelRow) {
    return keySystemOf(model);
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

  @FieldResolver(() => [Model], { nullable: true, ...describedBy(otherKeys) })
  otherKeys(@Ctx() ctx: Context, @Root() { id }: ModelRow, @Info() info: GraphQLResolveInfo) {
    const fields = modelFieldsSelected(info);
    return loadTogether(ctx, `other keys with ${fields}`, id, (modelIds: readonly number[]) =>
      otherKeys(ctx, { modelIds, fields }),
    );
  }

  @FieldResolver(() => ModelChangePage, { nullable: true, ...describedBy(modelHistory) })
  history(@Ctx() ctx: Context, @Root() { id }: ModelRow, @Args(() => GrowingInput) input: GrowingInput) {
    return modelHistory(ctx, { id, ...input });
  }
}

/** What only administrators read of a key system, which others reach by its models and by the changes of the catalogue. */
@Resolver(() => KeySystem)
export class KeySystemResolver {
  @FieldResolver(() => String, {
    nullable: true,
    ...describedBy(keySystemsById, 'Anything else worth knowing about it.'),
  })
  async notes(@Ctx() ctx: Context, @Root() system: Partial<KeySystem> & Pick<KeySystem, 'id'>) {
    return system.notes ?? (await readSystem(ctx, system))?.notes;
  }

  @FieldResolver(() => Int, { nullable: true, ...describedBy(keySystemsById, 'How many models have it.') })
  async modelsCount(@Ctx() ctx: Context, @Root() system: Partial<KeySystem> & Pick<KeySystem, 'id'>) {
    return system.modelsCount ?? (await readSystem(ctx, system))?.modelsCount;
  }
}

const readSystem = (ctx: Context, { id }: Pick<KeySystem, 'id'>) =>
  loadTogether(ctx, 'key systems by id', id, (ids: readonly number[]) => keySystemsById(ctx, { ids }));

@Resolver(() => ModelImage)
export class ModelImageResolver {
  @FieldResolver(() => String, { description: 'Path of the whole picture; for anybody who is signed in.' })
  url(@Root() image: ImageRow) {
    return pictureUrl(image, 'full');
  }

  @FieldResolver(() => String, { description: 'Path of its thumbnail, 100×100 pixels; for anybody who is signed in.' })
  thumbnailUrl(@Root() image: ImageRow) {
    return pictureUrl(image, 100);
  }
}

@Resolver(() => Make)
export class MakeResolver {
  @FieldResolver(() => String, { nullable: true, description: 'Path of its icon, 100×100 pixels; open to anybody.' })
  iconUrl(@Root() make: MakeRow) {
    return iconUrl(make);
  }
}
