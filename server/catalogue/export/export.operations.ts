import { Readable } from 'node:stream';
import type { EntityManager } from '@mikro-orm/postgresql';
import { described, scoped } from '../../gate/operation';
import { Flag, OneOf, Rule } from '../../inputs/fields';
import { LogEntry } from '../../logs/logEntry.entity';
import { LogKind } from '../../logs/logKind';
import { CHECK } from '../checked';
import { idsMatching, ModelFilter } from '../models/list/modelFilter';
import { Model } from '../models/model.entity';
import type { JsonForm } from '../models/modelCells';
import { countSent, sentTo } from '../models/modelsSent';
import { jsonArray, SHEET_FORMATS } from './exportFormats';
import { rowsOfModels, yieldingToRequests } from './exportRows';
import { snapshotStream } from './exportStream';
import { COMPLETE, DOCUMENTED, type SheetColumn } from './sheetColumns';

export enum ExportFormat {
  JSON = 'json',
  CSV = 'csv',
  XLSX = 'xlsx',
  XML = 'xml',
}

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: SHEET_FORMATS.csv.contentType,
  xlsx: SHEET_FORMATS.xlsx.contentType,
  xml: SHEET_FORMATS.xml.contentType,
};

/** Without a filter: the whole catalogue. */
export class ExportInput extends ModelFilter {
  @OneOf(ExportFormat, 'The format must be csv, xlsx or xml, or absent for JSON.')
  format: ExportFormat = ExportFormat.JSON;

  /** Every field of a model, for importing the file again, instead of the documented columns. */
  @Flag('complete')
  complete: boolean = false;

  /** The shape of the models in JSON. */
  json!: JsonForm;
}

/** A file that is generated while it is read. */
export interface SheetDownload {
  fileName: string;
  contentType: string;
  body: Readable;
}

/** `rows`: the number of models. */
export type ModelExport = SheetDownload & { rows: number };

/** From one snapshot. The export is logged before the first byte is sent. */
export const exportModels = described('The catalogue, or what the filter leaves of it, as a file.', 'DOWNLOAD').chain(
  'downloader',
  ExportInput,
  async (ctx, { format, complete, json, ...filter }): Promise<ModelExport> => {
    const { commit, user } = ctx;
    const columns = complete ? COMPLETE : DOCUMENTED;
    const count = async (em: EntityManager) => {
      const ids = await idsMatching(em, filter);
      return { ids, rows: ids?.length ?? (await em.count(Model)) };
    };
    const answer = (rows: number, body: Readable): ModelExport => ({
      rows,
      fileName: `products${complete ? '-complete' : ''}.${format}`,
      contentType: CONTENT_TYPES[format],
      body,
    });
    if (ctx.headOnly) return answer((await commit(count)).rows, Readable.from([]));
    const { begun, body } = await snapshotStream(
      ctx,
      async (em) => {
        const { ids, rows } = await count(em);
        const what = ids ? 'models of the catalogue' : 'the catalogue';
        const text = `Exported ${what} as ${format.toUpperCase()}${complete ? ' (complete)' : ''}: ${rows} models`;
        await commit(async (em) => {
          LogEntry.write(em, user, LogKind.EXPORT, { text });
          await countSent(em, [sentTo(user, rows)]);
        });
        return { rows, ids };
      },
      (em, { ids }) => {
        const rowsWith = (fields: readonly string[]) => yieldingToRequests(ctx, rowsOfModels(em, fields, ids));
        if (format === ExportFormat.JSON) return jsonArray(rowsWith(json.fields), json);
        // Usernames are addresses, for administrators only.
        const cell = ({ field }: SheetColumn) => (field === CHECK.name && !user.isAdmin ? 'checkedByName' : field);
        return SHEET_FORMATS[format].encode(columns, rowsWith(columns.map(cell)));
      },
    );
    return answer(begun.rows, body);
  },
);

export class TemplateInput {
  @Rule((value) => (value === 'csv' || value === 'xlsx' ? null : 'The template format must be csv or xlsx.'))
  format!: 'csv' | 'xlsx';
}

/** An empty sheet with every heading that an import knows. */
export const importTemplate = scoped('CATALOGUE').query(
  'admin',
  TemplateInput,
  async (_ctx, { format }): Promise<SheetDownload> => {
    const { contentType, encode } = SHEET_FORMATS[format];
    const columns = COMPLETE.filter(({ field }) => field !== 'id');
    const body = Readable.from(encode(columns, (async function* () {})()));
    return { fileName: `import-template.${format}`, contentType, body };
  },
);
