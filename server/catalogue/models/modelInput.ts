import { Field, ID, InputType, Int } from 'type-graphql';
import {
  EachOf,
  Flag,
  MayBeAbsent,
  NeededWhenNew,
  Optional,
  Required,
  Rule,
  TextField,
  wrongYear,
} from '../../inputs/fields';
import { VersionedInput } from '../../inputs/versioned';
import { oneLine } from '../../text';
import { checkNow, UNCHECKED } from '../checked';
import type { ImageFile } from '../images/images';
import {
  classOf,
  DEPTH,
  KEY_DATA_TEXTS,
  type KeyDataText,
  type KeyDataValues,
  SPACING,
  type TextName,
  unitOf,
} from '../keyData';
import { isSameMeasure, measureForm } from '../measureForm';
import type { ModelRow } from './modelRow';

@InputType({ description: 'One depth of the lock, measured in up to two ways.' })
export class DepthRowInput {
  @Field(() => String, {
    nullable: true,
    description: 'What codes call this depth. If it is absent or null, the row keeps its name.',
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The 1x measure. If it is absent or null, the row keeps its own.',
  })
  oneX?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The 2x measure. If it is absent or null, the row keeps its own.',
  })
  twoX?: string | null;
}

/** What the graph says of lists that replace others. */
export const SPACING_IN_PARTS = `Up to ${SPACING.inWords} positions, the first one first. Null keeps the value of its position; the positions after the last one given become empty.`;
export const DEPTH_IN_PARTS = `Up to ${DEPTH.inWords} rows, the first one first. Null keeps a row, and what a row does not name keeps its value; the rows after the last one given become empty.`;

/** Whether it is a text, or null for one that stays. */
const isText = (value: unknown, max: number) => value === null || (typeof value === 'string' && value.length <= max);

export function wrongSpacing(value: unknown): string | null {
  const { count, inWords, max } = SPACING;
  const fits = Array.isArray(value) && value.length <= count && value.every((one) => isText(one, max));
  return fits ? null : `The spacing is at most ${inWords} texts of ${max} characters.`;
}

export function wrongDepth(value: unknown): string | null {
  const { rows, inWords, max } = DEPTH;
  const fits =
    Array.isArray(value) &&
    value.length <= rows &&
    value.every((row) => row === null || [row?.name, row?.oneX, row?.twoX].every((one) => isText(one ?? null, max)));
  return fits ? null : `The depth is at most ${inWords} rows of texts of ${max} characters.`;
}

const wrongDepthNames = (value: unknown): string | null =>
  Array.isArray(value) && value.length <= DEPTH.rows && value.every((name) => isText(name, DEPTH.max))
    ? null
    : `The names of depths are at most ${DEPTH.inWords} texts of ${DEPTH.max} characters.`;

/** Declares texts of key data. Decorates the field that follows them: errors are reported in the order of declaration. */
export const KeyDataTexts =
  (texts: readonly KeyDataText[]): PropertyDecorator =>
  (prototype) => {
    for (const { name, label, max, choices, description } of texts) {
      // As within a sentence, e.g. "code series"; brand names keep their capitals.
      const word = label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
      TextField({ label: word, max, choices, description })(prototype, name);
    }
  };

@InputType({ description: 'A model to create (without `id`) or to change; a field that is absent keeps its value.' })
export class ModelInput extends classOf<{ [name in TextName]?: string | null }, VersionedInput>(
  () => ({}),
  VersionedInput,
) {
  @Field(() => ID, {
    nullable: true,
    description:
      'For a new model that is a copy: the original. Its pictures are copied, too, unless `images` is given, and so are the other keys of its bike, unless make, name and year stay.',
  })
  copyOf?: string | null;

  @Field(() => ID, { nullable: true, description: 'Its make. Required in a new model.' })
  @NeededWhenNew()
  @Required('make')
  makeId?: string | null;

  @TextField({ label: 'model', required: true, description: 'What the make calls it, e.g. CBR600RR.' })
  name?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The model year, 1900 to two years ahead. Required in a new model.',
  })
  @NeededWhenNew()
  @Rule(wrongYear)
  year?: number | null;

  @Field(() => [String], { nullable: 'itemsAndList', description: SPACING_IN_PARTS })
  @Optional()
  @Rule(wrongSpacing)
  @KeyDataTexts(KEY_DATA_TEXTS)
  spacing?: (string | null)[] | null;

  @Field(() => [DepthRowInput], { nullable: 'itemsAndList', description: DEPTH_IN_PARTS })
  @Optional()
  @Rule(wrongDepth)
  depth?: (DepthRowInput | null)[] | null;

  /** The names of the depths (REST), null for one that stays. */
  @Optional()
  @Rule(wrongDepthNames)
  depthNames?: (string | null)[];

  @TextField({ label: 'source', description: 'Where its values come from, e.g. a book with the page.' })
  source?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the caller has checked its values, now; it is then no sample data. False: nobody has. If absent, it stays, unless a value changes: then nobody has checked it.',
  })
  @Optional()
  @Flag('checked')
  checked?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False for sample data says that the caller has checked its values, unless `checked` is given.',
  })
  @MayBeAbsent()
  @Flag('sample')
  sample?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Its key system, whose values replace those of this input; null gives the model values of its own. Absent, it stays, unless this input changes one of its values: then the model has values of its own.',
  })
  keySystemId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Hashes of the pictures, in order: newly uploaded ones, or those that the model already has.',
  })
  @Optional()
  @EachOf((one) => typeof one === 'string', 'The images are named by their hashes.')
  images?: string[] | null;

  /** Ids of the pictures to keep, in their order (REST); absent keeps all. */
  @Optional()
  @EachOf((one) => typeof one === 'string', 'The images to keep must be ids.')
  keepImages?: string[];

  /** Pictures uploaded in the same request, added after the kept ones (REST). */
  files?: ImageFile[];
}

/** The model with the values of the input, which `username` gives: everything but the make and the pictures. */
export function withValues(before: ModelRow, input: ModelInput, username: string): ModelRow {
  const model = { ...before };
  if (input.name != null) model.name = input.name;
  if (input.year != null) model.year = input.year;
  writeKeyData(model, input, KEY_DATA_TEXTS);
  if (input.source !== undefined) model.source = input.source ?? '';
  const isChecked = input.checked ?? (before.sample && input.sample === false ? true : null);
  if (isChecked !== null) Object.assign(model, isChecked ? checkNow(username) : UNCHECKED);
  model.sample = isChecked ? false : (input.sample ?? before.sample);
  return model;
}

/** Writes the key data of the input, with those of the texts that it has. */
export function writeKeyData<Values extends Partial<KeyDataValues>>(
  values: Values & Pick<KeyDataValues, 'spacing' | 'depthNames' | 'depthValues'>,
  input: Partial<Pick<ModelInput, TextName | 'spacing' | 'depth' | 'depthNames'>>,
  texts: readonly KeyDataText[],
): void {
  const all = values as unknown as KeyDataValues;
  const before = unitOf(all);
  // With another unit, a measure that is given gets its form even if its number stays.
  const hasOtherUnit = () => unitOf(all) !== before;
  for (const { name, isMeasure, chosen, write } of texts) {
    const value = input[name];
    if (value === undefined) continue;
    if (isMeasure && hasOtherUnit()) all[name] = chosen(value ?? '', unitOf(all));
    else write(all, value ?? '');
  }
  const form = (text: string, stored: string) =>
    !hasOtherUnit() && isSameMeasure(text, stored) ? stored : measureForm(text, unitOf(all));
  if (input.spacing !== undefined) values.spacing = inParts(values.spacing, input.spacing ?? [], form);
  if (input.depth !== undefined) {
    const rows = (input.depth ?? []).map((row) => row ?? {});
    const names = rows.map(({ name = null }) => name);
    const measures = rows.flatMap(({ oneX = null, twoX = null }) => [oneX, twoX]);
    values.depthNames = inParts(values.depthNames, names, oneLine);
    values.depthValues = inParts(values.depthValues, measures, form);
  }
  if (input.depthNames) values.depthNames = inParts(values.depthNames, input.depthNames, oneLine);
}

/** The list with the values given for its places: null keeps a place, and the places after the last one given become empty. */
const inParts = (stored: string[], given: readonly (string | null)[], form: (text: string, stored: string) => string) =>
  stored.map((value, place) => {
    if (place >= given.length) return '';
    const other = given[place] ?? null;
    return other === null ? value : form(other, value);
  });
