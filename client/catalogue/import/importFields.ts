import type { ImportField } from '../../graphql/generated/imports';

type Choice = readonly [field: ImportField, label: string];

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** What a column can hold, in the groups and the order of the model form. */
export const importFieldGroups: readonly (readonly [title: string, choices: readonly Choice[]])[] = [
  [
    'Model',
    [
      ['ID', 'ID'],
      ['MAKE', 'Make'],
      ['MODEL', 'Model'],
      ['YEAR', 'Year'],
      ['SAMPLE', 'Sample data'],
    ],
  ],
  [
    'Primary Key Blank',
    [
      ['ILCO', 'ILCO'],
      ['JMA', 'JMA'],
      ['JET', 'JET'],
      ['SILCA', 'SILCA'],
      ['OEM', 'OEM'],
      ['CODE_SERIES', 'Code series'],
      ['TRANSPONDER', 'Transponder'],
      ['ACCU_READER', 'Accu reader'],
      ['LISHI', 'LISHI'],
    ],
  ],
  [
    'Wafer Positions',
    [
      ['IGNITION', 'Ignition'],
      ['GAS_CAP', 'Gas cap'],
      ['SEAT_AUX', 'Seat/aux'],
    ],
  ],
  [
    'Key Cutting Information',
    [
      ['HPC', 'HPC'],
      ['ITL', 'ITL'],
      ['DSD', 'DSD'],
      ['PAKA_PUNCH', 'PAK-A-PUNCH'],
    ],
  ],
  ['Spacing', numbers(12).map((number) => [`SPACING_${number}` as ImportField, `Spacing ${number}`] as const)],
  [
    'Depth',
    numbers(8).flatMap((row) =>
      (['1X', '2X'] as const).map(
        (times) => [`DEPTH_${row}_${times}` as ImportField, `Depth ${row} ${times}`] as const,
      ),
    ),
  ],
  [
    'Tips',
    [
      ['TIPS', 'Tips'],
      ['TIPS2', 'Tips 2'],
    ],
  ],
];

const labels = new Map<ImportField, string>(importFieldGroups.flatMap(([, choices]) => choices));

export const importFieldLabel = (field: ImportField) => labels.get(field) ?? field;

/** What a new model needs; a model that has an ID needs nothing else. */
export const neededFields = ['MAKE', 'MODEL', 'YEAR'] as const satisfies readonly ImportField[];
