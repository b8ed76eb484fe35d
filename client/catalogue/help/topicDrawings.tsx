import type { ComponentType } from 'react';
import {
  Across,
  Along,
  Arrow,
  BITTING,
  bottomOf,
  Card,
  Key,
  Names,
  Piece,
  SHOULDER,
  SUZUKI,
  TIP,
  xOf,
} from './keyShapes';
import type { Topic } from './topics';

/** The first and the last cut, and a figure as the trade writes it: .158 */
const [FIRST = 0, LAST = 0] = [SUZUKI[0], SUZUKI.at(-1)];
const figure = (inches: number) => inches.toFixed(3).slice(1);

const Stop = () => (
  <>
    <Key top={40} cuts={BITTING} />
    <path data-stop="" d={`M${SHOULDER},14 V100`} />
    <text data-word="" data-start="" x={SHOULDER + 6} y={22}>
      stop: shoulder
    </text>
    <Along y={104} from={SHOULDER} to={xOf(FIRST)} />
    <text data-figure="" x={(SHOULDER + xOf(FIRST)) / 2} y={122}>
      {figure(FIRST)}
    </text>
    <Along y={132} from={SHOULDER} to={xOf(LAST)} />
    <text data-figure="" x={(SHOULDER + xOf(LAST)) / 2} y={150}>
      {figure(LAST)}
    </text>
    <g transform="translate(0 156)">
      <Key top={30} cuts={BITTING} hasShoulder={false} />
      <path data-stop="" d={`M${TIP},14 V90`} />
      <text data-word="" data-end="" x={TIP - 6} y={22}>
        stop: tip
      </text>
      <Along y={94} from={xOf(LAST)} to={TIP} />
    </g>
  </>
);

const Measures = () => (
  <>
    <Piece x={8} width={142} top={24} bottom={104} cut={56} />
    <Across x={79} from={56} to={104} />
    <text data-figure="" data-start="" x={86} y={85}>
      1x
    </text>
    <text data-word="" x={79} y={128}>
      root depth
    </text>
    <Piece x={190} width={142} top={24} bottom={104} cut={46} isDouble />
    <Across x={261} from={46} to={82} />
    <text data-figure="" data-start="" x={268} y={69}>
      2x
    </text>
    <Across x={202} from={24} to={104} />
    <text data-name="" data-start="" x={208} y={50}>
      w
    </text>
    <text data-word="" x={261} y={128}>
      cut to cut
    </text>
  </>
);

/** Depths as lines across a blade, with their names and root depths. */
const Ladder = ({ x, rungs }: { x: number; rungs: readonly [name: string, oneX: string][] }) => (
  <>
    <path data-blade="" d={`M${x},18 H${x + 76} V150 H${x} Z`} />
    {rungs.map(([name, oneX], index) => {
      const y = 44 + index * 20;
      return (
        <g key={name}>
          <path data-on-blade="" d={`M${x + 28},${y} H${x + 76}`} />
          <path d={`M${x + 76},${y} h8`} />
          <text data-name="" x={x + 15} y={y + 5}>
            {name}
          </text>
          <text data-start="" x={x + 88} y={y + 5}>
            {oneX}
          </text>
        </g>
      );
    })}
  </>
);

/** The named depths of DSD 441 and 400, from the edge down. */
export const LADDERS: Record<441 | 400, [name: string, oneX: string][]> = {
  441: [
    ['1', '.295'],
    ['2', '.276'],
    ['3', '.256'],
    ['4', '.236'],
  ],
  400: [
    ['5', '.236'],
    ['4', '.217'],
    ['3', '.197'],
    ['2', '.177'],
    ['1', '.157'],
  ],
};

const DepthNames = () => (
  <>
    <Ladder x={12} rungs={LADDERS[441]} />
    <text data-number="" x={50} y={172}>
      DSD 441
    </text>
    <Ladder x={190} rungs={LADDERS[400]} />
    <text data-number="" x={228} y={172}>
      DSD 400
    </text>
  </>
);

const Sides = () => (
  <>
    <Key top={18} cuts={BITTING} />
    <g transform="translate(0 92)">
      <Key top={18} cuts={BITTING} isDouble />
      <Across x={SHOULDER + 16} from={18} to={bottomOf(18)} />
      <path d={`M${SHOULDER + 16},${bottomOf(18)} V84`} />
      <text data-figure="" x={SHOULDER + 16} y={98}>
        width
      </text>
    </g>
    <text data-word="" data-end="" x={TIP} y={86}>
      one side
    </text>
    <text data-word="" data-end="" x={TIP} y={190}>
      two sides
    </text>
  </>
);

/** A piece of a blade with these cuts, and the step between two of them. */
const Steps = ({ x, cuts, word }: { x: number; cuts: readonly number[]; word: string }) => {
  const at = (index: number) => x + 34 + index * 38;
  const y = (name: number) => 32 + name * 18;
  return (
    <>
      <path
        data-blade=""
        d={`M${x},32 L${at(0) - 22},32 ${cuts.map((name, index) => `L${at(index) - 10},${y(name)} L${at(index) + 10},${y(name)}`).join(' ')} L${at(cuts.length - 1) + 22},32 h12 V118 H${x} Z`}
      />
      {cuts.map((name, index) => (
        <text key={name} data-name="" x={at(index)} y={y(name) + 17}>
          {name}
        </text>
      ))}
      <text data-word="" x={(x + at(cuts.length - 1) + 34) / 2} y={138}>
        {word}
      </text>
    </>
  );
};

const Macs = () => (
  <>
    <text data-number="" x={170} y={18}>
      MACS 1
    </text>
    <Steps x={12} cuts={[1, 2, 3]} word="✓ steps of 1" />
    <Steps x={206} cuts={[1, 3]} word="✗ a step of 2" />
  </>
);

const KAWASAKI = [1, 3, 2, 1, 4, 2];

const Codes = () => (
  <>
    <Card x={12} y={8} width={92}>
      A132142
    </Card>
    <Arrow y={22} from={112} to={142} />
    <Names top={0} cuts={KAWASAKI} y={62} />
    <Key top={70} cuts={KAWASAKI} />
    <text data-word="" data-start="" x={152} y={27}>
      direct: the cuts
    </text>
    <Card x={12} y={148} width={92}>
      J17
    </Card>
    <Arrow y={162} from={112} to={142} />
    <path data-card="" strokeDasharray="4 3" d="M152,144 h40 v36 h-40 Z M152,156 h40 M152,168 h40 M172,144 v36" />
    <text data-word="" data-start="" x={202} y={167}>
      blind: a table
    </text>
  </>
);

const Direction = () => (
  <>
    <text data-word="" x={39} y={24}>
      bow
    </text>
    <text data-word="" x={TIP} y={24}>
      tip
    </text>
    <Arrow y={20} from={62} to={300} />
    <text data-figure="" x={190} y={40}>
      {BITTING.join('-')}
    </text>
    <Key top={62} cuts={BITTING} />
    <text data-figure="" x={190} y={136}>
      {BITTING.toReversed().join('-')}
    </text>
    <Arrow y={148} from={300} to={62} />
  </>
);

/** The locks of the example, with the positions of their wafers and what is known of them. */
const WAFERS_OF: [lock: string, from: number, cuts: string][] = [
  ['Ignition', 1, '234321?'],
  ['Gas cap', 1, '2343'],
  ['Seat', 4, '321'],
];

const Wafers = () => (
  <>
    <Names top={24} cuts={SUZUKI.map((_, index) => index + 1)} />
    <Key top={24} cuts={[2, 3, 4, 3, 2, 1, 1]} />
    {WAFERS_OF.map(([lock, from, cuts], row) => (
      <g key={lock}>
        <text data-word="" data-end="" x={SHOULDER + 16} y={111 + row * 28}>
          {lock}
        </text>
        {[...cuts].map((cut, index) => {
          const x = xOf(SUZUKI[from - 1 + index] ?? 0);
          return (
            <g key={x}>
              <path data-card="" d={`M${x - 11},${95 + row * 28} h22 v23 h-22 Z`} />
              <text x={x} y={111 + row * 28}>
                {cut}
              </text>
            </g>
          );
        })}
      </g>
    ))}
  </>
);

const HalfCuts = () => (
  <>
    <Piece x={40} width={240} top={16} bottom={124} cut={73} />
    {[
      ['3', 62],
      ['4', 84],
    ].map(([name, y]) => (
      <g key={name}>
        <path data-on-blade="" d={`M48,${y} H272`} />
        <path d={`M280,${y} h10`} />
        <text data-number="" x={302} y={Number(y) + 5}>
          {name}
        </text>
      </g>
    ))}
    <text data-figure="" x={160} y={60}>
      3½
    </text>
  </>
);

/** The positions of DSD 421 and 428. */
export const POSITIONS_OF = {
  421: [0.315, 0.413, 0.512, 0.61, 0.709, 0.807],
  428: [0.216, 0.315, 0.413, 0.512, 0.61, 0.709, 0.807],
} as const;

const Systems = () => (
  <>
    <path data-stop="" d={`M${SHOULDER},14 V136`} />
    {([421, 428] as const).map((dsd, row) => (
      <g key={dsd} transform={`translate(0 ${row * 58})`}>
        <text data-number="" x={42} y={54}>
          {`DSD ${dsd}`}
        </text>
        <path data-blade="" d={`M${SHOULDER},36 H${TIP - 6} L${TIP},47 L${TIP - 6},60 H${SHOULDER} Z`} />
        {POSITIONS_OF[dsd].map((inches, index) => (
          <g key={inches}>
            <path data-on-blade="" d={`M${xOf(inches)},36 V60`} />
            <text data-number="" x={xOf(inches)} y={30}>
              {index + 1}
            </text>
          </g>
        ))}
      </g>
    ))}
    <text data-figure="" x={xOf(0.216)} y={136}>
      .216
    </text>
    <text data-figure="" x={xOf(0.315) + 14} y={136}>
      .315
    </text>
  </>
);

const Numbers = () => (
  <>
    {['HPC card CMC71', 'DSD 441', 'ITL no.'].map((label, index) => (
      <g key={label}>
        <Card x={[12, 148, 252][index] ?? 0} y={8} width={[124, 92, 76][index] ?? 0}>
          {label}
        </Card>
        <path data-measure="" d={`M${[74, 194, 290][index]},40 L${[150, 194, 238][index]},66`} />
      </g>
    ))}
    <Key top={84} cuts={BITTING} />
  </>
);

const Drive = () => (
  <>
    {[0, 1, 2].map((keys) => (
      <g key={keys} transform={`translate(${10 + keys * 112} 0)`}>
        {keys === 0 ? (
          <path data-card="" strokeDasharray="4 3" d="M6,20 h88 v48 h-88 Z" />
        ) : (
          Array.from({ length: keys }, (_, index) => (
            <g
              key={index === 0 ? 'first' : 'second'}
              transform={`translate(2 ${keys === 1 ? 29 : 14 + index * 30}) scale(0.29)`}
            >
              <Key top={20} cuts={BITTING} />
            </g>
          ))
        )}
        <text data-word="" x={50} y={98}>
          {['No key left', 'One key', 'Two or more'][keys]}
        </text>
      </g>
    ))}
  </>
);

/** Each topic's drawing and its height. */
export const drawings: Record<Topic, { height: number; Shapes: ComponentType }> = {
  'Spacing and the stop': { height: 260, Shapes: Stop },
  '1x and 2x': { height: 136, Shapes: Measures },
  'Depth names': { height: 178, Shapes: DepthNames },
  'Sides and blade width': { height: 198, Shapes: Sides },
  MACS: { height: 146, Shapes: Macs },
  'Direct and blind codes': { height: 190, Shapes: Codes },
  'Code direction': { height: 160, Shapes: Direction },
  'Wafer positions': { height: 182, Shapes: Wafers },
  'Half cuts': { height: 132, Shapes: HalfCuts },
  'Key system': { height: 142, Shapes: Systems },
  'HPC card, ITL and DSD': { height: 150, Shapes: Numbers },
  'Before you drive': { height: 106, Shapes: Drive },
};
