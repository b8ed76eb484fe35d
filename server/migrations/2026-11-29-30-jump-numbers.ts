import { Migration } from '@mikro-orm/migrations';
import { rebuildJump } from './derived';

/** Jump also finds transponders, HPC, ITL, DSD and PAK-A-PUNCH numbers, and typos in two words that were typed as one. */
export class JumpNumbers extends Migration {
  override name = '2026-11-29-30-jump-numbers';

  override up() {
    // Each word, and each beginning of the name that ends where letters and digits meet (gsxr of gsxr1000): as it is, and
    // without one of its letters. A word with a typo has one of these in common with the word that was meant. New are two
    // neighbouring words as one (goldwing).
    this.addSql(`create or replace function jump_typos(words text, name text) returns text[] immutable strict parallel safe
      language plpgsql as $$
      declare
        squashed text := replace(jump_words(name), ' ', '');
        tokens text[] := string_to_array(translate(words, '|', ' '), ' ') || string_to_array(replace(words, ' ', ''), '|');
        token text;
        found text[] := '{}';
        is_digit bool;
        was_digit bool;
        word text;
        before text := '';
      begin
        foreach word in array string_to_array(btrim(translate(words, '|', ' ')), ' ') loop
          tokens := tokens || (before || word);
          before := word;
        end loop;
        for at in 1 .. length(squashed) + 1 loop
          is_digit := at <= length(squashed) and strpos('0123456789', substr(squashed, at, 1)) > 0;
          if at > length(squashed) or is_digit <> was_digit then tokens := tokens || left(squashed, at - 1); end if;
          was_digit := is_digit;
        end loop;
        foreach token in array tokens loop
          continue when length(token) not between 3 and 20;
          found := found || token;
          for at in 1 .. length(token) loop
            found := found || (left(token, at - 1) || substr(token, at + 1));
          end loop;
        end loop;
        return found;
      end $$`);
    this.addSql('update jump_names set typos = jump_typos(words, name)');
    this.addSql(rebuildJump);
  }
}
