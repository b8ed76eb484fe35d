import { Box, chakra, Heading, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { SkeletonRows } from '../components/list/SkeletonRows';
import { Problem } from '../components/notice/Problem';
import { formatCount } from '../components/text/counts';
import { useNarrow } from '../components/useNarrow';
import { CompletenessDocument, type CompletenessQuery } from '../graphql/generated/overview';
import { useRead } from '../graphql/useRead';
import { listOf } from '../paths';
import { AsTable } from './AsTable';
import { Figures } from './Figures';

type Make = CompletenessQuery['completeness'][number];

/** What a model should have: the names in the answer and in the list's filter, and the label. */
const parts = [
  ['blank', 'blank', 'blank'],
  ['series', 'code_series', 'code series'],
  ['spacing', 'spacing', 'spacing'],
  ['depth', 'depth', 'depth'],
  ['picture', 'picture', 'picture'],
] as const;

const gapsOf = (make: Make) => parts.reduce((sum, [part]) => sum + make[part], 0);
const shareOf = (make: Make) => 1 - gapsOf(make) / (parts.length * make.models);
/** Rounded down: only what is complete is 100%. */
const percent = (share: number) => `${Math.floor(share * 100)}%`;

const SHOWN = 12;
const ROW = 26;

const Svg = chakra('svg', {
  base: {
    display: 'block',
    w: 'full',
    maxW: '52rem',
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& text': { fill: 'text', fontSize: '13px', dominantBaseline: 'central' },
    '& [data-share]': { textAnchor: 'end' },
    '& [data-all]': { fill: 'subtle', stroke: 'controlBorder' },
    '& [data-bar]': { fill: 'bladeFill', stroke: 'bladeEdge' },
  },
});

const cut = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** The makes with the most gaps, each with a bar for what its models have. */
function GapBars({ makes }: { makes: readonly Make[] }) {
  const narrow = useNarrow();
  const width = narrow ? 356 : 760;
  const [left, right] = narrow ? [110, 48] : [200, 56];
  const room = width - left - right;
  const names = makes.map((make) => `${make.name} ${percent(shareOf(make))}`).join(', ');
  return (
    <Svg
      className="notranslate"
      viewBox={`0 0 ${width} ${makes.length * ROW + 12}`}
      role="img"
      aria-label={`Completeness by make: ${names}`}
    >
      {makes.map((make, index) => {
        const y = 6 + index * ROW;
        return (
          <g key={make.makeId}>
            <text x={10} y={y + ROW / 2}>
              {cut(make.name, narrow ? 13 : 26)}
            </text>
            <rect data-all="" x={left} y={y + 5} width={room} height={ROW - 10} />
            <rect data-bar="" x={left} y={y + 5} width={room * shareOf(make)} height={ROW - 10} />
            <text data-share="" x={width - 10} y={y + ROW / 2}>
              {percent(shareOf(make))}
            </text>
          </g>
        );
      })}
    </Svg>
  );
}

/** Which models lack what: in all, and by make. */
export function Completeness() {
  const { data, error, refetch } = useRead(CompletenessDocument, { fetchPolicy: 'cache-and-network' });
  if (error && !data) return <Problem onRetry={() => void refetch()}>The report did not load.</Problem>;
  if (!data) return <SkeletonRows count={8} />;
  const makes = data.completeness;
  if (makes.length === 0) return <Text color="muted">There are no models yet.</Text>;
  const sum = (part: (typeof parts)[number][0]) => makes.reduce((total, make) => total + make[part], 0);
  const worst = makes
    .toSorted((one, other) => gapsOf(other) - gapsOf(one))
    .slice(0, SHOWN)
    .sort((one, other) => shareOf(one) - shareOf(other));
  const linked = (make: Make, part: (typeof parts)[number]) =>
    make[part[0]] === 0 ? (
      '0'
    ) : (
      <Link to={listOf.models({ missing: part[1], make: make.makeId })}>{formatCount(make[part[0]])}</Link>
    );
  return (
    <>
      <Figures
        title="Models"
        figures={parts.map(([part, missing, label]) => ({
          label: `Without ${label}`,
          value: sum(part),
          to: listOf.models({ missing }),
        }))}
      />
      <Box as="section" aria-label="Completeness by make" mt={6}>
        <Heading as="h3" size="lg">
          Completeness by make
        </Heading>
        <Text mb={2} color="muted">
          How much of blank, code series, spacing, depth and picture the models have. The {SHOWN} makes with the most
          gaps.
        </Text>
        <GapBars makes={worst} />
        <AsTable
          title="Completeness by make"
          columns={['Make', 'Models', ...parts.map(([, , label]) => `No ${label}`), 'Complete']}
          rows={makes.map((make) => ({
            key: make.makeId,
            cells: [
              make.name,
              <Link key="models" to={listOf.models({ make: make.makeId })}>
                {formatCount(make.models)}
              </Link>,
              ...parts.map((part) => linked(make, part)),
              percent(shareOf(make)),
            ],
          }))}
        />
      </Box>
    </>
  );
}
