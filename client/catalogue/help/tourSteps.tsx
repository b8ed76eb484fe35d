import type { ComponentType } from 'react';
import { Arrow, BITTING, Card, Key, Names, SUZUKI, xOf } from './keyShapes';

interface Step {
  title: string;
  says: string;
  drawn: string;
  Shapes: ComponentType;
}

/** The height of all drawings, so that the buttons below stay where they are. */
export const STEP_HEIGHT = 124;

const Find = () => (
  <>
    <path data-card="" d="M12,12 h316 v34 h-316 Z" />
    <path data-measure="" d="M26,27 a7,7 0 1 0 14,0 a7,7 0 1 0 -14,0 M38,32 l7,7" />
    <text data-start="" x={56} y={34}>
      cbr600 07
    </text>
    <path data-card="" d="M12,50 h316 v64 h-316 Z M12,82 h316" />
    <text data-figure="" data-start="" x={26} y={71}>
      Honda CBR600RR
    </text>
    <text data-end="" x={316} y={71}>
      2007
    </text>
    <text data-word="" data-start="" x={26} y={103}>
      Honda CBR600F
    </text>
    <text data-end="" x={316} y={103}>
      2007
    </text>
  </>
);

const Sheet = () => (
  <>
    <Card x={12} y={8} width={72}>
      HD109
    </Card>
    <Card x={92} y={8} width={72}>
      X265
    </Card>
    {[0, 1, 2].map((row) => (
      <g key={row}>
        <path data-card="" d={`M12,${46 + row * 24} h72 v24 h-72 Z`} />
        <text x={48} y={63 + row * 24}>
          {['.098', '.197', '.295'][row]}
        </text>
      </g>
    ))}
    <g transform="translate(92 40) scale(0.74)">
      <Key top={24} cuts={BITTING} />
    </g>
  </>
);

const CutList = () => (
  <>
    <Card x={12} y={8} width={140}>
      {BITTING.join('-')}
    </Card>
    <Arrow y={22} from={162} to={192} />
    <text data-word="" data-start="" x={202} y={27}>
      cut list
    </text>
    <Names top={60} cuts={BITTING} />
    <Key top={64} cuts={BITTING} />
  </>
);

const Along = () => (
  <>
    <path data-card="" d="M120,6 h100 q8,0 8,8 v100 q0,8 -8,8 h-100 q-8,0 -8,-8 v-100 q0,-8 8,-8 Z" />
    <text data-word="" x={170} y={30}>
      No connection
    </text>
    <g transform="translate(118 40) scale(0.31)">
      <Key top={20} cuts={BITTING} />
    </g>
    <path d="M124,72 h92 M124,86 h92 M124,100 h60" />
    <path data-measure="" d="M262,30 h20 M266,30 v18 l-6,10 h24 l-6,-10 v-18 M272,58 v16" />
    <text data-word="" x={272} y={96}>
      Pin
    </text>
  </>
);

const Wrong = () => (
  <>
    <path data-card="" d="M12,14 h140 v34 h-140 Z" />
    <text x={82} y={36}>
      .283
    </text>
    <path data-stop="" d="M58,32 h48" />
    <Arrow y={31} from={162} to={192} />
    <path data-card="" d="M202,14 h126 v34 h-126 Z" />
    <text data-figure="" x={265} y={36}>
      .285
    </text>
    <text data-word="" x={265} y={74}>
      report it
    </text>
    <text data-word="" x={265} y={96}>
      or keep your own
    </text>
    <text data-word="" x={82} y={74}>
      in the book
    </text>
  </>
);

const Question = () => (
  <>
    <text data-start="" x={40} y={66}>
      2x
    </text>
    <path data-measure="" d="M84,61 a12,12 0 1 0 24,0 a12,12 0 1 0 -24,0" />
    <text data-figure="" x={96} y={66}>
      ?
    </text>
    <Arrow y={61} from={122} to={152} />
    <path data-card="" d="M164,8 h164 v108 h-164 Z" />
    <g transform="translate(168 16) scale(0.46)">
      <Key top={20} cuts={BITTING.slice(0, 4)} distances={SUZUKI} />
      <path data-measure="" d={`M${xOf(0.158)},12 V90`} />
    </g>
    <path d="M176,70 h140 M176,84 h140 M176,98 h90" />
  </>
);

export const steps: Step[] = [
  {
    title: 'Find a bike',
    says: 'Type a bike, a blank or a key code into “Find a bike, blank or code”: “cbr600 07”, “HD109”. Enter opens the first result. With a keyboard, / leads there from every screen.',
    drawn: 'The field with “cbr600 07”, and its results below it.',
    Shapes: Find,
  },
  {
    title: 'What you cut comes first',
    says: 'A sheet begins with the blanks. Then come spacing and depth, with the key drawn from them; below are wafer positions, tips and pictures.',
    drawn: 'The blanks, the spacing, and beside it the key.',
    Shapes: Sheet,
  },
  {
    title: 'From a code to a cut list',
    says: 'Type a direct code into the field at the top, or a bitting beside the drawing. The cuts are drawn and listed, with the distance and the root depth of each: to print, copy or save.',
    drawn: 'The bitting 1-3-2-4-1-4-2 becomes a key with these cuts, and a cut list.',
    Shapes: CutList,
  },
  {
    title: 'Take it along',
    says: 'Pin a sheet, and it is kept on this device. It then opens without a connection too, with its drawing and its cut list.',
    drawn: 'A phone without a connection shows a pinned sheet.',
    Shapes: Along,
  },
  {
    title: 'When the book is wrong',
    says: 'Select a value that is wrong. You can report it to Motokey, keep your own value for your company, or do both.',
    drawn: 'The value .283 of the book, struck through, and .285 beside it.',
    Shapes: Wrong,
  },
  {
    title: 'Where help is',
    says: 'A question mark beside a word explains it with a drawing. All explanations, and this tour, are under Help in the menu with your name.',
    drawn: 'The question mark beside 2x opens an explanation.',
    Shapes: Question,
  },
];
