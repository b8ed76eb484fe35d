/**
 * The import rules: the table of docs/architecture.md, "Who imports what", as code. It also refuses two features that
 * import each other; two files of the server, or of the client, with the same name or names that differ only in case
 * (macOS and Windows treat them as one); a capitalised file name without an exported component or class of that name; and
 * folders with too many files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const rooms = ['accounts', 'catalogue', 'feedback', 'integrations', 'logs', 'overview', 'payments'];
const clientRooms = [...rooms, 'home'];
const anyOf = (names) => `(${names.join('|')})`;
const entity = `server/${anyOf(rooms)}/.*\\.entity`;
/** What every room of the server may import. */
const gate = `server/(context|days|errors|delayedWriter|network|text)|server/gate/[\\w/]+|server/inputs/\\w+|server/logs/logKind|server/outside/.*|server/accounts/mail/letter|${entity}`;
/** What every room of the client may import. */
const clientParts = 'client/(components|graphql|offline|shell)/.*|client/(afterPaint|paths|session|recipes)';

/**
 * The first row that matches a file decides what the file may import besides its own folder (second column). A file
 * that matches no row may import anything on its side of the contract. Both columns are regular expressions on paths
 * without extensions.
 */
const table = [
  [
    'server/outside/.*',
    'server/(config|errors)|server/gate/characters|server/observe/currentRequest|server/outside/.*',
  ],
  [
    'server/rest/.*',
    `server/(context|errors)|server/gate/[\\w/]+|server/graph/answerSize|server/inputs/\\w+|server/rest/.*|${entity}|server/${anyOf(rooms)}/.*\\.operations|server/catalogue/(keyData|makes/makeRow|models/(modelCells|modelImages|modelInput|modelRow|readModels)|images/(images|imageUrls))`,
  ],
  [
    'server/feedback/.*',
    `${gate}|server/catalogue/.*\\.operations|server/catalogue/(disputes|keyData|changes/systems/changeKeySystem|models/(modelChanges|modelRow|readModels|selectedFields|writeModels))|server/accounts/usernames`,
  ],
  [
    'server/payments/.*',
    `${gate}|server/accounts/.*\\.operations|server/accounts/(clients/clientEmails|passwords/\\w+|subscription|usernames)`,
  ],
  ['server/overview/.*', `${gate}|server/accounts/subscription|server/catalogue/(disputes|models/list/modelMarks)`],
  [`server/${anyOf(rooms)}/.*`, `${gate}|server/accounts/usernames|server/catalogue/companyBytes`],
  // Below the rooms: it copies tables, whatever is in them.
  [
    'server/backup/.*',
    `server/(config|database)|server/logs/logKind|server/outside/.*|server/catalogue/images/images|${entity}`,
  ],
  [
    'client/components/.*',
    'client/components/.*|client/(graphql|offline)/\\w+|client/(afterPaint|paths|session|recipes)',
  ],
  ['client/graphql/.*', 'client/(graphql|offline)/.*|client/(afterPaint|session)'],
  ['client/offline/.*', 'client/(components|graphql|offline)/.*|client/(afterPaint|paths|session|recipes)'],
  // A program of its own.
  ['client/worker/.*', 'client/worker/.*'],
  ['client/shell/.*', 'client/shell/.*|client/components/.*|client/(afterPaint|paths|session)'],
  // Corrections propose key data, whose fields the client defines in one place.
  ['client/feedback/.*', `${clientParts}|client/catalogue/keyData`],
  [`client/${anyOf(clientRooms)}/.*`, clientParts],
];

/**
 * The features of the catalogue, from the lowest up: each may import those of earlier rows, and none of its own row. All
 * may import entities.
 */
const features = [
  ['blanks', 'images', 'series'],
  ['makes'],
  ['systems'],
  ['models'],
  ['export', 'feed', 'history', 'identify', 'lookup', 'news', 'sheets'],
  ['changes', 'company', 'jump', 'van'],
];

/** Files that use the database without the gate, and why. All others call operations: for a request, or as the system. */
const outsideGate = {
  'server/context.ts': 'keeps the way to the database for the gate',
  'server/gate/gate.ts': 'is the gate',
  'server/gate/loaders.ts':
    'is part of the gate: fills the entities of an operation with the EntityManager that loaded them',
  'server/gate/refusals.ts': 'is part of the gate: counts refusals, which happen before an operation begins',
  'server/database.ts':
    'opens and migrates the database and answers the health checks: there are no operations before that',
  'server/process/shortage.ts': 'is a health check: writes a temporary table, to see whether writing works again',
  'server/backup/backup.ts': 'copies the tables of whatever release the database is of',
  'server/backup/restore.ts': 'fills the tables, and makes them anew for an older backup',
  'server/seed/demo.ts': 'fills an empty database, where there is nobody yet who could have done anything',
};
/** Ways past the gate, and MikroORM's own handle on an entity. */
const WAY_TO_DATABASE = /\bforkFor\b|\borm\.em\b|\.fork\(\)|\b__em\b|\.getConnection\(/;

/** Only these programs may create the system context; they pass it on to sweepers and the outbox. */
const systems = ['server/context.ts', 'server/app.ts', 'server/main.ts', 'server/admin.ts'];

/** A folder with more source files than this needs a reason in `many`. */
const MANY = 16;
const many = {
  'client/graphql/generated': 'generated',
  'server/migrations': 'one for each change of the tables, in the order in which they run',
};

const sourcesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => statSync(path).isFile());

const withoutEnding = (path) => path.replace(/(\.d)?\.(tsx?|mjs)$/, '');
const isSource = (path) => /\.(tsx?|mjs)$/.test(path);
/**
 * The name that must be unique on one side: "client paths" for client/paths.ts. Generated and other files use their
 * path.
 */
const nameOnFloor = (path) =>
  (isSource(path) && !path.includes('/generated/')
    ? `${path.split('/')[0]} ${basename(withoutEnding(path))}`
    : path
  ).toLowerCase();

function wrongImport(file, imported) {
  const [side, room] = file.split('/');
  if (imported.split('/')[0] !== side) return 'client and server share only schema.graphql';
  if (/^server\/.*\.resolver$/.test(imported) && withoutEnding(file) !== 'server/graph/graphql')
    return 'only graphql.ts imports resolvers';
  const line = table.find(([who]) => new RegExp(`^${who}$`).test(withoutEnding(file)));
  if (!line || imported.startsWith(`${side}/${room}/`)) return null;
  return new RegExp(`^(${line[1]})$`).test(imported) ? null : 'see docs/architecture.md, "Who imports what"';
}

/**
 * The two features that an import joins: folders beside each other in a room of the server. Undefined within a folder,
 * between a folder and one inside it, and for entities.
 */
function featuresJoined(file, imported) {
  const [from, to] = [file.split('/'), imported.split('/')];
  const at = from.findIndex((name, index) => name !== to[index]);
  if (from[0] !== 'server' || at < 2 || at > Math.min(from.length, to.length) - 2 || imported.endsWith('.entity'))
    return;
  return [from, to].map((path) => path.slice(0, at + 1).join('/'));
}

const rowOf = (feature) => features.findIndex((row) => row.includes(feature.replace('server/catalogue/', '')));

/** `joins` has the imports between features, by "from to". */
function wrongJoin(joins, file, imported) {
  const joined = featuresJoined(file, imported);
  if (!joined) return null;
  const [from, to] = joined;
  joins.set(`${from} ${to}`, `${file} imports ${imported}`);
  if (dirname(from) === 'server/catalogue' && !(rowOf(to) >= 0 && rowOf(to) < rowOf(from)))
    return 'of the features of the catalogue only those of later rows may import those of earlier ones';
  const back = joins.get(`${to} ${from}`);
  return back ? `two features import each other (${back}): what both need belongs below them` : null;
}

/** The problems of these files, one per line. `files` are paths, and `read` returns the text of one. */
export function wrongImports(files, read) {
  const wrong = [];
  const joins = new Map();
  const sources = files.filter((path) => isSource(path) && !path.includes('/generated/'));
  for (const file of sources) {
    const text = read(file);
    if (file.startsWith('server/') && WAY_TO_DATABASE.test(text) && !outsideGate[file])
      wrong.push(`${file} reaches the database past the gate: make it an operation, or write the reason here`);
    if (/\bcreateSystemContext\b/.test(text) && !systems.includes(file))
      wrong.push(`${file} makes itself the system: only the programs may`);
    for (const [, specifier] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const imported = withoutEnding(normalize(join(dirname(file), specifier)).replaceAll('\\', '/'));
      const reason = wrongImport(file, imported) ?? wrongJoin(joins, file, imported);
      if (reason) wrong.push(`${file} imports ${imported}: ${reason}`);
    }
    const name = basename(withoutEnding(file));
    if (/^[A-Z]/.test(name) && !new RegExp(`export (const|class|function) ${name}\\b`).test(text))
      wrong.push(`${file} exports no component or class of its name, as a capitalised file name requires`);
  }
  const folders = Map.groupBy(files.filter(isSource), dirname);
  for (const [folder, inside] of folders)
    if (inside.length > MANY && !many[folder])
      wrong.push(`${folder} has ${inside.length} source files: give its features folders, or write the reason here`);
  for (const alike of Map.groupBy(files, nameOnFloor).values())
    if (new Set(alike.map(withoutEnding)).size > 1)
      wrong.push(`${alike.join(' and ')} have the same name, or differ only in case`);
  return wrong;
}

if (import.meta.main) {
  const wrong = wrongImports(['server', 'client'].flatMap(sourcesOf), (path) => readFileSync(path, 'utf8'));
  if (wrong.length) {
    console.error(wrong.join('\n'));
    process.exitCode = 1;
  }
}
