import { Combobox, createListCollection, Field, Text } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ErrorText } from '../../components/form/ErrorText';
import { useSettled } from '../../components/form/useSettled';
import { counted } from '../../components/text/counts';
import { KeySystemsDocument, type SystemLineFragment } from '../../graphql/generated/systems';
import { useRead } from '../../graphql/useRead';
import { countOfCuts, depthsText } from './depthsText';

/** How many are offered at a time. */
const LIMIT = 20;
/** How long somebody who types pauses before the catalogue is asked. */
const PAUSE = 150;

/** Tells systems with similar names apart: "DSD 406 · CMC37 · 5 cuts · 1–3". */
const aboutOf = (system: SystemLineFragment) =>
  [
    system.dsd && `DSD ${system.dsd}`,
    system.hpc,
    countOfCuts(system) > 0 && counted(countOfCuts(system), 'cut'),
    depthsText(system),
  ]
    .filter(Boolean)
    .join(' · ');

interface Props {
  id?: string;
  label: string;
  placeholder: string;
  value: SystemLineFragment | null;
  onChange: (system: SystemLineFragment | null) => void;
  required?: boolean;
  error?: string | undefined;
  help?: string;
}

/** A combobox for one of the key systems, which are searched on the server. */
export function SystemSelect({ id, label, placeholder, value, onChange, required, error, help }: Props) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed.trim(), PAUSE);
  const read = useRead(KeySystemsDocument, {
    variables: { page: 1, limit: LIMIT, sortBy: 'NAME', dir: 'ASC', filter: { text: asked || null } },
    skip: !open,
    fetchPolicy: 'cache-and-network',
  });
  const found = (read.data ?? read.previousData)?.keySystems;
  const systems = found?.items ?? [];
  const isListed = !value || systems.some((system) => system.id === value.id);
  const collection = createListCollection({
    // Its name stays in the field.
    items: isListed ? systems : [value, ...systems],
    itemToString: ({ name }) => name,
    itemToValue: ({ id }) => id,
  });
  const shown = isListed ? collection.items : systems;
  const more = (found?.total ?? 0) - systems.length;
  return (
    <Field.Root invalid={Boolean(error)} required={required} {...(id && { id })}>
      <Combobox.Root
        {...(id && { ids: { input: id } })}
        collection={collection}
        value={value ? [value.id] : []}
        onValueChange={({ value: [next], items }) => onChange(next ? ((items[0] as SystemLineFragment) ?? null) : null)}
        onInputValueChange={({ inputValue, reason }) => setTyped(reason === 'input-change' ? inputValue : '')}
        open={open}
        onOpenChange={({ open }) => setOpen(open)}
        openOnClick
        selectionBehavior="replace"
        positioning={{ sameWidth: true }}
      >
        <Combobox.Label data-required={required ? '' : undefined}>{label}</Combobox.Label>
        <Combobox.Control>
          <Combobox.Input placeholder={placeholder} onFocus={({ currentTarget }) => currentTarget.select()} />
          <Combobox.Trigger aria-label="Show the key systems">
            <ChevronDown size={20} aria-hidden="true" />
          </Combobox.Trigger>
        </Combobox.Control>
        <Combobox.Positioner>
          <Combobox.Content aria-busy={read.loading}>
            {!found && (
              <Text px={3} py={2} color="muted" role="status">
                {read.error ? 'The key systems did not load.' : 'Searching...'}
              </Text>
            )}
            {found?.total === 0 && <Combobox.Empty>No key system matches.</Combobox.Empty>}
            {shown.map((system) => (
              <Combobox.Item key={system.id} item={system}>
                <Combobox.ItemText translate="no">
                  {system.name}
                  <Text as="span" display="block" fontSize="xs" color="muted">
                    {aboutOf(system)}
                  </Text>
                </Combobox.ItemText>
                <Combobox.ItemIndicator>
                  <Check size={20} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            ))}
            {more > 0 && (
              <Text px={3} py={2} fontSize="xs" color="muted">
                {counted(more, 'more', 'more')}: type a name, DSD, HPC or ITL.
              </Text>
            )}
          </Combobox.Content>
        </Combobox.Positioner>
      </Combobox.Root>
      {help && <Field.HelperText>{help}</Field.HelperText>}
      <ErrorText>{error}</ErrorText>
    </Field.Root>
  );
}
