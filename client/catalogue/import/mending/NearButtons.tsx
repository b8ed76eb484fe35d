import { Button, chakra } from '@chakra-ui/react';
import { counted } from '../../../components/text/counts';
import type { NearNameFragment } from '../../../graphql/generated/imports';

const Frame = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, py: 1 },
});

interface Props {
  near: NearNameFragment;
  row: number;
  /** Absent if the name is only a part of the cell. */
  onTake: ((name: string) => void) | undefined;
  onTakeForAll: (name: string) => void;
}

/** The pressed button disappears with its question, so the focus moves to the new name. */
const focusBeside = (button: Element) =>
  button.closest('[data-mend]')?.querySelector<HTMLElement>('input, textarea, [data-edit]')?.focus();

const inRows = (count: number) => (count === 1 ? 'Yes, in 1 row' : `In all ${counted(count, 'row')}`);

/** Suggested names: one button replaces the name in this row, another in all rows with the same spelling. */
export const NearButtons = ({ near, row, onTake, onTakeForAll }: Props) => (
  <>
    {near.near.map((name) => (
      <Frame key={name}>
        <span>Did you mean {name}?</span>
        {onTake && (
          <Button
            variant="outline"
            aria-label={`Yes: ${name} in row ${row}`}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onTake(name);
            }}
          >
            Yes
          </Button>
        )}
        {(near.rows > 1 || !onTake) && (
          <Button
            variant="outline"
            aria-label={`${inRows(near.rows)}: ${name}`}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onTakeForAll(name);
            }}
          >
            {inRows(near.rows)}
          </Button>
        )}
      </Frame>
    ))}
  </>
);
