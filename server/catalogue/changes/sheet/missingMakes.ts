import type { EntityManager } from '@mikro-orm/postgresql';
import { textKey } from '../../../text';

/** The makes that applying a checked import would create, each with all its spellings, in the order of the sheet. */
export async function makesToCreate(em: EntityManager, importId: number): Promise<string[][]> {
  const rows = await em.execute<{ make: string }[]>(
    `select make from import_rows r where import_id = ? and make_id is null and verdict in ('new', 'changed')
       and exists (select from jsonb_array_elements(changes) c where c->>'field' = 'make')
     group by make order by min(number)`,
    [importId],
  );
  return [
    ...Map.groupBy(
      rows.map(({ make }) => make),
      textKey,
    ).values(),
  ];
}
