import { chakra, Text } from '@chakra-ui/react';
import { ModelYearsDocument } from '../../../graphql/generated/catalogue';
import type { CorrectionRecordFragment } from '../../../graphql/generated/inbox';
import { useRead } from '../../../graphql/useRead';

const Years = chakra('fieldset', {
  base: {
    mt: 4,
    '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 5 },
    '& legend': { fontWeight: 'semibold' },
    '& label': { display: 'flex', alignItems: 'center', gap: 2, minH: 'control', cursor: 'pointer' },
    '& input': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
  },
});

/** The other years of the model's name whose key data is the same, oldest first. */
export function useSameYears(target: CorrectionRecordFragment['target']): { id: string; year: number }[] {
  const { data } = useRead(ModelYearsDocument, {
    variables: { makeId: target?.make.id ?? '', name: target?.name ?? '' },
    skip: !target,
    fetchPolicy: 'cache-and-network',
  });
  const years = data?.modelYears ?? [];
  const hash = years.find(({ id }) => id === target?.id)?.keyDataHash;
  return years.filter(({ id, keyDataHash }) => keyDataHash === hash && id !== target?.id).toReversed();
}

interface Props {
  years: readonly { id: string; year: number }[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The other years with the same key data: what is wrong in one is probably wrong in all. */
export const SameYears = ({ years, chosen, onChoose }: Props) => (
  <Years>
    <legend>Also in the years with the same key data</legend>
    <div>
      {years.map(({ id, year }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={({ target }) =>
              onChoose(new Set(target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
            }
          />
          {year}
        </label>
      ))}
    </div>
    {chosen.size > 0 && (
      <Text color="muted" fontSize="xs">
        Each year gets an entry in its history.
      </Text>
    )}
  </Years>
);
