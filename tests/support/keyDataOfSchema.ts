import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLEnumType, GraphQLInputObjectType, GraphQLObjectType } from 'graphql';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

export function fieldsOf(type: string) {
  const found = schema.getType(type);
  if (found instanceof GraphQLObjectType || found instanceof GraphQLInputObjectType) return found.getFields();
  throw new Error(`${type} has no fields`);
}
export function valuesOf(type: string) {
  const found = schema.getType(type);
  if (found instanceof GraphQLEnumType) return found.getValues().map(({ name }) => name);
  throw new Error(`${type} is no enum`);
}

/** The input fields of a model that are not key data. All others are, including fields that are added later. */
const OTHERS = ['id', 'version', 'name', 'year', 'sample', 'source', 'images'];

/** The names of a model's key-data fields in schema.graphql. */
export const keyData = Object.keys(fieldsOf('ModelInput')).filter(
  (name) => name in fieldsOf('Model') && !OTHERS.includes(name),
);
/** The key-data fields that hold one text. The others are `spacing` and `depth`. */
export const texts = keyData.filter((name) => String(fieldsOf('Model')[name]?.type) === 'String!');

const spacing = Array.from({ length: 12 }, (_, index) => `at ${index + 1}.`);
const depth = Array.from({ length: 8 }, (_, index) => ({
  name: `name ${index + 1}.`,
  oneX: `once ${index + 1}.`,
  twoX: `twice ${index + 1}.`,
}));
/** Texts that take nothing but their choices. */
const CHOSEN: Record<string, string> = {
  unit: 'mm',
  datum: 'tip',
  sides: '2',
  macs: '4',
  codeDirection: 'tip to bow',
  withKey: 'clone',
  withoutKey: 'replace the unit',
};
/** Key data in which every text is different. */
export const sample = {
  texts: Object.fromEntries(texts.map((name) => [name, CHOSEN[name] ?? `The ${name}.`])),
  spacing,
  depth,
};
export const sampleValues = [
  ...Object.values(sample.texts),
  ...spacing,
  ...depth.flatMap(({ name, oneX, twoX }) => [name, oneX, twoX]),
];
