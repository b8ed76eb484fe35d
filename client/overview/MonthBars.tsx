import { Box, chakra, Heading } from '@chakra-ui/react';
import { timeFormat } from '../components/text/formats';
import { useNarrow } from '../components/useNarrow';
import { AsTable } from './AsTable';

const letters = timeFormat(undefined, { timeZone: 'UTC', month: 'short' });
const whole = timeFormat(undefined, { timeZone: 'UTC', month: 'long', year: 'numeric' });

const HEIGHT = 180;
/** Above and below the bars, for the values and the months. */
const TOP = 20;
const BOTTOM = 22;
/** The width of a digit. */
const CHARACTER = 7.5;

const Svg = chakra('svg', {
  base: {
    display: 'block',
    w: 'full',
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    '& text': { fill: 'text', fontSize: '12px', textAnchor: 'middle' },
    '& [data-month]': { fill: 'muted' },
    '& rect': { fill: 'accent' },
    // This month is not over.
    '& rect:last-of-type': { fill: 'panel', stroke: 'accent', strokeWidth: '2px', strokeDasharray: '4 3' },
    '& line': { stroke: 'controlBorder' },
  },
});

interface Props {
  title: string;
  /** Oldest first; the last one is not over yet. */
  months: readonly { month: string; value: number }[];
  /** A value in the picture. */
  format: (value: number) => string;
  /** A value in the table, if longer. */
  exact?: (value: number) => string;
}

/** A bar for each month, and the same as a table. */
export function MonthBars({ title, months, format, exact = format }: Props) {
  const width = useNarrow() ? 356 : 520;
  const most = Math.max(1, ...months.map(({ value }) => value));
  const step = width / months.length;
  const base = HEIGHT - BOTTOM;
  const highest = months.reduce((best, month) => (month.value > best.value ? month : best), { month: '', value: 0 });
  // Where they would touch each other, only the highest value is written.
  const fit = months.every(({ value }) => format(value).length * CHARACTER <= step);
  const summary = highest.month
    ? `most in ${whole(new Date(highest.month))}, ${exact(highest.value)}`
    : 'nothing in twelve months';
  return (
    <Box as="section" aria-label={title}>
      <Heading as="h2" size="lg" mb={2}>
        {title}
      </Heading>
      <Svg
        className="notranslate"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${summary}. The table below has all the values.`}
      >
        <line x1={0} x2={width} y1={base} y2={base} />
        {months.map(({ month, value }, index) => {
          const height = (Math.max(0, value) / most) * (base - TOP);
          const middle = (index + 0.5) * step;
          const half = (format(value).length * CHARACTER) / 2;
          return (
            <g key={month}>
              {value > 0 && (fit || month === highest.month) && (
                <text x={Math.min(Math.max(middle, half + 3), width - half - 3)} y={base - height - 5}>
                  {format(value)}
                </text>
              )}
              <text x={middle} y={HEIGHT - 6} data-month="">
                {letters(new Date(month))}
              </text>
            </g>
          );
        })}
        {months.map(({ month, value }, index) => {
          const height = (Math.max(0, value) / most) * (base - TOP);
          return <rect key={month} x={(index + 0.2) * step} y={base - height} width={step * 0.6} height={height} />;
        })}
      </Svg>
      <AsTable
        title={title}
        columns={['Month', title.replace(' by month', '')]}
        rows={months.map(({ month, value }, index) => {
          const name = whole(new Date(month));
          return { key: month, cells: [index === months.length - 1 ? `${name}, so far` : name, exact(value)] };
        })}
      />
    </Box>
  );
}
