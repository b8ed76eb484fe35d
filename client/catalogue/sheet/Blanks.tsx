import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ruled, SheetSection, Value } from '../../components/sheetParts';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { useSession } from '../../session';
import { blanks, primary } from '../keyData';
import { CopyButton } from './CopyButton';

/** Several blanks in one field, as people write them: "X235 / HD103", "35121-MFL, 35121-MGZ". A slash without spaces is part of a number. */
const numbers = (field: string) => [...new Set(field.split(/\s*[,;\n]\s*|\s+[/|]\s+/).filter(Boolean))];

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 9,
    px: 2.5,
    textStyle: 'code',
    color: 'brassText',
    borderWidth: '1px',
    borderColor: 'bladeFill',
    borderRadius: 'control',
    overflowWrap: 'anywhere',
  },
});

/** The key blanks: the most important data, so largest and in brass. Administrators can copy them. */
export function Blanks({ model }: { model: KeyDataFragment | undefined }) {
  const { user } = useSession();
  return (
    <SheetSection title={primary.title}>
      <Ruled css={{ '@container (min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } }}>
        {blanks.map(({ name, sheetLabel }) => (
          <Flex
            key={name}
            gap={2}
            px={3}
            py={2}
            align="baseline"
            // OEM numbers are long and come in series: a line of their own.
            css={name === 'oem' ? { '@container (min-width: 36rem)': { gridColumn: '1 / -1' } } : undefined}
          >
            <chakra.dt textStyle="label" w="3.25rem" flexShrink={0}>
              {sheetLabel}
            </chakra.dt>
            <chakra.dd display="flex" flexWrap="wrap" alignItems="center" gap={2} minW={0} minH={9}>
              {!model?.[name] && (
                <chakra.span textStyle="code">
                  <Value>{model?.[name]}</Value>
                </chakra.span>
              )}
              {model &&
                numbers(model[name]).map((number) => (
                  <Box key={number} display="inline-flex" alignItems="center" minW={0}>
                    <Chip>{number}</Chip>
                    {user?.isAdmin && <CopyButton text={number} label={sheetLabel} />}
                  </Box>
                ))}
            </chakra.dd>
          </Flex>
        ))}
      </Ruled>
    </SheetSection>
  );
}
