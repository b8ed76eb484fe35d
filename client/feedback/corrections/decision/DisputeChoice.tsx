import { Box, chakra, Field, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { keyDatum } from '../../../catalogue/keyData';
import { counted } from '../../../components/text/counts';
import { EvidenceDocument } from '../../../graphql/generated/evidence';
import type { CorrectionRecordFragment } from '../../../graphql/generated/inbox';
import { useRead } from '../../../graphql/useRead';
import { ShouldBe } from '../ShouldBe';

const Sides = chakra('fieldset', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    px: { base: 3, md: 4 },
    py: 2,
    '& legend': { srOnly: true },
    '& > label': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      minH: 'control',
      borderTopWidth: '1px',
      cursor: 'pointer',
    },
    '& input[type=radio]': { boxSize: 5, flexShrink: 0, accentColor: 'accent' },
    '& b': { textStyle: 'measure', overflowWrap: 'anywhere' },
    '& small': { fontSize: 'sm', color: 'muted' },
  },
});

interface Props {
  correction: CorrectionRecordFragment;
  /** The value to write; null as long as none is known. */
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** Both sides of a disputed value: the catalogue with its source, and what companies found. One of these, or another value, is chosen. */
export function DisputeChoice({ correction: { proposals, disputed, target }, value, onChoose }: Props) {
  const own = useId();
  const { data } = useRead(EvidenceDocument, {
    variables: { modelId: target?.id ?? '' },
    skip: !target,
    fetchPolicy: 'cache-and-network',
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [proposal] = proposals;
  const datum = disputed && keyDatum(disputed);
  if (!proposal || !datum) return null;
  const evidence = data?.evidence.fields.find(({ field }) => field === disputed);
  const { current, reported, stale } = proposal;
  const unknown = evidence?.found.find((side) => side.value === null);
  const known = evidence?.found.flatMap((side) => (side.value === null ? [] : { ...side, value: side.value })) ?? [];
  const isListed = typed === null && known.some((side) => side.value === value);
  return (
    <Sides>
      <legend>The right value of {proposal.label}</legend>
      <Box py={2}>
        <Text textStyle="label">{target ? 'Today' : 'When it was reported'}</Text>
        <b translate="no">{(current ?? reported) || '—'}</b>{' '}
        <small>
          {evidence?.source && (
            <>
              Source: <span translate="no">{evidence.source}</span>.{' '}
            </>
          )}
          {evidence && evidence.worked > 0 && `Worked for ${counted(evidence.worked, 'company', 'companies')}.`}
          {stale && ` Changed since it was disputed: it was ${reported || 'empty'}.`}
        </small>
      </Box>
      {known.map((side) => (
        <label key={side.value}>
          <input
            type="radio"
            name={own}
            checked={isListed && side.value === value}
            onChange={() => {
              setTyped(null);
              onChoose(side.value);
            }}
          />
          <b translate="no">{side.value || '—'}</b>
          <small>
            Found by {counted(side.companies, 'company', 'companies')}
            {side.difference && `: ${side.difference}`}
          </small>
        </label>
      ))}
      {target && (
        <label>
          <input
            type="radio"
            name={own}
            checked={!isListed && value !== null}
            onChange={() => {
              setTyped('');
              onChoose('');
            }}
          />
          Another value
        </label>
      )}
      {!isListed && value !== null && (
        <Field.Root id={`${own}-other`} pb={2}>
          <Field.Label>Should be</Field.Label>
          <ShouldBe
            id={`${own}-other`}
            datum={datum}
            value={value}
            onChange={({ target }) => {
              setTyped(target.value);
              onChoose(target.value);
            }}
          />
        </Field.Root>
      )}
      {unknown && (
        <Text py={2} borderTopWidth="1px" color="muted">
          {counted(unknown.companies, 'company', 'companies')} found that it is wrong, without a value.
        </Text>
      )}
    </Sides>
  );
}
