import { Button, chakra } from '@chakra-ui/react';
import { counted } from '../../../components/text/counts';
import type { NearNameFragment } from '../../../graphql/generated/imports';

const Frame = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, py: 1 },
});

interface Props {
  near: NearNameFragment;
  row: number;
  onTake: (name: string) => void;
  onTakeForAll: (name: string) => void;
}

/** The pressed button disappears with its question, so the focus moves to the new name. */
const focusBeside = (button: Element) =>
  button.closest('[data-mend]')?.querySelector<HTMLElement>('input, textarea, [data-edit]')?.focus();

/** Suggested names: one button replaces the name in this row, another in all rows with the same spelling. */
export const NearButtons = ({ near, row, onTake, onTakeForAll }: Props) => (
  <>
    {near.near.map((name) => (
      <Frame key={name}>
        <span>Did you mean {name}?</span>
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
        {near.rows > 1 && (
          <Button
            variant="outline"
            aria-label={`In all ${counted(near.rows, 'row')}: ${name}`}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onTakeForAll(name);
            }}
          >
            In all {counted(near.rows, 'row')}
          </Button>
        )}
      </Frame>
    ))}
  </>
);
