import type { Opt } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { type ImageKind, imageUrl } from './imageUrls';

/**
 * An image in the image store. Its row is inserted before its files are stored, and deleted in the same transaction as
 * its files, so no file is without a row. Makes and models refer to it, so an image in use cannot be deleted.
 */
@ObjectType({ description: 'An uploaded image, which a make or model can now use.' })
@Entity({ tableName: 'images' })
export class Image {
  /** SHA-256 of the kind and the stored bytes, in hex. */
  @Field(() => String, { description: 'Its name in the image store: what saveMake and saveModel take.' })
  @PrimaryKey({ type: 'string', length: 64 })
  hash!: string;

  @Property({ type: 'string', length: 10 })
  kind!: ImageKind;

  @Field(() => Int, { description: 'Width in pixels.' })
  @Property({ type: 'integer' })
  width!: number;

  @Field(() => Int, { description: 'Height in pixels.' })
  @Property({ type: 'integer' })
  height!: number;

  /** When it was last uploaded. The sweep deletes it if it is unused a day later. */
  @Property({ type: 'datetime' })
  touchedAt!: Date;

  @Field(() => String, { description: 'Path of the whole image.' })
  @Property({ persist: false })
  get url(): string & Opt {
    return imageUrl(this.kind, this.hash, 'full');
  }

  @Field(() => String, { description: 'Path of its thumbnail, 100×100 pixels.' })
  @Property({ persist: false })
  get thumbnailUrl(): string & Opt {
    return imageUrl(this.kind, this.hash, 100);
  }
}
