import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import type { KeyDataField } from '../../graphql/generated/feedback';

/** One text of the key data that can be wrong. */
interface KeyDatum {
  field: KeyDataField;
  label: string;
  read: (model: KeyDataFragment) => string;
}

const text = (field: KeyDataField, label: string, name: TextName): KeyDatum => ({
  field,
  label,
  read: (model) => model[name],
});
type TextName = {
  [Name in keyof KeyDataFragment]: KeyDataFragment[Name] extends string ? Name : never;
}[keyof KeyDataFragment];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** In the groups and the order of the sheet that a locksmith has before the eyes. */
export const keyDataGroups: readonly (readonly [title: string, data: readonly KeyDatum[]])[] = [
  [
    'Primary Key Blank',
    [
      text('ILCO', 'ILCO', 'ilco'),
      text('JMA', 'JMA', 'jma'),
      text('JET', 'JET', 'jet'),
      text('SILCA', 'SILCA', 'silca'),
      text('OEM', 'OEM', 'oem'),
      text('CODE_SERIES', 'Code series', 'codeSeries'),
      text('TRANSPONDER', 'Transponder', 'transponder'),
      text('ACCU_READER', 'Accu reader', 'accuReader'),
      text('LISHI', 'LISHI', 'lishi'),
    ],
  ],
  [
    'Wafer Position',
    [
      text('IGNITION', 'Ignition', 'ignition'),
      text('GAS_CAP', 'Gas cap', 'gasCap'),
      text('SEAT_AUX', 'Seat/aux', 'seatAux'),
    ],
  ],
  [
    'Key Cutting Information',
    [
      text('HPC', 'HPC', 'hpc'),
      text('ITL', 'ITL', 'itl'),
      text('DSD', 'DSD', 'dsd'),
      text('PAKA_PUNCH', 'PAK-A-PUNCH', 'pakaPunch'),
    ],
  ],
  [
    'Spacing',
    numbers(12).map((number) => ({
      field: `SPACING_${number}` as KeyDataField,
      label: `Spacing ${number}`,
      read: ({ spacing }) => spacing[number - 1] ?? '',
    })),
  ],
  [
    'Depth',
    numbers(8).flatMap((row) => [
      {
        field: `DEPTH_${row}_1X` as KeyDataField,
        label: `Depth ${row} 1X`,
        read: ({ depth }) => depth[row - 1]?.oneX ?? '',
      },
      {
        field: `DEPTH_${row}_2X` as KeyDataField,
        label: `Depth ${row} 2X`,
        read: ({ depth }) => depth[row - 1]?.twoX ?? '',
      },
    ]),
  ],
  ['Tips', [text('TIPS', 'Tips', 'tips'), text('TIPS2', 'Tips 2', 'tips2')]],
];

const data = new Map(keyDataGroups.flatMap(([, group]) => group.map((datum) => [datum.field as string, datum])));

export const keyDatum = (field: string) => data.get(field);

/** "SILCA: HD75 → HD109" */
export const changeLine = (label: string, before: string, after: string) =>
  `${label}: ${before || '—'} → ${after || '—'}`;
