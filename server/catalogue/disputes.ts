import { KEY_DATA, SYSTEM_DATA } from './keyData';

/*
 * In SQL: the disputed values of models (docs/rules.md, "Verdicts and disputes"). A dispute is a correction with the name of the
 * field in `disputed`; it holds while the model still has the value that was reported.
 */

/** The present value of the `field` (an expression) of `model` (an alias of the table models). */
export const presentValue = (model: string, field: string): string =>
  `case ${field} ${KEY_DATA.map(
    ({ name, column, place }) => `when '${name}' then ${model}.${column}${place ? `[${place}]` : ''}`,
  ).join(' ')} end`;

const disputes = (selected: string) => `select ${selected} from corrections c join models m on m.id = c.target_id
  where c.disputed is not null and c.state = 'open' and c.proposals->0->>'reported' = ${presentValue('m', 'c.disputed')}`;

/** The ids of the models with a disputed value. */
export const DISPUTED_MODELS = disputes('m.id');

/** The ids of the key systems with a disputed value. */
export const DISPUTED_SYSTEMS = `${disputes('m.key_system_id')} and m.key_system_id is not null
  and c.disputed in (${SYSTEM_DATA.map(({ name }) => `'${name}'`).join(', ')})`;

/** Open disputes about a sheet of which an older one is open: the inbox has one line for each sheet. */
export const REPEATED_DISPUTES = `select o.id from corrections o join corrections f on f.target_id = o.target_id and f.id < o.id
  and f.disputed is not null and f.state = 'open' where o.disputed is not null and o.state = 'open'`;
