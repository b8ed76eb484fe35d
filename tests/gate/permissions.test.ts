import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TokenScope } from '../../server/accounts/tokenScope';
import { readConfig, siteOf } from '../../server/config';
import { type Context, createContext, type ReadServices } from '../../server/context';
import { changesOf } from '../../server/database';
import { AppError } from '../../server/errors';
import { type Access, describeOperation, type Scope } from '../../server/gate/audiences';
import { type Operation } from '../../server/gate/gate';
import { Memory } from '../../server/gate/memory';
import { buildSchema } from '../../server/graph/graphql';
import { Reads } from '../../server/outside/postgres/reads';
import { Background } from '../../server/process/background';
import { routes } from '../../server/rest/routes';
import { type Person, sharedApp, silent } from '../support/app';
import { type Kind, people, withToken } from '../support/people';
import { png } from '../support/pictures';
import { sendSheet } from '../support/sheets';
import { faultsOf } from '../support/tables';

/**
 * The operations that others than administrators may call. All others are for administrators or for the server itself. An
 * operation that is opened to more people must be added here.
 */
const OPEN: Partial<Record<Access, string[]>> = {
  visitor: [
    'completePayment',
    'forgotPassword',
    'login',
    'me',
    'readIcon',
    'readSampleImage',
    'receivePaymentEvent',
    'sampleSheet',
    'signInWithPasskey',
    'startJoin',
    'startPasskeySignIn',
    'startPayment',
    'stopReminders',
    'visitorLocation',
  ],
  session: ['askedQuery', 'logout', 'readModelImage', 'resetPassword'],
  own: [
    'addPasskey',
    'confirmTotp',
    'forgetTrustedDevices',
    'myApiTokens',
    'mySecondFactor',
    'newRecoveryCodes',
    'removePasskey',
    'removeTotp',
    'renamePasskey',
    'revokeMyApiToken',
    'startPasskey',
    'startTotp',
  ],
  payer: [
    'endOtherSessions',
    'endSession',
    'mySessions',
    'paymentHistory',
    'receipt',
    'reminders',
    'setReminders',
    'subscriptionStatus',
  ],
  member: [
    'chooseLengthUnit',
    'createCorrection',
    'createFeedback',
    'createLogEntry',
    'evidence',
    'identifyKey',
    'imagesOfModels',
    'jump',
    'jumpFamily',
    'jumpPlaces',
    'keyDataHashes',
    'lookupLines',
    'lookupModels',
    'lookupValues',
    'makeOptions',
    'makesOfModels',
    'model',
    'modelYears',
    'modelsById',
    'news',
    'newsSeen',
    'otherKeys',
    'pinSheet',
    'printSheet',
    'readCode',
    'sheetVersions',
    'skipTour',
  ],
  personal: ['myCorrections', 'newsOfPins', 'recentSheets'],
  company: [
    'companyNotes',
    'confirmMyApiToken',
    'deleteCompanyNote',
    'deleteOwnSheet',
    'deleteOwnValue',
    'deleteVanBlank',
    'deleteVerdict',
    'exportOwnSheets',
    'moveOwnSheet',
    'ownSheet',
    'ownSheets',
    'ownValues',
    'saveCompanyNote',
    'saveOwnSheet',
    'saveOwnValue',
    'saveVanBlanks',
    'saveVerdict',
    'vanBlanks',
    'vanBlanksFor',
  ],
  downloader: ['catalogueChanges', 'exportModels'],
};

/** The operations that are open to API tokens, by the scope that they need. All others are closed to them. */
const SCOPES: Record<Scope, string[]> = {
  ANY: [
    'askedQuery',
    'imagesOfModels',
    'keyDataHashes',
    'keySystemsById',
    'makesOfModels',
    'me',
    'modelsById',
    'readIcon',
    'readModelImage',
    'readSampleImage',
  ],
  LOOKUP: [
    'companyNotes',
    'evidence',
    'identifyKey',
    'jump',
    'jumpFamily',
    'jumpPlaces',
    'lookupLines',
    'lookupModels',
    'lookupValues',
    'makeOptions',
    'model',
    'modelYears',
    'myCorrections',
    'news',
    'newsOfPins',
    'otherKeys',
    'ownSheet',
    'ownSheets',
    'ownValues',
    'readCode',
    'recentSheets',
    'sampleSheet',
    'sheetVersions',
    'vanBlanks',
    'vanBlanksFor',
  ],
  DOWNLOAD: ['catalogueChanges', 'exportModels', 'exportOwnSheets'],
  CATALOGUE: [
    'alias',
    'aliases',
    'alsoDisputed',
    'applyCorrection',
    'applyImport',
    'checkImport',
    'checkKeySystems',
    'companyOfCorrection',
    'completeness',
    'copyModels',
    'correction',
    'corrections',
    'declineCorrection',
    'declineCorrectionsOf',
    'deleteAlias',
    'deleteImport',
    'deleteKeySystem',
    'deleteMake',
    'deleteModel',
    'deleteModels',
    'dismissMissedSearch',
    'disputeVerdicts',
    'import',
    'importAliases',
    'importKeySystems',
    'importResult',
    'importRows',
    'importTemplate',
    'imports',
    'keySystem',
    'keySystemHistory',
    'keySystems',
    'make',
    'makeKeySystem',
    'makes',
    'mendImport',
    'missedSearches',
    'modelHistory',
    'models',
    'modelsAsJson',
    'nextOpenCorrection',
    'openCorrections',
    'restoreModel',
    'saveAlias',
    'saveKeySystem',
    'saveMake',
    'saveModel',
    'searchModels',
    'searchModelsAsJson',
    'setKeySystem',
    'setModelField',
    'showSampleSheet',
    'stageKeySystem',
    'startImport',
    'suggestedKeySystems',
    'undoImport',
    'unreadSeries',
    'uploadImage',
  ],
  ACCOUNTS: [
    'addUsers',
    'client',
    'clientMerge',
    'clientOptions',
    'clients',
    'deleteClient',
    'deleteUser',
    'mergeClients',
    'paymentHistory',
    'payments',
    'receipt',
    'renewClient',
    'renewal',
    'roles',
    'saveClient',
    'saveUser',
    'sheetsOpened',
    'user',
    'users',
  ],
};

const admitted = null;
const NOT_SIGNED_IN: Record<Access, string | null> = {
  visitor: admitted,
  session: 'UNAUTHENTICATED',
  own: 'UNAUTHENTICATED',
  payer: 'UNAUTHENTICATED',
  member: 'UNAUTHENTICATED',
  personal: 'UNAUTHENTICATED',
  company: 'UNAUTHENTICATED',
  downloader: 'UNAUTHENTICATED',
  admin: 'UNAUTHENTICATED',
  system: 'UNAUTHENTICATED',
};
/** The refusal that each kind of caller gets, by the operation's access. */
const ANSWERS: Record<Kind, Record<Access, string | null>> = {
  visitor: NOT_SIGNED_IN,
  disabled: NOT_SIGNED_IN,
  restricted: {
    visitor: admitted,
    session: admitted,
    own: 'PASSWORD_CHANGE_REQUIRED',
    payer: 'PASSWORD_CHANGE_REQUIRED',
    member: 'PASSWORD_CHANGE_REQUIRED',
    personal: 'PASSWORD_CHANGE_REQUIRED',
    company: 'PASSWORD_CHANGE_REQUIRED',
    downloader: 'PASSWORD_CHANGE_REQUIRED',
    admin: 'PASSWORD_CHANGE_REQUIRED',
    system: 'PASSWORD_CHANGE_REQUIRED',
  },
  expired: {
    visitor: admitted,
    session: admitted,
    own: admitted,
    payer: admitted,
    member: 'PAYMENT_REQUIRED',
    personal: 'PAYMENT_REQUIRED',
    company: 'PAYMENT_REQUIRED',
    downloader: 'FORBIDDEN',
    admin: 'FORBIDDEN',
    system: 'FORBIDDEN',
  },
  locksmith: {
    visitor: admitted,
    session: admitted,
    own: admitted,
    payer: admitted,
    member: admitted,
    personal: admitted,
    company: admitted,
    downloader: 'FORBIDDEN',
    admin: 'FORBIDDEN',
    system: 'FORBIDDEN',
  },
  downloader: {
    visitor: admitted,
    session: admitted,
    own: admitted,
    payer: admitted,
    member: admitted,
    personal: admitted,
    company: admitted,
    downloader: admitted,
    admin: 'FORBIDDEN',
    system: 'FORBIDDEN',
  },
  administrator: {
    visitor: admitted,
    session: admitted,
    own: admitted,
    payer: admitted,
    member: admitted,
    personal: admitted,
    company: 'FORBIDDEN',
    downloader: admitted,
    admin: admitted,
    system: 'FORBIDDEN',
  },
};
const REST_STATUS: Record<string, number> = {
  UNAUTHENTICATED: 401,
  PASSWORD_CHANGE_REQUIRED: 403,
  FORBIDDEN: 403,
  PAYMENT_REQUIRED: 402,
};

/** All operations in the code: every function that a file of operations exports. */
const modules = import.meta.glob<Record<string, unknown>>('../../server/**/*.operations.ts', { eager: true });
const operations = new Map<string, Operation<object, unknown>>();
for (const exports of Object.values(modules)) {
  for (const [name, value] of Object.entries(exports)) {
    const isClass = typeof value === 'function' && value.toString().startsWith('class');
    if (typeof value === 'function' && !isClass) operations.set(name, value as Operation<object, unknown>);
  }
}

const kinds = Object.keys(people) as Kind[];
const app = sharedApp();
let readServices: ReadServices;
let persons: Record<Kind, Person>;
beforeAll(async () => {
  const changes = changesOf(app.orm);
  const url = app.orm.config.get('clientUrl') ?? '';
  readServices = {
    reads: new Reads(url, { changes, watch: { log: silent, slowAfter: Number.POSITIVE_INFINITY } }),
    memory: new Memory(changes, 0),
  };
  // One after the other: the user with the id 1, whom the calls below name, is a locksmith.
  persons = {} as Record<Kind, Person>;
  for (const kind of kinds) persons[kind] = await people[kind](app);
});
afterAll(() => readServices.reads.close());

test('every operation states who may call it, and only those listed are open to others than administrators', () => {
  const byAccess = Object.groupBy([...operations.keys()].sort(), (name) => operations.get(name)!.access);
  const { admin, system, ...open } = byAccess;
  expect(open).toStrictEqual(OPEN);
  expect(admin).toContain('saveUser');
  expect(system).toContain('createAdministrator');
});

test('only the operations that are listed are open to API tokens', () => {
  const open = [...operations.keys()].filter((name) => operations.get(name)!.scope).sort();
  expect({ ...Object.groupBy(open, (name) => operations.get(name)!.scope!) }).toEqual(SCOPES);
});

test('the schema describes who may call each query and mutation, as its operation states', () => {
  const schema = buildSchema();
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const { name, description } of Object.values(type!.getFields())) {
      const audience = description!.match(/ For (?:anybody|members|administrators|signed-in users)\b[^.]*\./g);
      expect(audience, name).toHaveLength(1);
      const operation = operations.get(name) as Operation<object, unknown, Context, string>;
      expect(description, name).toBe(describeOperation(operation));
    }
});

/** Who calls, with a session or with a token of one scope. */
interface Calling {
  kind: Kind;
  scope: TokenScope | null;
}
const mayCall = ({ access, scope }: Pick<Operation<object, unknown>, 'access' | 'scope'>, caller: Calling) =>
  ANSWERS[caller.kind][access] === admitted &&
  [null, ...(scope === 'ANY' ? [caller.scope] : [scope])].includes(caller.scope);

/** Who may read a field of a record, as its description says; undefined if it says nothing. */
const saidIn = (description = '') =>
  (Object.keys(NOT_SIGNED_IN) as Access[])
    .flatMap((access) =>
      ([undefined, ...Object.keys(SCOPES)] as (Scope | undefined)[]).map((scope) => ({ access, scope })),
    )
    .find((called) => description.endsWith(describeOperation({ ...called, description: '' })));

test('a field that fewer may read than its record may be null, so that a refusal leaves the rest', () => {
  const everybody = kinds.flatMap((kind) => [null, ...Object.values(TokenScope)].map((scope) => ({ kind, scope })));
  const narrower = new Set<string>();
  const wrong = new Set<string>();
  const seen = new Set<string>();
  const visit = (type: GraphQLObjectType, callers: Calling[]) => {
    const key = `${type.name} ${callers.map(({ kind, scope }) => `${kind} ${scope}`)}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const field of Object.values(type.getFields())) {
      const called = callers === everybody ? operations.get(field.name) : saidIn(field.description ?? '');
      const readers = called ? callers.filter((caller) => mayCall(called, caller)) : callers;
      if (callers !== everybody && readers.length < callers.length) {
        narrower.add(`${type.name}.${field.name}`);
        if (isNonNullType(field.type)) wrong.add(`${type.name}.${field.name}`);
      }
      const leads = getNamedType(field.type);
      if (isObjectType(leads)) visit(leads, readers);
    }
  };
  const schema = buildSchema();
  for (const type of [schema.getQueryType(), schema.getMutationType()]) visit(type!, everybody);
  expect([...wrong]).toEqual([]);
  expect([...narrower]).toEqual(expect.arrayContaining(['KeySystem.notes', 'Model.history', 'Model.otherKeys']));
});

/** What the gate answers to `as`: null, or the code of the refusal. */
async function admission(operation: Operation<object, unknown>, as: Person) {
  const ctx = createContext(app.orm, readServices, {
    channel: 'graph',
    headOnly: false,
    ip: '127.0.0.1',
    log: silent,
    token: as.token,
    apiToken: as.apiToken,
    isAlone: () => true,
    setCookie: () => {},
    device: undefined,
    setDevice: () => {},
    userAgent: '',
    outside: app.outside,
    background: new Background(silent),
    site: siteOf(readConfig({})),
    secondFactor: { forAdmins: false },
    companyBytes: 50_000_000,
    openSheets: async () => {},
    budgetsLeft: async () => ({}),
    settleSheets: async () => {},
    problemOf: () => null,
    noteRefusedSignIn: () => {},
    spentMatches: async () => undefined,
    showMatches: async () => {},
    noteListed: () => {},
    noteSearch: () => {},
  });
  return operation.admit(ctx).then(
    () => admitted,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
}

const ROUTES = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
/** The mutations that take a spreadsheet, with their other fields. A document cannot contain a file. */
const TAKES_SHEET: Partial<Record<string, string>> = {
  startImport: '',
  importAliases: '',
  checkKeySystems: '',
  importKeySystems: ', digest: ""',
};

describe.each(kinds)('as %s', (kind) => {
  test('every operation answers as stated', async () => {
    const faults = await faultsOf(operations, async (operation) =>
      expect(await admission(operation, persons[kind])).toBe(ANSWERS[kind][operation.access]),
    );
    expect(faults).toEqual({});
  });

  test('every query and mutation answers as stated', async () => {
    const faults = await faultsOf(graphFields(), async (document, name) => {
      const operation = operations.get(name);
      expect(operation, `the operation of the field ${name} bears its name`).toBeDefined();
      const as = persons[kind].token && name === 'logout' ? await people[kind](app) : persons[kind];
      const others = TAKES_SHEET[name];
      const answer =
        name === 'uploadImage'
          ? await app.upload('MODEL', await png(), as)
          : others !== undefined
            ? await sendSheet(
                app,
                as,
                `mutation ($file: Upload!) { ${name}(input: { file: $file${others} }) { __typename } }`,
                'Make',
              )
            : await app.graph(document, {}, as);
      const expected = ANSWERS[kind][operation!.access];
      const code = answer.errors?.[0]?.extensions.code;
      if (expected !== admitted) expect(code).toBe(expected);
      // Wrong credentials are refused by the sign-in itself, not by the gate.
      else if (name !== 'login' && name !== 'signInWithPasskey') expect(Object.keys(REST_STATUS)).not.toContain(code);
      expect(code).not.toBe('INTERNAL_SERVER_ERROR');
    });
    expect(faults).toEqual({});
  });

  test('every REST endpoint answers as stated', async () => {
    const faults = await faultsOf(ROUTES, async (route) => {
      const as = route.path === '/logout' ? await people[kind](app) : persons[kind];
      const response = await callRoute(route, as, ANSWERS[kind][route.operation.access]);
      if (response.statusCode !== 204) expect(response.headers['content-type']).toContain('application/json');
    });
    expect(faults).toEqual({});
  });
});

test('every mutation that a member may call has a limit', async () => {
  const member = await people.locksmith(app);
  const password = '"grey otters swim at noon"';
  const fields = graphFields({
    blanks: '[{ name: "x", add: 1 }]',
    email: '"a@example.com"',
    password,
    passwordConfirmation: password,
    response: '{ id: "x", response: {} }',
    year: '2007',
  });
  const open = fields.filter(
    ([name, document]) => document.startsWith('mutation') && operations.get(name)!.access !== 'admin',
  );
  expect(open.map(([name]) => name)).toContain('saveCompanyNote');
  await app.sql(`create function spend() returns trigger language plpgsql as
    'begin new.count := 1000000; return new; end'`);
  await app.sql('create trigger spent before insert on attempts for each row execute function spend()');
  await app.sql('delete from attempts');
  const faults = await faultsOf(open, async (document) => {
    const { errors } = await app.graph(document, {}, member);
    expect(errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    await app.sql('delete from attempts');
  });
  await app.sql('drop trigger spent on attempts');
  expect(faults).toEqual({});
});

/** Calls an endpoint without anything meaningful. Its status must be that of `refusal`, or none of a refusal. */
async function callRoute({ method, path }: (typeof routes)[number], as: Person, refusal: string | null) {
  const body = method === 'GET' ? undefined : {};
  const response = await app.rest(method, path.replace(':id', '1'), { as, body });
  if (refusal !== admitted) expect(response.statusCode).toBe(REST_STATUS[refusal]);
  else expect([401, 402, 403]).not.toContain(response.statusCode);
  expect(response.statusCode).toBeLessThan(500);
  return response;
}

/** Users with a token each: of one scope, and of all, confirmed for what their company keeps or not. */
const programs = [
  ...Object.values(TokenScope).map((scope) => ['administrator', [scope], false] as const),
  ['locksmith', Object.values(TokenScope), true] as const,
  ['locksmith', Object.values(TokenScope), false] as const,
  ['expired', Object.values(TokenScope), true] as const,
  ['disabled', Object.values(TokenScope), true] as const,
];

describe.each(programs)('with a token of the %s for %s, confirmed: %s', (kind, scopes, confirmed) => {
  let program: Person;
  beforeAll(async () => {
    // A user of its own: others may have been deleted by the calls above.
    const { user } = await people[kind](app);
    program = await withToken(app, user!, { scopes: [...scopes], confirmedAt: confirmed ? new Date() : null });
  });
  /** Both the token and its user's rights must allow it. */
  const expected = ({ access, scope }: Pick<Operation<object, unknown>, 'access' | 'scope'>) => {
    if (kind === 'disabled') return 'UNAUTHENTICATED';
    const isOpen = scope === 'ANY' || scopes.some((one) => one === scope);
    if ((access === 'company' || (access === 'personal' && kind !== 'administrator')) && !confirmed) return 'FORBIDDEN';
    return isOpen ? ANSWERS[kind][access] : 'FORBIDDEN';
  };
  /** The 51st wrong token would be throttled. */
  const forgetTokens = () => kind === 'disabled' && app.sql('delete from attempts');

  test('every operation answers as stated', async () => {
    const faults = await faultsOf(operations, async (operation) => {
      await forgetTokens();
      expect(await admission(operation, program)).toBe(expected(operation));
    });
    expect(faults).toEqual({});
  });

  test('every REST endpoint answers as stated', async () => {
    const faults = await faultsOf(ROUTES, async (route) => {
      await forgetTokens();
      const response = await callRoute(route, program, expected(route.operation));
      expect(response.headers['set-cookie']).toBeUndefined();
    });
    expect(faults).toEqual({});
  });
});

/** Every field of Query and Mutation as a document with arguments of the right type, without meaning but for those `given`. */
function graphFields(given: Record<string, string> = {}): [name: string, document: string][] {
  const schema = buildSchema();
  const types = [schema.getQueryType(), schema.getMutationType()];
  return types.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field): [string, string] => {
      const args = field.args
        .filter((arg) => isNonNullType(arg.type))
        .map((arg) => `${arg.name}: ${sample(arg, given)}`);
      const selection = /^(Boolean|String|Int|ID)$/.test(getNamedType(field.type).name) ? '' : '{ __typename }';
      const call = `${field.name}${args.length ? `(${args.join(', ')})` : ''}`;
      return [field.name, `${type?.name.toLowerCase()} { ${call} ${selection} }`];
    }),
  );
}

function sample(arg: GraphQLArgument, given: Record<string, string>): string {
  const literal = (type: GraphQLInputType): string => {
    if (isInputObjectType(type)) {
      const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
      return `{ ${needed.map((field) => `${field.name}: ${given[field.name] ?? literal(field.type)}`).join(', ')} }`;
    }
    if (isNonNullType(type)) return literal(type.ofType);
    if (isListType(type)) return `[${literal(type.ofType)}]`;
    if (isEnumType(type)) return type.getValues()[0]!.name;
    const day = '2030-01-01';
    const literals = { Boolean: 'false', Int: '1', ID: '"1"', LocalDate: `"${day}"`, DateTime: `"${day}T00:00:00Z"` };
    return literals[getNamedType(type).name as keyof typeof literals] ?? '"x"';
  };
  return literal(arg.type);
}
