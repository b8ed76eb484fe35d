import { Migration } from '@mikro-orm/migrations';

/**
 * How many models each make has in each year, for the years of a make in the lookup. Every change adds a row, so nobody waits
 * for anybody, not even for an import that adds thousands; the number is the sum of the rows. The hourly sweep adds them up.
 */
export class ModelYears extends Migration {
  override name = '2026-11-27-91-model-years';

  override up() {
    this.addSql('create table model_years (make_id int not null, year int not null, models int not null)');
    this.addSql('create index model_years_of_make on model_years (make_id, year desc, models)');
    this.addSql(`create function count_model_years() returns trigger language plpgsql as $$
      begin
        case tg_op
          when 'INSERT' then
            insert into model_years select make_id, year, count(*) from changed group by make_id, year;
          when 'DELETE' then
            insert into model_years select make_id, year, -count(*) from changed group by make_id, year;
          when 'UPDATE' then
            insert into model_years values (old.make_id, old.year, -1), (new.make_id, new.year, 1);
          else
            delete from model_years;
        end case;
        return null;
      end $$`);
    this.addSql(`create trigger model_years_insert after insert on models referencing new table as changed
      for each statement execute function count_model_years()`);
    this.addSql(`create trigger model_years_delete after delete on models referencing old table as changed
      for each statement execute function count_model_years()`);
    this.addSql(`create trigger model_years_update after update on models
      for each row when ((old.make_id, old.year) is distinct from (new.make_id, new.year))
      execute function count_model_years()`);
    this.addSql(`create trigger model_years_truncate after truncate on models
      for each statement execute function count_model_years()`);
    this.addSql('insert into model_years select make_id, year, count(*) from models group by make_id, year');
  }
}
