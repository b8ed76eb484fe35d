import { chakra } from '@chakra-ui/react';
import { type ContextType, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatMoment } from '../../components/text/date';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { OwnValuesContext } from '../company/useOwnValues';
import { CutListOnPaper } from '../cutList/CutListOnPaper';
import { cutListOf } from '../cutList/cutListOf';
import { KeyDrawing } from '../drawing/KeyDrawing';
import type { TypedBitting } from '../drawing/printedBitting';
import { readMeasures, readUnit } from '../drawing/readMeasures';
import { useShownUnit } from '../drawing/shownUnit';
import { SHORT } from '../drawing/units';
import {
  blanks,
  codes,
  cutting,
  depth,
  facts,
  immobiliser,
  isRecorded,
  type KeyText,
  keyDatum,
  locks,
  lockText,
  primary,
  spacing,
  tips,
  wafers,
} from '../keyData';
import { BEFORE_YOU_DRIVE, beforeYouDrive, warningOf } from '../sheet/driveAdvice';
import { filled } from '../sheet/filled';
import { numbersIn } from '../sheet/numbersIn';
import { convertedLength } from '../sheet/values/Length';

/** Fits on both Letter and A4 with margins of 12 mm. */
const PAGE = { width: '186mm', height: '250mm' };
/**
 * The sizes of the tips. After the first, the sheet is without what the job does not need, and after the second it has a denser
 * layout. The measures keep their size.
 */
const SIZES = [1, 1, 1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62];

/** Off the screen, where it is measured before it is printed. theme.ts hides the rest of the page from print. */
const Page = chakra('main', {
  base: {
    position: 'absolute',
    top: 0,
    left: '-400mm',
    visibility: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    w: PAGE.width,
    h: PAGE.height,
    overflow: 'hidden',
    color: 'text',
    fontFamily: 'body',
    lineHeight: 'snug',
    '@media print': { position: 'relative', left: 0, visibility: 'visible' },
    // On top of everything, so it is pale enough to read through.
    '&[data-sample]::after': {
      content: 'attr(data-sample)',
      position: 'absolute',
      top: '42%',
      left: 0,
      right: 0,
      textAlign: 'center',
      transform: 'rotate(-30deg)',
      fontFamily: 'heading',
      fontSize: '15mm',
      lineHeight: 1,
      color: 'rgb(179 38 30 / 0.28)',
    },
    '& > div': { flex: 1, minH: 0, overflow: 'hidden', fontSize: '13px' },
    '& h1': {
      display: 'flex',
      flexShrink: 0,
      columnGap: '0.25em',
      fontFamily: 'heading',
      fontSize: '2xl',
      lineHeight: 'tight',
    },
    // A long name is cut off after two lines; the year stays.
    '& h1 > span': { minW: 0, lineClamp: 2, overflowWrap: 'anywhere' },
    '& h2': { fontFamily: 'heading', fontSize: '1.25em', mt: '0.7em', mb: '0.2em' },
    '& [data-columns]': { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: '6mm' },
    '& dl': { borderTopWidth: '1px' },
    '& dl > div': { display: 'flex', gap: '2mm', py: '0.25em', borderBottomWidth: '1px' },
    '& dt': { w: '9em', flexShrink: 0, color: 'muted' },
    '& dd': { fontFamily: 'mono', minW: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
    // A number goes to the next line as a whole; it breaks only if it is longer than a line.
    '& dd > span': { display: 'inline-block', maxW: 'full', me: '1.2em' },
    '& [data-blanks] dt': { w: '4em!' },
    '& [data-loud] dd': { fontWeight: 'bold', fontSize: '1.15em' },
    '& td': { fontFamily: 'mono', fontWeight: 'bold', fontSize: '1.35em' },
    '& table': { w: 'full', borderWidth: '1px' },
    '& :is(td, th)': { px: '0.5em', py: '0.2em', textAlign: 'start', borderTopWidth: '1px', borderLeftWidth: '1px' },
    '& tbody th': { w: '2.5em', color: 'muted' },
    '& td small': { fontSize: '0.6em', fontWeight: 'normal', color: 'muted' },
    '& section > p': { fontSize: 'calc(var(--fit) * 13px)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& [data-two]': { gridColumn: 'span 2' },
    '&[data-dense] :is(td, th)': { py: '0.05em' },
    '&[data-dense] > div dt': { w: '7em' },
    // With a cut list on it.
    '&[data-dense]:has([data-cut-list]) td': { fontSize: '1.1em' },
    '&[data-dense]:has([data-cut-list]) > div dl > div': { py: '0.05em' },
    '&[data-dense] figcaption': { fontSize: '11px' },
    // Only the end of the tips is cut off.
    '&[data-cut] > div': { display: 'flex', flexDirection: 'column' },
    '&[data-cut] > div > *': { flexShrink: 0 },
    '&[data-cut] [data-tips]': { flex: '1 1 0', minH: 0, overflow: 'hidden' },
    '& figure': { display: 'grid', gap: '2mm' },
    '& figure:has(svg)': { maxW: 'full', mt: '2mm' },
    '& figure svg': { w: '76mm', maxW: 'full' },
    '& img': { w: 'full', h: 'full', objectFit: 'contain', objectPosition: 'left top' },
    '& footer': { flexShrink: 0, pt: '4mm', fontSize: '13px' },
    '& footer dl': { borderTopWidth: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '6mm' },
    '& footer dl > div': { alignItems: 'flex-end', h: '8.5mm', borderColor: 'text' },
    // Twelve cuts need the whole line.
    '& footer dt': { w: 'auto' },
    '& footer dl > div:first-of-type': { gridColumn: '1 / -1' },
    '& footer p': { mt: '3mm', color: 'muted', fontSize: '12px' },
  },
});

interface Props {
  model: ModelSheetFragment;
  /** Which key it is, for a bike with several; else empty. */
  keyName: string;
  username: string;
  /** The time of printing, ISO 8601. */
  time: string;
  /** What was typed at the drawing, if it is to be printed. */
  bitting: TypedBitting | null;
}

/** The lines to fill in. */
const LINES = ['Proof of ownership', 'Customer', 'Plate', 'Key code', 'Cuts', 'Technician', 'Date'];

/** A sheet on one page of paper, Letter or A4, with lines to fill in (docs/look.md, "Job sheet"). */
export function JobSheet({ model, keyName, username, time, bitting }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(0);
  const overflows = () => body.current !== null && body.current.scrollHeight > body.current.clientHeight + 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again after each step
  useLayoutEffect(() => {
    if (size < SIZES.length && overflows()) setSize(size + 1);
  }, [size]);

  const isDense = size > 1;
  const isCut = size === SIZES.length;
  return createPortal(
    <Page
      data-job-sheet=""
      data-dense={isDense ? '' : undefined}
      data-cut={isCut ? '' : undefined}
      data-sample={model.sample ? 'Sample data: do not cut from it' : undefined}
      style={{ '--fit': SIZES[size] ?? SIZES.at(-1) } as object}
    >
      <h1>
        <span translate="no">{`${model.make.displayName} ${model.name}`}</span> {model.year}
      </h1>
      <div ref={body}>
        <KeyDataOnPaper model={model} keyName={keyName} hasRoom={size === 0} isDense={isDense} bitting={bitting} />
      </div>
      <footer>
        {isCut && <p>The tips are shortened here. The screen shows all of them.</p>}
        <dl>
          {LINES.map((line) => (
            <div key={line}>
              <dt>{line}</dt>
              {line === 'Cuts' && bitting && (
                <dd translate="no">
                  {bitting.text} <small>{bitting.direction}</small>
                </dd>
              )}
            </div>
          ))}
        </dl>
        <p>{`Motokey · printed by ${username} · ${formatMoment(time)} · record version ${model.version}`}</p>
      </footer>
    </Page>,
    document.body,
  );
}

interface PaperProps {
  model: ModelSheetFragment;
  keyName: string;
  hasRoom: boolean;
  isDense: boolean;
  bitting: TypedBitting | null;
}

function KeyDataOnPaper({ model, keyName, hasRoom, isDense, bitting }: PaperProps) {
  const own = useContext(OwnValuesContext);
  /** After a value of the company's own. */
  const mark = (field: string) => (own?.values.has(field) ? ' *' : '');
  const chosen = useShownUnit();
  const { plan } = readMeasures(model, chosen);
  const unit = readUnit(model)?.unit;
  const answer = plan && bitting && cutListOf(model, plan, bitting);
  /** A length in the user's unit, with what was recorded. */
  const length = (text: string) => {
    const converted = unit && convertedLength(text, unit, chosen);
    if (!converted) return text;
    return (
      <>
        <span>{converted}</span> <small>{`${text} ${SHORT[unit.name]}`}</small>
      </>
    );
  };
  const marked = (value: ReactNode, field: string) => (value && mark(field) ? <>{value} *</> : value);
  const lines = (texts: readonly KeyText[]) => (
    <dl>
      {texts.map(({ name, field, sheetLabel }) => (
        <div key={name}>
          <dt>{sheetLabel}</dt>
          <dd translate="no">
            {blanks.some((blank) => blank.name === name)
              ? numbersIn(model[name] || '—').map((number) => <span key={number}>{number}</span>)
              : model[name] || '—'}
            {mark(field)}
          </dd>
        </div>
      ))}
    </dl>
  );
  const inOneLine = (texts: readonly KeyText[]) =>
    texts.map(({ name, field, sheetLabel }) => `${sheetLabel}: ${model[name] || '—'}${mark(field)}`).join(' · ');
  const depths = filled(model.depth, ({ name, oneX, twoX }) => Boolean(name || oneX || twoX));
  const blanksAndCodes = (
    <>
      <h2>{primary.title}</h2>
      <div data-columns="" data-loud="">
        <div data-blanks="">{lines(blanks)}</div>
        {lines(codes)}
      </div>
    </>
  );
  /** A dense page with a cut list has no room for the spacing, which is in the list, and for wafers but in a line. */
  const isTight = isDense && Boolean(answer?.list);
  const wafersAndCutting = (
    <section>
      {!isTight && (
        <>
          <h2>{wafers.title}</h2>
          {lines(wafers.data)}
        </>
      )}
      <h2>{cutting.title}</h2>
      {lines(cutting.data)}
    </section>
  );
  const cutList = answer && (
    <>
      {answer.list && <CutListOnPaper list={answer.list} />}
      {answer.reason && <div>{`No cut list: ${answer.reason}.`}</div>}
    </>
  );
  const drawing = <KeyDrawing measures={model} shown={chosen} {...(bitting && { cuts: bitting.cuts })} />;
  const areFew = model.images.length <= 4;
  return (
    <>
      {(keyName || isRecorded(model, locks)) && (
        <p>
          {keyName && <b>{keyName} </b>}
          {inOneLine(locks.data.filter((text) => text.read(model) && !(keyName && text === lockText)))}
        </p>
      )}
      {isDense ? (
        <div data-columns="">
          <section data-two="">{blanksAndCodes}</section>
          {wafersAndCutting}
        </div>
      ) : (
        blanksAndCodes
      )}
      {isTight && <div>{`${wafers.title}: ${inOneLine(wafers.data)}`}</div>}
      {cutList}
      <div data-columns="">
        {/* A cut list has every position. */}
        {!isTight && (
          <section>
            <h2>{spacing.title}</h2>
            <Rows
              heads={[]}
              rows={filled(model.spacing, Boolean).map(({ number, row }) => ({
                number,
                name: String(number),
                values: [marked(length(row), `SPACING_${number}`)],
              }))}
            />
          </section>
        )}
        <section>
          <h2>{depth.title}</h2>
          <Rows
            heads={['1x', '2x']}
            rows={depths.map(({ number, row: { name, oneX, twoX } }) => ({
              number,
              name: `${name || number}${mark(`DEPTH_${number}_NAME`)}`,
              values: [marked(length(oneX), `DEPTH_${number}_1X`), marked(length(twoX), `DEPTH_${number}_2X`)],
            }))}
          />
        </section>
        {isTight && areFew && (
          <section>
            <Pictures model={model} columns={2} height={19} />
          </section>
        )}
        {isDense ? (
          <section>
            {drawing}
            {areFew && !isTight && <Pictures model={model} columns={2} height={19} />}
          </section>
        ) : (
          wafersAndCutting
        )}
      </div>
      <p>
        {facts.data
          .map(({ name, field, sheetLabel, isLength }) => {
            const converted = isLength && unit && convertedLength(model[name], unit, chosen);
            return `${sheetLabel}: ${converted ? `${converted} (${model[name]} ${SHORT[unit.name]})` : model[name] || '—'}${mark(field)}`;
          })
          .join(' · ')}
      </p>
      {!isDense && (
        <div data-columns="">
          {drawing}
          <div>{areFew && <Pictures model={model} columns={2} height={26} />}</div>
        </div>
      )}
      {!areFew && <Pictures model={model} columns={isDense ? 10 : 7} height={isDense ? 12 : 17} />}
      {hasRoom && isRecorded(model, immobiliser) && (
        <section>
          <h2>{BEFORE_YOU_DRIVE}</h2>
          <p>
            {beforeYouDrive(model)
              .map(({ keys, sentence }) => `${keys}: ${sentence}`)
              .concat(warningOf(model) || [])
              .join('\n')}
          </p>
        </section>
      )}
      {own && <p>{ownInWords(own)}</p>}
      <div data-tips="">
        {tips.data
          .filter(({ name }) => model[name])
          .map(({ name, field, sheetLabel }) => (
            <section key={name}>
              <h2>{`${sheetLabel}${mark(field)}`}</h2>
              <p>{model[name]}</p>
            </section>
          ))}
      </div>
    </>
  );
}

/** The company's own values, with what the catalogue has instead. A long text would take too much of the page. */
const ownInWords = ({ values, catalogue }: NonNullable<ContextType<typeof OwnValuesContext>>) =>
  `* Our own values. The catalogue: ${[...values.keys()]
    .flatMap((field) => {
      const datum = keyDatum(field);
      return datum ? `${datum.label} ${datum.isLong ? 'differs' : datum.read(catalogue) || '—'}` : [];
    })
    .join(' · ')}`;

const Rows = ({ heads, rows }: { heads: string[]; rows: { number: number; name: string; values: ReactNode[] }[] }) => (
  <table>
    {heads.length > 0 && (
      <thead>
        <tr>
          <td />
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
    )}
    <tbody translate="no">
      {rows.map(({ number, name, values }) => (
        <tr key={number}>
          <th scope="row">{name}</th>
          {values.map((value, column) => (
            <td key={heads[column] ?? 'value'}>{value || '—'}</td>
          ))}
        </tr>
      ))}
      {rows.length === 0 && (
        <tr>
          <td>—</td>
        </tr>
      )}
    </tbody>
  </table>
);

interface PicturesProps {
  model: ModelSheetFragment;
  columns: number;
  /** The height of a row, in millimetres. */
  height: number;
}

function Pictures({ model: { images }, columns, height }: PicturesProps) {
  if (images.length === 0) return null;
  return (
    <>
      <h2>Pictures</h2>
      <figure style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: `${height}mm` }}>
        {images.map(({ id, url }) => (
          <img key={id} src={url} alt="" />
        ))}
      </figure>
    </>
  );
}
