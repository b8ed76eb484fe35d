import { describeEnum } from '../inputs/describeEnum';

/** What an API token may be used for (docs/rules.md, "API tokens"). */
export enum TokenScope {
  LOOKUP = 'LOOKUP',
  DOWNLOAD = 'DOWNLOAD',
  CATALOGUE = 'CATALOGUE',
  ACCOUNTS = 'ACCOUNTS',
}
describeEnum(TokenScope, 'TokenScope', 'What an API token may be used for, as far as its user may do it.', {
  LOOKUP: 'To read what members read: the lookup, sheets, finding a bike, identifying a key, what their company keeps.',
  DOWNLOAD: 'To download the catalogue, and to follow its changes.',
  CATALOGUE:
    'To read and change the catalogue as administrators do: makes, models, key systems, pictures, imports, corrections.',
  ACCOUNTS: 'To read and change clients and users, and to read payments.',
});
