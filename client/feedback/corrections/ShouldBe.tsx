import { Input, Textarea } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { type keyDatum, tips } from '../../catalogue/keyData';
import { SelectControl } from '../../components/form/Select';

type Props = ComponentProps<'input'> &
  ComponentProps<'select'> &
  ComponentProps<'textarea'> & {
    datum: NonNullable<ReturnType<typeof keyDatum>>;
  };

/** The control for the right value of a field: one of its choices, a long text, or a code. */
export function ShouldBe({ datum, size: _size, ...props }: Props) {
  if (datum.choices) {
    return (
      <SelectControl {...props}>
        <option value="">Choose one</option>
        {datum.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectControl>
    );
  }
  if (tips.data.some(({ field }) => field === datum.field)) return <Textarea rows={4} {...props} />;
  return (
    <Input
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      fontFamily="mono"
      {...props}
    />
  );
}
