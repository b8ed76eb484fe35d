import { Box, chakra } from '@chakra-ui/react';
import { SheetSection, Value } from '../../components/sheetParts';
import type { KeyDataFragment } from '../../graphql/generated/catalogue';
import { useSession } from '../../session';
import { blanks, codes, type KeyText, primary } from '../keyData';
import { CopyButton } from './CopyButton';

/** Several blanks in one field, as people write them: "X235 / HD103", "35121-MFL, 35121-MGZ". A slash without spaces is part of a number. */
const numbers = (field: string) => [...new Set(field.split(/\s*[,;\n]\s*|\s+[/|]\s+/).filter(Boolean))];

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    px: 1.5,
    textStyle: 'measure',
    fontWeight: 'bold',
    color: 'brassText',
    borderWidth: '1px',
    borderColor: 'bladeFill',
    borderRadius: 'control',
    overflowWrap: 'anywhere',
  },
});

/** A label and its values on a line. */
const Lines = chakra('dl', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    // With the pointer of a mouse, buttons may be small.
    '@media (pointer: fine)': { '--control': '32px' },
    '& > div': { display: 'flex', alignItems: 'center', gap: 2, minH: '2.125rem', px: 3 },
    '& > div + div': { borderTopWidth: '1px' },
    '& dt': { textStyle: 'label', flexShrink: 0 },
    '& dd': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minW: 0, textStyle: 'measure' },
  },
});

/** The key blanks, in brass (administrators can copy them), and beside them the codes. */
export function Blanks({ model }: { model: KeyDataFragment | undefined }) {
  const { user } = useSession();
  const blank = ({ name, sheetLabel }: KeyText) => {
    if (!model?.[name]) return <Value>{model?.[name]}</Value>;
    return numbers(model[name]).map((number) => (
      <Box key={number} display="inline-flex" alignItems="center" minW={0}>
        <Chip>{number}</Chip>
        {user?.isAdmin && <CopyButton text={number} label={sheetLabel} />}
      </Box>
    ));
  };
  return (
    <SheetSection title={primary.title}>
      <Box
        display="grid"
        gap={3}
        alignItems="start"
        css={{ '@container (min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Lines css={{ '& dt': { w: '3.25rem' } }}>
          {blanks.map((text) => (
            <div key={text.name}>
              <dt>{text.sheetLabel}</dt>
              <dd>{blank(text)}</dd>
            </div>
          ))}
        </Lines>
        <Lines css={{ '& dt': { w: '6.5rem' } }}>
          {codes.map(({ name, sheetLabel }) => (
            <div key={name}>
              <dt>{sheetLabel}</dt>
              <chakra.dd whiteSpace="pre-wrap" overflowWrap="anywhere">
                <Value>{model?.[name]}</Value>
              </chakra.dd>
            </div>
          ))}
        </Lines>
      </Box>
    </SheetSection>
  );
}
