import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import type { DocumentNode } from 'graphql';
import { currentConnection } from '../../components/connection';
import { counted } from '../../components/text/counts';
import { client } from '../../graphql/client';
import { ModelDocument, type ModelSheetFragment } from '../../graphql/generated/catalogue';
import { SheetVersionsDocument } from '../../graphql/generated/kept';
import { type RecentSheetFragment, RecentSheetsDocument } from '../../graphql/generated/recents';
import { errorCode, serverMessage } from '../../graphql/graphErrors';
import { currentSession } from '../../session';
import {
  answerKey,
  changeSheet,
  confirmAnswers,
  forgetExcept,
  type KeptSheet,
  keep,
  keepPicture,
  keptKeys,
  keptSheets,
  updateSheet,
} from '../store';
import { noteKept, noteProgress } from './kept';
import { always, besideSheet, type Kept, ofMake, RECENTS, sheetOf } from './whatIsKept';

/** Sheets that nobody has opened here are read only to be kept; more in an hour would use up the user's budget. */
const MOST_AN_HOUR = 40;
const HOUR_MS = 3_600_000;
/** How often years, own values and notes, which have no version, are read again. What is opened is kept anew anyway. */
const BESIDE_MS = 12 * HOUR_MS;

const nameOf = (query: DocumentNode) => getMainDefinition(query).name?.value;
const keyOf = ({ query, variables }: Kept) => answerKey(nameOf(query), variables);
const answersOf = (sheet: Described) => [sheetOf(sheet.id), ...besideSheet(sheet)].map(keyOf);

/** Not an opening of the user's: `recentSheets` does not change (docs/rules.md, "Recent sheets"). */
const AHEAD = { ahead: true, keep: true, headers: { purpose: 'prefetch' } };

async function read<D, V extends OperationVariables>(query: TypedDocumentNode<D, V>, variables: V): Promise<D> {
  const { data } = await client.query<D, OperationVariables>({
    query,
    variables,
    fetchPolicy: 'no-cache',
    context: AHEAD,
  });
  if (!data) throw new Error('The answer is empty.');
  return data;
}

const sizeOf = (data: unknown) => JSON.stringify(data).length;

/** Reads these, and returns how much they take. */
async function readAll(all: readonly Kept[]): Promise<number> {
  let bytes = 0;
  for (const { query, variables } of all) bytes += sizeOf(await read(query as TypedDocumentNode, variables));
  return bytes;
}

/** The versions of sheets and the keys of their bikes, by the id of the model. */
async function versionsOf(ids: readonly string[]) {
  const found = ids.length > 0 ? (await read(SheetVersionsDocument, { ids: [...ids] })).sheetVersions : [];
  return new Map(found.map((one) => [one.id, one]));
}

type Described = Pick<KeptSheet, 'id' | 'makeId' | 'name' | 'year' | 'title' | 'reason'>;

const described = ({ id, model, pinned }: RecentSheetFragment): Described[] =>
  model ? [{ id, ...line(model), reason: pinned ? 'pinned' : 'recent' }] : [];

type Line = Pick<ModelSheetFragment, 'name' | 'year' | 'make'>;
const line = ({ name, year, make }: Line) => ({
  makeId: make.id,
  name,
  year,
  title: `${make.displayName} ${name} (${year})`,
});

const notYet = {
  takenAt: null,
  version: null,
  readAt: 0,
  besideAt: 0,
  savedAt: 0,
  bytes: 0,
  answers: [],
  pictures: [],
};

/** What is to be kept: what was taken along, the pinned and the recent sheets, each with the other keys of its bike. */
async function toKeep(rows: ReadonlyMap<string, KeptSheet>) {
  const { recentSheets } = await read(RecentSheetsDocument, {});
  const pins = recentSheets.filter(({ pinned }) => pinned);
  const recents = recentSheets.filter(({ pinned }) => !pinned).slice(0, RECENTS);
  const wanted = new Map<string, Described>();
  for (const row of rows.values()) if (row.takenAt !== null) wanted.set(row.id, { ...row, reason: 'taken along' });
  for (const sheet of [...pins, ...recents].flatMap(described)) wanted.set(sheet.id, sheet);
  const versions = await withKeys(wanted);
  return { wanted: [...wanted.values()], versions };
}

/** Adds the other keys of their bikes to the sheets, and returns the versions of all. */
async function withKeys(wanted: Map<string, Described>): Promise<ReadonlyMap<string, number>> {
  const found = await versionsOf([...wanted.keys()]);
  for (const sheet of [...wanted.values()])
    for (const id of found.get(sheet.id)?.keys ?? [])
      if (!wanted.has(id)) wanted.set(id, { ...sheet, id, reason: 'key' });
  const others = await versionsOf([...wanted.keys()].filter((id) => !found.has(id)));
  return new Map([...found, ...others].map(([id, { version }]) => [id, version]));
}

const inMemory = (id: string) => client.readQuery({ query: ModelDocument, variables: { id } })?.model;

/** Whether the user has just opened this version, so that it need not be read. */
const isOpened = (id: string, version: number | undefined) => inMemory(id)?.version === version;

/** The sheet, from memory if the user has just opened it. */
async function readSheet(id: string, version: number): Promise<{ model: ModelSheetFragment; isOpened: boolean }> {
  const opened = inMemory(id);
  if (opened?.version !== version) return { model: (await read(ModelDocument, { id })).model, isOpened: false };
  const { query, variables } = sheetOf(id);
  await keep(currentSession().user?.id, nameOf(query), variables, { __typename: 'Query', model: opened });
  return { model: opened, isOpened: true };
}

/** Reads a sheet and what belongs to it, thumbnails first. */
async function keepSheet(sheet: Described, version: number): Promise<void> {
  const beside = besideSheet(sheet);
  const answers = answersOf(sheet);
  let done = 0;
  let total = answers.length;
  const step = () => noteProgress({ id: sheet.id, done: done++, total });
  step();
  // Named before they are kept, so that they are not forgotten as belonging to no sheet.
  await changeSheet(sheet.id, { answers });
  const { model, isOpened } = await readSheet(sheet.id, version);
  const pictures = [...model.images.map(({ thumbnailUrl }) => thumbnailUrl), ...model.images.map(({ url }) => url)];
  await changeSheet(sheet.id, { pictures });
  total += pictures.length;
  let bytes = sizeOf(model);
  for (const one of beside) {
    step();
    bytes += await readAll([one]);
  }
  const missing: string[] = [];
  for (const url of pictures) {
    step();
    const size = await keepPicture(url);
    if (size === undefined) missing.push(url);
    else bytes += size;
  }
  await changeSheet(sheet.id, {
    ...line(model),
    ...{ version: model.version, bytes, savedAt: Date.now(), besideAt: Date.now(), failure: undefined },
    pictures: pictures.filter((url) => !missing.includes(url)),
    ...(missing.length > 0 && { failure: `${counted(missing.length, 'picture')} could not be kept.` }),
    ...(!isOpened && { readAt: Date.now() }),
  });
}

/** The same; tells the list whether it failed. False if all others would fail, too. */
async function tryToKeep(sheet: Described, version: number | undefined): Promise<boolean> {
  let goesOn = true;
  try {
    if (version === undefined) await changeSheet(sheet.id, { failure: 'This model has been deleted.' });
    else await keepSheet(sheet, version);
  } catch (error) {
    const words = serverMessage(error);
    goesOn = errorCode(error) === 'NOT_FOUND';
    await changeSheet(sheet.id, { failure: words ?? 'No answer came. It is tried again when there is a connection.' });
  } finally {
    noteProgress(null);
  }
  await noteKept();
  return goesOn;
}

/** Puts a sheet into the list, unless it is in it. */
const add = (sheet: Described) => updateSheet(sheet.id, (now) => now ?? { ...notYet, ...sheet });

/** Puts these into the list, and takes all others out of it. What the user has taken along or let go meanwhile stays so. */
async function list(wanted: readonly Described[], rows: ReadonlyMap<string, KeptSheet>) {
  for (const id of rows.keys())
    if (!wanted.some((one) => one.id === id)) await updateSheet(id, (now) => (now?.takenAt ? now : undefined));
  for (const sheet of wanted) {
    if (rows.has(sheet.id)) await changeSheet(sheet.id, { title: sheet.title, reason: sheet.reason });
    else await add(sheet);
  }
  await noteKept();
}

async function keepEach(): Promise<void> {
  const user = currentSession().user?.id;
  const rows = new Map((await keptSheets()).map((row) => [row.id, row]));
  const { wanted, versions } = await toKeep(rows);
  if (currentSession().user?.id !== user) return;
  await list(wanted, rows);
  // The lists first: without them, nothing leads to a sheet if the connection breaks meanwhile.
  await readLists();
  const keys = await keptKeys();
  let left = MOST_AN_HOUR - [...rows.values()].filter(({ readAt }) => readAt > Date.now() - HOUR_MS).length;
  for (const sheet of wanted) {
    if (currentSession().user?.id !== user || !currentConnection().online) return;
    const row = rows.get(sheet.id);
    const version = versions.get(sheet.id);
    if (
      version !== undefined &&
      row?.version === version &&
      !row.failure &&
      answersOf(sheet).every((key) => keys.has(key))
    ) {
      const isOld = row.besideAt < Date.now() - BESIDE_MS;
      if (isOld) await readAll(besideSheet(sheet)).catch(() => {});
      await confirmAnswers(row.answers);
      await changeSheet(sheet.id, { savedAt: Date.now(), ...(isOld && { besideAt: Date.now() }) });
    } else if (row?.takenAt || isOpened(sheet.id, version) || left-- > 0) {
      if (!(await tryToKeep(sheet, version))) break;
    }
  }
  await forgetOthers();
  await noteKept();
}

/** Reads the lists that lead to the sheets. */
async function readLists() {
  const keys = await keptKeys();
  await readAll(listsOf(await keptSheets()).filter((one) => isDue(one, keys)));
}

/** Forgets what belongs to no sheet. */
async function forgetOthers() {
  const sheets = await keptSheets();
  await forgetExcept(
    [...listsOf(sheets).map(keyOf), ...sheets.flatMap(({ answers }) => answers)],
    sheets.flatMap(({ pictures }) => pictures),
  );
}

const listsOf = (sheets: readonly KeptSheet[]) => [
  ...always,
  ...[...new Set(sheets.map(({ makeId }) => makeId))].flatMap(ofMake),
];

/** The lists are read once in the life of the page; those on the screen are kept whenever they are read. */
const readHere = new Set<string>();
function isDue(list: Kept, keys: ReadonlySet<string>): boolean {
  const key = keyOf(list);
  if (readHere.has(key) && keys.has(key)) return false;
  readHere.add(key);
  return true;
}

let running: Promise<void> | undefined;

/** Keeps what is to be kept, and reads only what has changed. One tab does it at a time. */
export function keepSheets(): Promise<void> {
  running ??= navigator.locks
    .request('keeping', keepEach)
    .catch((error) => console.warn('The sheets for work without a connection were not read.', error))
    .finally(() => {
      running = undefined;
      noteProgress(null);
    });
  return running;
}

/** Keeps a sheet, with the other keys of its bike, until it is let go. */
export async function takeAlong({ id, ...model }: Line & { id: string }): Promise<void> {
  const sheet = { id, reason: 'recent' as const, ...line(model) };
  const taken = { ...line(model), takenAt: Date.now(), failure: undefined };
  await updateSheet(id, (now) => ({ ...notYet, ...sheet, ...now, ...taken }));
  await noteKept();
  const wanted = new Map<string, Described>([[id, sheet]]);
  const versions = await withKeys(wanted).catch(() => null);
  if (!versions) {
    await changeSheet(id, { failure: 'No answer came. It is tried again when there is a connection.' });
    return noteKept();
  }
  // So that the start of the lookup lists it without a connection.
  await read(RecentSheetsDocument, {}).catch(() => null);
  for (const one of wanted.values()) {
    await add(one);
    await tryToKeep(one, versions.get(one.id));
  }
}

/** No longer keeps a sheet for having been taken along. */
export async function letGo({ id, reason }: KeptSheet): Promise<void> {
  if (reason === 'taken along') await updateSheet(id, () => undefined);
  else await changeSheet(id, { takenAt: null });
  await noteKept();
  await running;
  if (currentConnection().online) await keepSheets();
}
