import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Notice } from '../notice/Notice';
import type { Change } from './staleChanges';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 2.5,
    flex: '1 1 14rem',
    minW: 0,
    minH: 'control',
    px: 3,
    py: 2,
    bg: 'panel',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'accent', boxShadow: 'inset 3px 0 0 {colors.accent}' },
  },
});

interface Props {
  changes: readonly Change[];
  onTake: (change: Change, side: Change['taken']) => void;
}

/**
 * An edit conflict, where another user saved first: shows their changes and lets the user choose a value per field. Takes
 * the focus, so the page scrolls to it.
 */
export function StaleEdit({ changes, onTake }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <chakra.section
      ref={box}
      tabIndex={-1}
      aria-label="Changed by somebody else"
      mb={4}
      _focusVisible={{ outline: 'none' }}
    >
      <Notice kind="warning" role="alert">
        <Text fontWeight="semibold">Somebody else saved this record after you opened it.</Text>
        <Text>
          {changes.length
            ? 'Your changes are not lost. Choose a value for each field, then press Update to save.'
            : 'Your values are the same. Press Update to save.'}
        </Text>
        <Stack gap={4} mt={changes.length ? 3 : 0}>
          {changes.map((change) => (
            <chakra.fieldset key={change.name} minW={0}>
              <chakra.legend fontWeight="semibold" mb={1}>
                {change.label}
              </chakra.legend>
              <Box display="flex" flexWrap="wrap" gap={2}>
                {(['theirs', 'mine'] as const).map((side) => (
                  <Choice key={side}>
                    <chakra.input
                      type="radio"
                      name={`stale-${change.name}`}
                      boxSize="18px"
                      mt={0.5}
                      flexShrink={0}
                      accentColor="accent"
                      checked={change.taken === side}
                      onChange={() => onTake(change, side)}
                    />
                    <Box minW={0}>
                      <chakra.span textStyle="label" display="block">
                        {side === 'theirs' ? 'Their value' : 'Your value'}
                      </chakra.span>
                      <chakra.span display="block" whiteSpace="pre-wrap" overflowWrap="anywhere">
                        {change.show(change[side] as never)}
                      </chakra.span>
                    </Box>
                  </Choice>
                ))}
              </Box>
            </chakra.fieldset>
          ))}
        </Stack>
      </Notice>
    </chakra.section>
  );
}
