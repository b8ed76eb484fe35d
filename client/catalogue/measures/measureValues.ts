import type { FieldInfo } from '../../components/record/record';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { DEPTH_ROWS, depth, type KeyText, POSITIONS, spacing, type TextName } from '../keyData';

/** The measures of a form, with a row for each position and each depth. */
export type MeasureValues = Pick<KeyDataFragment, 'spacing' | 'depth'>;

export const measuresOf = (read: MeasureValues | undefined): MeasureValues => ({
  spacing: POSITIONS.map((_, index) => read?.spacing[index] ?? ''),
  depth: DEPTH_ROWS.map((_, index) => {
    const { name = '', oneX = '', twoX = '' } = read?.depth[index] ?? {};
    return { name, oneX, twoX };
  }),
});

export const measureFields: FieldInfo<MeasureValues>[] = [
  {
    name: 'spacing',
    label: spacing.formTitle,
    show: (values: string[]) => values.map((value) => value || '—').join('  '),
  },
  {
    name: 'depth',
    label: depth.formTitle,
    show: (rows: MeasureValues['depth']) =>
      rows.map(({ name, oneX, twoX }, index) => `${name || index + 1}: ${oneX || '—'} / ${twoX || '—'}`).join('\n'),
  },
];

/** The texts of some groups, as `read` gives them. */
export const textsOf = <Name extends TextName>(texts: readonly KeyText<Name>[], read: (name: Name) => string) =>
  Object.fromEntries(texts.map(({ name }) => [name, read(name)])) as Record<Name, string>;

export const textFields = <Name extends TextName>({
  data,
}: {
  data: readonly KeyText<Name>[];
}): FieldInfo<Record<Name, string>>[] => data.map(({ name, formLabel }) => ({ name, label: formLabel }));
