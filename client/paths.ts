/** Every URL of the client. Search parameters of the lookup are the spec's: company, m, value, id. */
export const paths = {
  home: '/',
  gallery: '/picture-gallery',
  login: '/login',
  lookup: '/product',
} as const;

export type LookupMode = 'year' | 'model';

export interface LookupPlace {
  make: string;
  mode: LookupMode;
  /** The opened item: a year in mode year, a model's name in mode model. */
  value?: string | null;
  /** The chosen model. */
  id?: string | null;
  /** What is typed above the list. */
  q?: string | null;
}

/** Spec section 9: the make that people land on. */
export const DEFAULT_MAKE = '53';

export function lookupPath({ make, mode, value, id, q }: LookupPlace): string {
  const search = new URLSearchParams({ company: make, m: mode });
  if (value) search.set('value', value);
  if (id) search.set('id', id);
  if (q) search.set('q', q);
  return `${paths.lookup}?${search}`;
}

/** Where `/` leads whoever is signed in. The administrators' /clients (spec section 2) comes with the client list. */
export const landingPath = () => lookupPath({ make: DEFAULT_MAKE, mode: 'year' });

/** Spec section 2: these lead a locksmith to the lookup at once, whether or not their screens exist yet. */
export const adminOnlyPaths = ['/clients/*', '/company-details/*', '/users/*', '/userlogs', '/products/*'];

/** Paths of the spec that ask for a sign-in and have no screen yet. */
export const memberPaths = ['/correction/*', '/feedback/*', '/payments', '/make-payment'];
