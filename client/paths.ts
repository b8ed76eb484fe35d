/**
 * Every URL of the client. The search parameters of the lookup are fixed: company, m, value, id, compare,
 * code (docs/look.md, "Routes").
 */
export const paths = {
  home: '/',
  gallery: '/picture-gallery',
  sample: '/sample',
  login: '/login',
  join: '/join',
  checkout: '/checkout',
  lookup: '/product',
  search: '/products/search',
  /** What a blank, a part or a code fits. */
  family: '/fits',
  /** Which key system a key is of. */
  identify: '/identify',
  /** The blanks in the company's van. */
  van: '/van',
  /** The terms of the trade, explained. */
  help: '/help',
  /** What has changed in the catalogue. */
  whatsNew: '/whats-new',
  logs: '/userlogs',
  sessions: '/sessions',
  /** The second factor of the signed-in user. */
  security: '/security',
  payments: '/payments',
  /** Those of all users, for administrators. */
  allPayments: '/payments/list',
  makePayment: '/make-payment',
  /** Turns off reminders, by the link in a mail. */
  reminders: '/reminders',
  overview: '/overview',
  access: '/access',
  /** What is kept on this device, and what waits to be sent. */
  offline: '/offline',
} as const;

/** The screens of a record type with a list; they link back to the list. */
export interface ListPaths {
  index: string;
  list: string;
  create: string;
}

/** The screens of a kind of record that is edited. */
export interface RecordPaths extends ListPaths {
  edit: (id: string) => string;
  copy: (id: string) => string;
}

const listPaths = (index: string): ListPaths => ({ index, list: `${index}/list`, create: `${index}/create` });

const recordPaths = (index: string): RecordPaths => ({
  ...listPaths(index),
  edit: (id) => `${index}/edit?id=${encodeURIComponent(id)}`,
  copy: (id) => `${index}/copy?id=${encodeURIComponent(id)}`,
});

/** In URLs a make is a company detail, a model a product (docs/look.md, "Routes"). */
export const clientPaths = recordPaths('/clients');
export const userPaths = recordPaths('/users');
export const makePaths = recordPaths('/company-details');
export const modelPaths = recordPaths('/products');
export const keySystemPaths = {
  ...recordPaths('/key-systems'),
  /** Models with equal measures that have no key system yet. */
  suggested: '/key-systems/suggested',
};

/** What administrators do for Jump: nicknames, and what it cannot find. */
export const aliasPaths = {
  ...recordPaths('/aliases'),
  /** The form, prefilled with what a search did not find. */
  of: (text: string) => `/aliases/create?text=${encodeURIComponent(text)}`,
  series: '/aliases/series',
  searches: '/aliases/searches',
  /** The most frequent first. */
  frequentSearches: '/aliases/searches?sort=count&dir=desc',
};

/** The credentials of users' programs. */
export const apiTokenPaths = {
  ...listPaths('/api-tokens'),
  /** Those of one user. */
  of: (username: string) => `/api-tokens/list?q=${encodeURIComponent(username)}`,
};
/** Documents of the graph that programs send by their ids. */
export const queryPaths = listPaths('/registered-queries');
/** Addresses of other programs that are told what happens, for administrators. */
export const webhookPaths = {
  ...recordPaths('/webhooks'),
  deliveries: (id: string) => `/webhooks/deliveries?id=${encodeURIComponent(id)}`,
};

/** Import and export of the whole catalogue, for administrators. */
export const sheetPaths = {
  export: '/products/export',
  import: '/products/import',
  /** `?step=columns` returns to the column mapping. */
  show: (id: string) => `/products/import/show?id=${encodeURIComponent(id)}`,
  /** A list of key systems. */
  systems: '/key-systems/import',
};

/** Corrections and feedback: read-only once sent. */
const sentPaths = (index: string) => ({
  ...listPaths(index),
  show: (id: string) => `${index}/show?id=${encodeURIComponent(id)}`,
});
export const feedbackPaths = {
  ...sentPaths('/feedback'),
  /** The form, prefilled with what a search did not find. */
  missing: (text: string) => `/feedback/create?missing=${encodeURIComponent(text)}`,
};
export const correctionPaths = {
  ...sentPaths('/correction'),
  /** The user's own corrections. */
  mine: '/correction/mine',
  /** The form, prefilled with a model. `field=SILCA` also selects the wrong field. */
  report: (modelId: string) => `/correction/create?model=${encodeURIComponent(modelId)}`,
};

/** What a company keeps of bikes. */
export const ownSheetPaths = {
  ...sentPaths('/our-sheets'),
  edit: (id: string) => `/our-sheets/edit?id=${encodeURIComponent(id)}`,
  /** The form, with the name of a bike that was not found. */
  of: (name: string) => `/our-sheets/create?name=${encodeURIComponent(name)}`,
};

/** Lists with a filter in the URL, as figures open them. */
export const listOf = {
  /** Clients by their last day and by whether they are expired. */
  clients: (terms: { from?: string; to?: string; expired: 'yes' | 'no' }) =>
    filtered(clientPaths.list, { sort: 'subscriptionEndDate', ...terms }),
  /** Users who were created on this day or later, or who are expired. */
  users: ({ from, expired }: { from?: string; expired?: 'yes' }) =>
    filtered(userPaths.list, { createdFrom: from, expired }),
  /** The log by kind and day, or of one record. */
  log: (terms: { kind?: string; from?: string; record?: string }) => filtered(paths.logs, terms),
  payments: ({ from }: { from: string }) => filtered(paths.allPayments, { from }),
  /** What a user has opened, printed and exported. */
  accesses: ({ user }: { user: string }) => filtered(paths.access, { user }),
  /** Models that lack something, of a make or of all, or those of a key system. */
  models: (terms: { missing?: string; make?: string; system?: string; checked?: string }) =>
    filtered(modelPaths.list, terms),
  webhooks: (terms: { state: string }) => filtered(webhookPaths.list, terms),
};

function filtered(list: string, terms: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(terms)) if (value) search.set(name, value);
  return `${list}?${search}`;
}

/** The public payment page for the account of an email; `@` is not escaped. */
export const checkoutPath = (email: string) =>
  `${paths.checkout}?email=${encodeURIComponent(email).replaceAll('%40', '@')}`;

/** The email in the address of that page. People write links by hand, where a plus arrives as a blank, which no email has. */
export const checkoutEmail = (params: URLSearchParams) => (params.get('email') ?? '').trim().replaceAll(' ', '+');

/** Another user's payments, for administrators. */
export const paymentsOf = (userId: string) => `${paths.payments}?user=${encodeURIComponent(userId)}`;

/** The receipt with this number. */
export const receiptPath = (number: number) => `${paths.payments}/receipt?number=${number}`;

/** An administrator pays for users of a client. */
export const payForClient = (clientId: string) => `${clientPaths.index}/pay?id=${encodeURIComponent(clientId)}`;

/** The operator's texts. Each is a document of its own: links to them load the page. */
export const legalPaths = ['/terms', '/privacy', '/refunds', '/seller'] as const;

export type LookupMode = 'year' | 'model';

export interface LookupPlace {
  make: string;
  mode: LookupMode;
  /** The opened item: a year in mode year, a model's name in mode model. */
  value?: string | null | undefined;
  /** The chosen model. */
  id?: string | null;
  /** The model whose sheet stands beside it. */
  compare?: string | null | undefined;
  /** The key code that the sheet reads. */
  code?: string | null | undefined;
  /** The filter text above the list. */
  q?: string | null;
}

/** The models that a blank, a part or a code fits. */
export const familyPath = (code: string) => `${paths.family}?code=${encodeURIComponent(code)}`;

/**
 * The history state of a make's list that was chosen. The default make's list has the same address as the start of the
 * lookup, which on a phone stands above it (docs/look.md, "Lookup").
 */
export const CHOSEN = { chosen: true } as const;

/** The default make (docs/rules.md, "Makes and models"). */
export const DEFAULT_MAKE = '53';

export function lookupPath({ make, mode, value, id, compare, code, q }: LookupPlace): string {
  const search = new URLSearchParams({ company: make, m: mode });
  if (value) search.set('value', value);
  if (id) search.set('id', id);
  if (id && compare && compare !== id) search.set('compare', compare);
  if (id && code) search.set('code', code);
  if (q) search.set('q', q);
  return `${paths.lookup}?${search}`;
}

/** A locksmith's start page, and the redirect target from administrator pages (docs/look.md, "Routes"). */
export const landingPath = () => lookupPath({ make: DEFAULT_MAKE, mode: 'year' });

/** The redirect target of `/` for signed-in users (docs/look.md, "Routes"). */
export const startPath = ({ isAdmin }: { isAdmin: boolean }) => (isAdmin ? clientPaths.index : landingPath());

/** Redirect a locksmith to the lookup, even if no such screen exists (docs/look.md, "Routes"). */
export const adminOnlyPaths = [
  '/clients/*',
  '/company-details/*',
  '/users/*',
  '/userlogs',
  '/products/*',
  '/key-systems/*',
  '/aliases/*',
  '/webhooks/*',
  '/api-tokens/*',
  '/registered-queries/*',
];

/** Require a sign-in, even if no such screen exists. */
export const memberPaths = ['/correction/*', '/feedback/*', '/our-sheets/*'];
