import { Combobox, Field, useListCollection } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { ErrorText } from '../../components/form/ErrorText';
import { useFieldError, useFormState } from '../../components/form/useFormState';
import { matches } from '../../components/list/matches';
import { Problem } from '../../components/notice/Problem';
import { fieldId } from '../../components/record/record';
import { MakeOptionsDocument, type MakeOptionsQuery } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';

/** The click, and a frame later the opening list, put the caret at the end. */
function selectLater(input: HTMLInputElement) {
  const { value } = input;
  const select = () => input.value === value && input === document.activeElement && input.select();
  requestAnimationFrame(() => requestAnimationFrame(select));
}

interface Props {
  name: string;
  label: string;
}

type Makes = MakeOptionsQuery['makeOptions'];

/** A combobox for the make of a model. */
export function MakeSelect(props: Props) {
  const { data, error, refetch } = useRead(MakeOptionsDocument);
  const makes = data?.makeOptions;
  if (error && !makes) return <Problem onRetry={() => void refetch()}>The makes did not load.</Problem>;
  // Remounted once the options load, so that the input shows the chosen one.
  return <MakeCombobox key={makes ? 'loaded' : 'loading'} {...props} makes={makes ?? []} />;
}

function MakeCombobox({ name, label, makes }: Props & { makes: Makes }) {
  const { field } = useController({ name });
  const { edited } = useFormState();
  const error = useFieldError(name);
  const [open, setOpen] = useState(false);
  const inputId = fieldId(name);
  /** Whether the box that this one replaces had the focus. */
  const [hadFocus] = useState(() => document.activeElement?.id === inputId);
  useEffect(() => {
    if (hadFocus) document.getElementById(inputId)?.focus();
  }, [hadFocus, inputId]);
  /** Whether the click under way gives the focus. */
  const isFresh = useRef(false);
  const { collection, filter, set } = useListCollection({
    initialItems: makes,
    itemToString: ({ displayName }) => displayName,
    itemToValue: ({ id }) => id,
    filter: matches,
  });

  // The options may change after the form has loaded.
  useEffect(() => set([...makes]), [makes, set]);

  return (
    <Field.Root invalid={Boolean(error)} required id={inputId}>
      <Combobox.Root
        ids={{ input: inputId }}
        collection={collection}
        value={field.value ? [field.value] : []}
        onValueChange={({ value }) => {
          edited();
          field.onChange(value[0] ?? '');
        }}
        onInputValueChange={({ inputValue, reason }) => filter(reason === 'input-change' ? inputValue : '')}
        open={open}
        onOpenChange={({ open }) => setOpen(open)}
        openOnClick
        selectionBehavior="replace"
        positioning={{ sameWidth: true }}
      >
        <Combobox.Label data-required="">{label}</Combobox.Label>
        <Combobox.Control>
          <Combobox.Input
            placeholder="Find a make"
            // What is typed replaces the chosen make.
            onFocus={({ currentTarget }) => currentTarget.select()}
            // A pasted row fills the whole form; a pasted make opens the list again.
            onPaste={() => setOpen(false)}
            onPointerDown={({ currentTarget }) => {
              isFresh.current = document.activeElement !== currentTarget;
            }}
            onClick={({ currentTarget }) => isFresh.current && selectLater(currentTarget)}
          />
          <Combobox.Trigger aria-label="Show the makes">
            <ChevronDown size={20} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.Control>
        <Combobox.Positioner>
          <Combobox.Content>
            <Combobox.Empty>No make matches.</Combobox.Empty>
            {collection.items.map((make) => (
              <Combobox.Item key={make.id} item={make}>
                <Combobox.ItemText translate="no">{make.displayName}</Combobox.ItemText>
                <Combobox.ItemIndicator>
                  <Check size={20} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            ))}
          </Combobox.Content>
        </Combobox.Positioner>
      </Combobox.Root>
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
