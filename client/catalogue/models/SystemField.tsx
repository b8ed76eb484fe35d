import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { Pencil, Unlink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFieldError, useFormState } from '../../components/form/useFormState';
import { LinkButton } from '../../components/LinkButton';
import { fieldId } from '../../components/record/record';
import { counted } from '../../components/text/counts';
import { KeySystemDocument } from '../../graphql/generated/systems';
import { useRead } from '../../graphql/useRead';
import { keySystemPaths } from '../../paths';
import { SystemSelect } from '../systems/SystemSelect';
import { type SystemDataValues, systemDataOf } from '../systems/systemRecord';
import type { ModelValues } from './modelRecord';

/** The key system of a model, or the choice of one. A model with a system has its values. */
export function SystemField() {
  const { getValues, setValue } = useFormContext<ModelValues>();
  const { edited } = useFormState();
  const error = useFieldError('keySystemId');
  const id = useWatch<ModelValues, 'keySystemId'>({ name: 'keySystemId' });
  const { data } = useRead(KeySystemDocument, { variables: { id }, skip: !id, fetchPolicy: 'cache-and-network' });
  const system = data?.keySystem;
  /** The model's own values, if it had any before it was given a system here. */
  const own = useRef<SystemDataValues>(undefined);
  const box = useRef<HTMLDivElement>(null);
  /** Whether the pressed button disappears, and the focus with it. */
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of the system
  useEffect(() => {
    if (pressed.current) box.current?.querySelector<HTMLElement>('a, input')?.focus();
    pressed.current = false;
  }, [id]);

  const change = (keySystemId: string, values: SystemDataValues | undefined) => {
    for (const [name, value] of Object.entries(values ?? {}))
      setValue(name as keyof SystemDataValues, value, { shouldDirty: true });
    pressed.current = true;
    setValue('keySystemId', keySystemId, { shouldDirty: true });
    edited();
  };

  if (!id) {
    return (
      <Box ref={box}>
        <SystemSelect
          id={fieldId('keySystemId')}
          label="Key system"
          placeholder="None: the values are this model’s own"
          help="A model with a key system has its cutting information, spacing, depth and key facts."
          value={null}
          error={error}
          onChange={(chosen) => {
            if (!chosen) return;
            const values = getValues();
            const data = systemDataOf(chosen);
            own.current = Object.fromEntries(
              Object.keys(data).map((name) => [name, values[name as keyof SystemDataValues]]),
            ) as SystemDataValues;
            change(chosen.id, data);
          }}
        />
      </Box>
    );
  }
  return (
    <Box ref={box}>
      <Text role="status" minH="1lh" mb={3} overflowWrap="anywhere">
        {system && (
          <>
            From{' '}
            <Text as="span" fontWeight="semibold" translate="no">
              {system.name}
            </Text>{' '}
            ({counted(system.modelsCount ?? 0, 'model')})
          </>
        )}
      </Text>
      <Flex gap={2} wrap="wrap">
        <LinkButton id={fieldId('keySystemId')} to={keySystemPaths.edit(id)} state={{ back: true }} Icon={Pencil}>
          Change the system
        </LinkButton>
        <Button type="button" variant="outline" onClick={() => change('', own.current)}>
          <Unlink aria-hidden="true" />
          Give this model its own values
        </Button>
      </Flex>
    </Box>
  );
}
