import { Text } from '@chakra-ui/react';
import { Checkbox } from '../../components/form/Checkbox';
import { FormDialog } from '../../components/form/FormDialog';
import { styled } from '../../components/styled';
import { useSingleKeys } from './singleKeys';

/** docs/look.md, "Keys". */
const shortcuts: [keys: string[], act: string][] = [
  [['/', 'Ctrl K'], 'Find a bike, blank or code'],
  [['P'], 'Pin or unpin the sheet'],
  [['←', '→'], 'The sheet of the previous or next year'],
  [['Ctrl P'], 'Print the job sheet'],
  [['↑', '↓', 'A–Z'], 'Move through the makes, or a list of years or models; also Home and End'],
  [['?'], 'This list'],
];

const List = styled('dl', {
  '& > div': { display: 'flex', gap: 3, py: 1.5, borderBottomWidth: '1px' },
  '& dt': { display: 'flex', gap: 1, w: '7rem', flexShrink: 0 },
  '& kbd': { px: 1.5, fontFamily: 'mono', borderWidth: '1px', borderColor: 'controlBorder', borderRadius: 'control' },
});

/** What keys do, and the switch for those that act alone. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, turn] = useSingleKeys();
  return (
    <FormDialog
      title="Keyboard shortcuts"
      description={
        <List>
          {shortcuts.map(([keys, act]) => (
            <div key={act}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{act}</dd>
            </div>
          ))}
        </List>
      }
      onClose={onClose}
    >
      <Checkbox name="singleKeys" label="Single-key shortcuts" defaultChecked={isOn} onChange={turn} />
      <Text color="muted">
        When off, only the shortcuts with Ctrl and the arrow keys work. This browser remembers your choice.
      </Text>
    </FormDialog>
  );
}
