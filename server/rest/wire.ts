import type { LoginInput } from '../accounts/signIn.operations';
import type { User } from '../accounts/user.entity';
import type { LookupModelsInput, LookupValuesInput } from '../catalogue/lookup.operations';
import type { Make } from '../catalogue/make.entity';
import type { Model } from '../catalogue/model.entity';
import { invalid } from '../errors';
import type { RecordInput } from '../record';
import type { Call } from './api';

/*
 * The names of Spec sections 3 and 7, and nothing else knows them (contract section 2). Readers turn a call into an
 * operation's input and know under which wire name an error of a field is told; writers turn records into bodies.
 */

/** How one field of an input is read. */
interface Part {
  name: string;
  parse(value: unknown): unknown;
}

/** Reads an input of type `I`, and renames its fields in errors. */
export interface Reader<I> {
  read(call: Call): Partial<I>;
  wireName(field: string): string;
}

/** Numbers may come as text and text as numbers (contract section 8). */
const text = (name: string): Part => ({
  name,
  parse: (value) => (typeof value === 'number' ? String(value) : value),
});

const flag = (name: string): Part => ({
  name,
  parse: (value) => ({ true: true, false: false, 1: true, 0: false })[String(value)] ?? value,
});

/** A field that is absent is left to the input's own default. */
function reader<I>(from: (call: Call) => Record<string, unknown>, parts: { [K in keyof I]?: Part }): Reader<I> {
  const fields = Object.entries(parts) as [string, Part][];
  return {
    read(call) {
      const source = from(call);
      const present = fields.filter(([, part]) => source[part.name] !== undefined);
      return Object.fromEntries(present.map(([field, part]) => [field, part.parse(source[part.name])])) as Partial<I>;
    },
    wireName: (field) => parts[field as keyof I]?.name ?? field,
  };
}

const body = (call: Call) => call.body;
const search = (call: Call) => call.query;

export const nothing: Reader<object> = { read: () => ({}), wireName: (field) => field };

export const loginInput = reader<LoginInput>(body, {
  username: text('userEmail'),
  password: text('userPassword'),
  remember: flag('remember'),
});

export const lookupValuesInput = reader<LookupValuesInput>(search, { makeId: text('company_id'), mode: text('mode') });

export const lookupModelsInput = reader<LookupModelsInput>(search, {
  makeId: text('company_id'),
  mode: text('mode'),
  value: text('value'),
});

const recordInput: Reader<RecordInput> = { read: ({ id }) => ({ id }), wireName: (field) => field };

/** A record whose answer has two namings: see `namingOf`. */
export const modelInput: Reader<RecordInput> = {
  ...recordInput,
  read(call) {
    namingOf(call, 'form');
    return recordInput.read(call);
  },
};

/** Both documented readings of spacing and depth are kept (contract section 2). */
type Naming = 'form' | 'listing';

function namingOf({ query }: Call, fallback: Naming): Naming {
  const naming = query.naming ?? fallback;
  if (naming !== 'form' && naming !== 'listing') throw invalid({ naming: ['The naming must be form or listing.'] });
  return naming;
}

export const userData = (user: User) => {
  const data = {
    id: user.id,
    username: user.username,
    full_name: user.fullName,
    isAdmin: user.isAdmin,
    roles: [{ id: user.role.id, authority: user.role.authority }],
    subscription_end_date: user.subscriptionEndDate,
  };
  return { data: { USER_DATA: data }, USER_DATA: data };
};

export const makeOption = (make: Make) => ({
  id: make.id,
  display_name: make.displayName,
  full_name: make.fullName,
  image: make.iconUrl,
});

/** `{"year": 2024}` or `{"model": "CB 500"}`: keyed by the mode. */
export const lookupValue = (value: string, { query }: Call) =>
  query.mode === 'year' ? { year: Number(value) } : { model: value };

export const sublistItem = (model: Model) => ({ id: model.id, model: model.name, year: model.year });

export const product = (model: Model, call: Call) => {
  const make = model.make.unwrap();
  return {
    id: model.id,
    company_detail_id: make.id,
    company_detail: { id: make.id, display_name: make.displayName },
    model: model.name,
    year: model.year,
    ilco: model.ilco,
    jma: model.jma,
    jet: model.jet,
    silca: model.silca,
    oem: model.oem,
    code_series: model.codeSeries,
    transponder: model.transponder,
    accu_reader: model.accuReader,
    lishi: model.lishi,
    ignition: model.ignition,
    gas_cap: model.gasCap,
    seat_aux: model.seatAux,
    hpc: model.hpc,
    itl: model.itl,
    dsd: model.dsd,
    paka_punch: model.pakaPunch,
    tips: model.tips,
    tips2: model.tips2,
    ...NAMINGS[namingOf(call, 'form')](model),
    images: model.images.getItems().map((image) => ({ id: image.id, image: image.url })),
    sample: model.sample,
    date_created: model.createdAt.toISOString(),
    version: model.version,
  };
};

const numbered = (name: string, values: unknown[]) =>
  Object.fromEntries(values.map((value, index) => [`${name}${index + 1}`, value]));

const NAMINGS: Record<Naming, (model: Model) => object> = {
  /** number1 … number12; num1 … num16, where row r is num(2r-1) = 1x and num(2r) = 2x. */
  form: ({ spacing, depth }) => ({
    ...numbered('number', spacing),
    ...numbered(
      'num',
      depth.flatMap(({ oneX, twoX }) => [oneX, twoX]),
    ),
  }),
  /** num1 … num12; number1 … number8, each [1x, 2x]. */
  listing: ({ spacing, depth }) => ({
    ...numbered('num', spacing),
    ...numbered(
      'number',
      depth.map(({ oneX, twoX }) => [oneX, twoX]),
    ),
  }),
};
