import { Field, Int, ObjectType } from 'type-graphql';
import { described } from '../../../gate/operation';
import { fileTitle, type SheetFile, withUpload } from '../../../inputs/sheetUpload';
import { LogEntry } from '../../../logs/logEntry.entity';
import { LogKind } from '../../../logs/logKind';
import { longWork } from '../../../outside/postgres/connections';
import { Make } from '../../makes/make.entity';
import { MakeNames } from '../../makes/makeNames';
import { MissedSearch } from '../missed/missedSearch.entity';
import { addAliases, readAliases } from './aliasRows';

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

/** See docs/rules.md, "Jump". */
export const importAliases = described(
  'Adds the aliases of a sheet, all or nothing. If rows cannot be imported, the messages of `file` give the reasons for the first 20 of them.',
  'CATALOGUE',
).chain('admin', ImportAliasesInput, async (ctx, { file }) =>
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
        text: `Imported aliases from ${fileTitle(file.name)}: ${totals.new} new, ${totals.unchanged} unchanged`,
      });
      return totals;
    }),
  ),
);
