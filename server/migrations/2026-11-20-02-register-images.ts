import { Migration } from '@mikro-orm/migrations';

/**
 * A register of the image store, so that files in use cannot be deleted and unused files are found; and indexes for the
 * administrators' lists and the database search.
 */
export class RegisterImages extends Migration {
  override name = '2026-11-20-register-images';

  override up() {
    this.addSql(`create table images (
      hash varchar(64) primary key,
      kind varchar(10) not null check (kind in ('icons', 'models')),
      width int not null,
      height int not null,
      touched_at timestamptz not null
    )`);
    this.addSql('create index images_touched on images (touched_at)');
    this.addSql(`insert into images select distinct on (hash) hash, 'models', width, height, now() from model_images`);
    this.addSql(`insert into images select distinct icon_hash, 'icons', 256, 256, now() from makes
      where icon_hash is not null on conflict do nothing`);
    this.addSql('alter table model_images add foreign key (hash) references images');
    this.addSql('alter table makes add foreign key (icon_hash) references images');
    this.addSql('create index makes_icon on makes (icon_hash)');

    this.addSql('create index makes_full_name on makes (full_name, id)');
    this.addSql('create index makes_created on makes (created_at, id)');
    this.addSql('create index makes_updated on makes (updated_at, id)');
    this.addSql('create index models_name on models (name, id)');
    this.addSql('create index models_year on models (year, id)');
    this.addSql('create index models_created on models (created_at, id)');

    // PostgreSQL's own array_to_string is only stable, as arrays of dates depend on settings; an array of texts does not.
    this.addSql(`create function join_texts(text[]) returns text immutable parallel safe strict language sql
      return array_to_string($1, E'\\n')`);
    // As the key data was then: later fields come in migrations of their own (docs/recipes/key-data-field.md).
    const texts = ['name', 'ilco', 'jma', 'jet', 'silca', 'oem', 'code_series', 'transponder', 'accu_reader', 'lishi']
      .concat(['ignition', 'gas_cap', 'seat_aux', 'hpc', 'itl', 'dsd', 'paka_punch', 'tips', 'tips2'])
      .map((column) => `${column}::text collate "und-x-icu"`)
      .concat('join_texts(spacing)', 'join_texts(depth_values)');
    this.addSql(`alter table models add search_text text collate "und-x-icu" generated always as
      (lower((${texts.join(` || E'\\n' || `)}) collate "und-x-icu")) stored`);
    this.addSql('create index models_search on models using gin (search_text gin_trgm_ops)');
    this.addSql(
      `create index models_name_search on models using gin ((lower(name::text collate "und-x-icu")) gin_trgm_ops)`,
    );
  }
}
