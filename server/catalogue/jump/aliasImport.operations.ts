import { Field, Int, ObjectType } from 'type-graphql';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { chain } from '../../operation';
import { longWork } from '../../outside/postgres/connections';
import { MakeNames } from '../import/check/importMakes';
import { nameOf } from '../import/file/importReading';
import { type SheetFile, withUpload } from '../import/file/sheetUpload';
import { Make } from '../make.entity';
import { addAliases, readAliases } from './aliasRows';
import { MissedSearch } from './missedSearch.entity';

@ObjectType({ description: 'The result of importing aliases.' })
export class AliasTotals {
  @Field(() => Int, { description: 'How many aliases it added.' })
  new!: number;

  @Field(() => Int, { description: 'How many rows were skipped because the list or an earlier row already has them.' })
  unchanged!: number;
}

export class ImportAliasesInput {
  file!: SheetFile;
}

/** Adds the aliases of a sheet, all or nothing (docs/rules.md, "Jump"). */
export const importAliases = chain('admin', ImportAliasesInput, async (ctx, { file }) =>
  withUpload(ctx, file, {}, (sheet) =>
    longWork(ctx.commit<AliasTotals>, async (em) => {
      const rows = await readAliases(sheet, new MakeNames(await em.find(Make, {})));
      const added = await addAliases(em, rows);
      await MissedSearch.forget(
        em,
        rows.map(({ text }) => text),
      );
      const totals = { new: added, unchanged: rows.length - added };
      LogEntry.write(em, ctx.user, LogKind.IMPORT_APPLIED, {
        text: `Imported aliases from ${nameOf(file.name)}: ${totals.new} new, ${totals.unchanged} unchanged`,
      });
      return totals;
    }),
  ),
);
