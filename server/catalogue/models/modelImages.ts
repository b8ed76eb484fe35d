import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { invalid } from '../../errors';
import { isId } from '../../inputs/record';
import { jsonRows } from '../../outside/postgres/jsonRows';
import { Image } from '../images/image.entity';
import type { ImageRow, ModelRow } from './modelRow';
import { modelsWith } from './readModels';

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

/** Hashes of the pictures that the model, null for a new one, keeps, in order; new files come after them. */
export async function wantedImages(em: EntityManager, model: ModelRow | null, input: Wanted): Promise<string[]> {
  if (input.images !== undefined) return input.images ?? [];
  const images = (model ?? (await copied(em, input.copyOf)))?.images ?? [];
  if (!input.keepImages) return images.map(({ hash }) => hash);
  return input.keepImages.map((id) => {
    const kept = images.find((image) => String(image.id) === id);
    if (!kept) throw invalid({ keepImages: [`There is no image ${id} to keep.`] });
    return kept.hash;
  });
}

async function copied(em: EntityManager, id: string | null | undefined): Promise<ModelRow | undefined> {
  if (id == null) return undefined;
  const [source] = isId(id) ? await modelsWith(em, [Number(id)]) : [];
  if (!source) throw invalid({ copyOf: ['There is no such model to copy.'] });
  return source;
}

/**
 * The pictures with these hashes, in this order and without repeats, ready to be given to a model: without ids. They cannot be
 * deleted until the transaction ends.
 */
export async function usableImages(em: EntityManager, hashes: string[]): Promise<ImageRow[]> {
  const wanted = [...new Set(hashes)];
  if (wanted.length > MAX_IMAGES) throw tooManyImages();
  const uploaded = await em.find(
    Image,
    { hash: { $in: wanted }, kind: 'models' },
    { lockMode: LockMode.PESSIMISTIC_READ },
  );
  return wanted.map((hash, position) => {
    const image = uploaded.find((one) => one.hash === hash);
    if (!image)
      throw invalid({
        images: ['One of the images was not uploaded, or was uploaded too long ago: please add it again.'],
      });
    return { id: 0, position, hash, width: image.width, height: image.height };
  });
}

/** Gives models the pictures with these hashes, in this order. Keeps the rows of pictures that stay. */
export async function arrangeImages(em: EntityManager, models: { id: number; hashes: string[] }[]): Promise<void> {
  if (models.length === 0) return;
  await em.execute(
    `with given as materialized (
       select * from jsonb_to_recordset(?) as g (id int, hashes text[])
     ), wanted as materialized (
       select g.id, h.hash, i.width, i.height, h.place - 1 as position
       from given g cross join unnest(g.hashes) with ordinality as h (hash, place) left join images i using (hash)
     ), gone as (
       delete from model_images p using given g where p.model_id = g.id and p.hash <> all (g.hashes)
     ), kept as (
       update model_images p set position = w.position from wanted w where p.model_id = w.id and p.hash = w.hash
     )
     insert into model_images (model_id, position, hash, width, height)
     select id, position, hash, width, height from wanted w
     where not exists (select from model_images p where p.model_id = w.id and p.hash = w.hash) order by id, position`,
    [jsonRows(models)],
  );
}
