import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { invalid } from '../../errors';
import { isId } from '../../inputs/record';
import { Image } from '../images/image.entity';
import { ModelImage } from '../images/modelImage.entity';
import { Model } from './model.entity';

/** Pictures of a model (docs/rules.md, "Images"). */
export const MAX_IMAGES = 20;

export const tooManyImages = () => invalid({ images: [`A model has at most ${MAX_IMAGES} images.`] });

/** A model's pictures in an input. */
export interface Wanted {
  id?: string | null;
  copyOf?: string | null;
  images?: string[] | null;
  keepImages?: string[];
}

/** Hashes of the pictures that the model keeps, in order; new files come after them. */
export async function wantedImages(em: EntityManager, model: Model, input: Wanted): Promise<string[]> {
  if (input.images !== undefined) return input.images ?? [];
  const source = input.id == null && input.copyOf != null ? await copied(em, input.copyOf) : model;
  const images = source.images.getItems();
  if (!input.keepImages) return images.map(({ hash }) => hash);
  return input.keepImages.map((id) => {
    const kept = images.find((image) => String(image.id) === id);
    if (!kept) throw invalid({ keepImages: [`There is no image ${id} to keep.`] });
    return kept.hash;
  });
}

async function copied(em: EntityManager, id: string): Promise<Model> {
  const source = isId(id) ? await em.findOne(Model, Number(id), { populate: ['images'] }) : null;
  if (!source) throw invalid({ copyOf: ['There is no such model to copy.'] });
  return source;
}

/** Sets the model's pictures, in this order and without repeats. Keeps the rows of pictures that stay. */
export async function arrangeImages(em: EntityManager, model: Model, hashes: string[]): Promise<void> {
  const wanted = [...new Set(hashes)];
  if (wanted.length > MAX_IMAGES) throw tooManyImages();
  const before = new Map(model.images.getItems().map((image) => [image.hash, image]));
  const uploaded = await em.find(
    Image,
    { hash: { $in: wanted }, kind: 'models' },
    { lockMode: LockMode.PESSIMISTIC_READ },
  );
  const rows = wanted.map((hash, position) => {
    const image = uploaded.find((one) => one.hash === hash);
    if (!image)
      throw invalid({ images: ['One of the images was not uploaded, or too long ago: please add it again.'] });
    const { width, height } = image;
    const row = before.get(hash) ?? em.create(ModelImage, { model, hash, width, height, position });
    row.position = position;
    return row;
  });
  for (const image of before.values()) if (!wanted.includes(image.hash)) em.remove(image);
  model.images.hydrate(rows);
}
