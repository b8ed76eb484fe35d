import { Box, chakra, Text } from '@chakra-ui/react';
import { ArrowRight, Equal, Info, TriangleAlert } from 'lucide-react';
import { isOfSystem } from '../../../catalogue/keyData';
import { counted } from '../../../components/text/counts';
import type { CorrectionRecordFragment, KeyDataField } from '../../../graphql/generated/inbox';

type Proposals = CorrectionRecordFragment['proposals'];

const Lines = chakra('ul', {
  base: {
    containerType: 'inline-size',
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& > li': { px: { base: 3, md: 4 }, py: 2 },
    '& > li + li': { borderTopWidth: '1px' },
    '& [data-values]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 1.25rem minmax(0, 1fr)',
      columnGap: 3,
      alignItems: 'center',
      ps: 8,
    },
    '& [data-values] > svg': { color: 'muted' },
    // Beside each other, long texts would have two words on a line.
    '@container (max-width: 35.99rem)': {
      '& [data-long]': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 1 },
      '& [data-long] > svg': { transform: 'rotate(90deg)' },
    },
    // Arrow and bold text repeat the meaning of the colour. No strikethrough: it makes 8 and B look the same.
    '& :is(ins, del)': { textDecoration: 'none' },
    '& ins': { color: 'brassText', fontWeight: 'bold' },
    '& del': { color: 'muted' },
    '@container (min-width: 36rem)': {
      '& > li > div': { display: 'grid', gridTemplateColumns: '11rem minmax(0, 1fr)', alignItems: 'center' },
      '& [data-values]': { ps: 0 },
    },
  },
});

interface Props {
  proposals: Proposals;
  /** Whether the model is identified. */
  known: boolean;
  /** The key system of the model, which gives it some of the values. */
  system: NonNullable<CorrectionRecordFragment['target']>['keySystem'] | undefined;
  chosen: ReadonlySet<KeyDataField>;
  onChoose: (chosen: ReadonlySet<KeyDataField>) => void;
}

const isLong = (text: string) => text.length > 30;

/** Current and proposed values side by side, with a choice of those to apply. */
export const ProposalChoice = ({ proposals, known, system, chosen, onChoose }: Props) => (
  <Lines aria-label="Proposed values">
    {proposals.map(({ field, label, reported, proposed, current, stale }) => {
      const differs = current !== proposed;
      const isUnknown = proposed === null;
      const toggle = (on: boolean) => {
        const next = new Set(chosen);
        if (on) next.add(field);
        else next.delete(field);
        onChoose(next);
      };
      return (
        <li key={field}>
          <div>
            {known && proposed !== null ? (
              <chakra.label
                display="flex"
                alignItems="center"
                gap={3}
                minH="control"
                cursor="pointer"
                fontWeight="semibold"
              >
                <chakra.input
                  type="checkbox"
                  boxSize={5}
                  flexShrink={0}
                  accentColor="accent"
                  checked={chosen.has(field)}
                  onChange={(event) => toggle(event.target.checked)}
                />
                {label}
              </chakra.label>
            ) : (
              <Text fontWeight="semibold">{label}</Text>
            )}
            <Box data-values="" data-long={isLong(proposed ?? '') || isLong(current ?? reported) ? '' : undefined}>
              <Box minW={0}>
                <Text textStyle="label">{known ? 'Today' : 'When it was sent'}</Text>
                <Text translate="no" textStyle="measure" overflowWrap="anywhere" whiteSpace="pre-wrap">
                  {differs && (current ?? reported) ? <del>{current ?? reported}</del> : (current ?? reported) || '—'}
                </Text>
              </Box>
              {differs ? <ArrowRight size={20} aria-hidden="true" /> : <Equal size={20} aria-hidden="true" />}
              <Box minW={0}>
                <Text textStyle="label">{isUnknown ? 'Wrong' : differs ? 'Proposed' : 'Proposed, the same'}</Text>
                <Text translate="no" textStyle="measure" overflowWrap="anywhere" whiteSpace="pre-wrap">
                  {isUnknown ? 'Right value unknown' : differs ? <ins>{proposed || '—'}</ins> : proposed || '—'}
                </Text>
              </Box>
            </Box>
          </div>
          {system && isOfSystem(field) && (
            <Text display="flex" gap={2} alignItems="center" mt={1} pb={1} overflowWrap="anywhere">
              <Info size={16} style={{ flexShrink: 0 }} aria-hidden="true" />
              <span>
                This value comes from <span translate="no">{system.name}</span> and concerns{' '}
                {counted(system.modelsCount ?? 0, 'bike')}.
              </span>
            </Text>
          )}
          {stale && (
            <Text display="flex" gap={2} alignItems="center" mt={1} pb={1} color="warning" overflowWrap="anywhere">
              <TriangleAlert size={16} style={{ flexShrink: 0 }} aria-hidden="true" />
              Changed since it was reported: was {reported || '—'}, is now {current || '—'}
            </Text>
          )}
        </li>
      );
    })}
  </Lines>
);
