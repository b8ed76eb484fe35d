import { chain, described, scoped } from '../../gate/operation';
import { describeEnum } from '../../inputs/describeEnum';
import { OneOf, Rule } from '../../inputs/fields';
import { BeforeInput } from '../../inputs/record';
import { encodeUpload, type ImageFile, removeUnused, storeUpload } from './images';
import { readStored } from './storedImage';

export enum ImageUse {
  ICON = 'icons',
  MODEL = 'models',
}
describeEnum(ImageUse, 'ImageUse', 'What an image is for, which decides who may see it.', {
  ICON: 'The icon of a make: anybody may see it.',
  MODEL: 'A picture of a model: anybody who is signed in may see it.',
});

export class UploadInput {
  @OneOf(ImageUse, 'use must be one of the following values: icons, models')
  use!: ImageUse;

  file!: ImageFile;
}

/**
 * So a form can show an image, or retry the upload alone. A make or model refers to it by its hash when it is saved.
 */
export const uploadImage = described(
  'Checks and stores an image. It is deleted after a day unless saveMake or saveModel uses it.',
  'CATALOGUE',
).chain('admin', UploadInput, async (ctx, { use, file }) => storeUpload(ctx, await encodeUpload(use, file, 'file')));

/** The name of a stored file, as `imageUrl` gives it. */
export class ImageInput {
  @Rule((value) =>
    typeof value === 'string' && /^[0-9a-f]{64}(-100|-40)?\.webp$/.test(value)
      ? null
      : 'This is not the name of an image.',
  )
  file!: string;
}

/** A make's icon; public. */
export const readIcon = scoped('ANY').query('visitor', ImageInput, (ctx, { file }) =>
  readStored(ctx, 'icons', file, 'public'),
);

/** A model's picture, for signed-in users. */
export const readModelImage = scoped('ANY').query('session', ImageInput, (ctx, { file }) =>
  readStored(ctx, 'models', file, 'private'),
);

/** Deletes unused images last uploaded before `before`, and drafts from before then; returns the number of images. */
export const removeUnusedImages = chain('system', BeforeInput, async ({ commit, outside }, { before }) => {
  await outside.images.removeDrafts(before);
  return removeUnused(commit, outside.images, before);
});
