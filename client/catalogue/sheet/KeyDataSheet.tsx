import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { CSSProperties, ReactNode } from 'react';
import { SectionRail } from '../../components/form/FormSection';
import { lazyScreen } from '../../components/lazyScreen';
import { Notice } from '../../components/notice/Notice';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { styled } from '../../components/styled';
import { Value } from '../../components/text/Value';
import { useStateOf } from '../../components/useStateOf';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { plainSkeleton } from '../../recipes';
import { SheetEvidence } from '../checks/SheetEvidence';
import { HighlightProvider } from '../drawing/highlight';
import { readUnit } from '../drawing/readMeasures';
import { Help, helpOf } from '../help/Help';
import {
  cutting,
  depth,
  facts,
  immobiliser,
  isRecorded,
  type KeyText,
  locks,
  primary,
  spacing,
  tips,
  wafers,
} from '../keyData';
import { PartialKeyPart } from '../wafers/PartialKeyPart';
import { BeforeYouDrive } from './BeforeYouDrive';
import { Blanks } from './Blanks';
import { BEFORE_YOU_DRIVE } from './driveAdvice';
import { ModelImages } from './ModelImages';
import { SheetSection } from './SheetSection';
import { type Correct, fieldTouched } from './useCorrect';
import { Length } from './values/Length';
import { Measures } from './values/Measures';
import { SheetValue } from './values/SheetValue';

/** Its chunk loads while the data of the sheet is requested. */
const KeyBench = lazyScreen(() => import('../drawing/KeyBench').then((file) => file.KeyBench));
void KeyBench.preload();

const DrawingSkeleton = styled('div', { ...plainSkeleton, maxW: '30rem', aspectRatio: '358 / 232' });

const IMAGES = 'Product Images';
/** The titles of the sections, in the order of a phone. */
const sections = [
  primary,
  cutting,
  spacing,
  depth,
  wafers,
  facts,
  { title: BEFORE_YOU_DRIVE },
  ...tips.data.map(({ sheetLabel }) => ({ title: sheetLabel })),
]
  .map(({ title }) => title)
  .concat(IMAGES);

/** The sticky bar with links to the sections, on phones only. */
export const SheetRail = ({ more = [] }: { more?: readonly string[] }) => (
  // With a box around it, the bar would stick only within that box.
  <Box display={{ base: 'contents', md: 'none' }}>
    <SectionRail titles={[...sections, ...more]} />
  </Box>
);

const Sheet = styled('div', {
  display: 'grid',
  // Without a width of its own, the column would be as wide as its longest word, such as an address in the tips.
  gridTemplateColumns: 'minmax(0, 1fr)',
  // The cutting information stands directly above the measures, and these come before the wafers.
  '& > [data-place=first]': { order: -3, mt: 1 },
  '& > [data-place=second]': { order: -2 },
  '& > [data-place=third]': { order: -1 },
  '& section': { mt: 3 },
  // So that twelve positions fit into 1280 × 800 without scrolling, also with the larger text of touch.
  '& [data-place] section': { mt: 2 },
  '&:has([data-dense])': { '& > [data-place=first]': { mt: 0 }, '& [data-place] section': { mt: 0.5 } },
  '& > [data-place=first] > [data-kind]': { lg: { py: 1 } },
  '& section > [data-head]': { display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 },
  // A heading is no higher for the help beside it.
  '& [data-head] > [data-help]': { my: '-1rem' },
  '& section h2': {
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: 'lg',
    lineHeight: 'tight',
  },
  '& > [data-place=second] > section': {
    '@container (min-width: 36rem)': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'center',
      columnGap: 3,
      '& > [data-head]': { mb: 0 },
      '& [data-cells]': { gridTemplateColumns: 'repeat(4, minmax(0, auto))' },
      '& [data-cells] > *': { py: 1 },
      '& dd': { mt: 0 },
    },
  },
  '& dt': { textStyle: 'label' },
  '& dd': { minW: 0, textStyle: 'measure', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& > section > p': { maxW: 'measure', fontSize: 'md', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  // Hairlines between the cells: each draws its left and top border; the container clips the outer ones.
  '& [data-cells]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(var(--few), minmax(0, 1fr))',
    '@container (min-width: 32rem)': { gridTemplateColumns: 'repeat(var(--many), minmax(0, 1fr))' },
    overflow: 'hidden',
    borderWidth: '1px',
    borderRadius: 'sm',
    bg: 'panel',
  },
  // The positions of the ignition are more than those of the other locks: they get the width that they need.
  '& [data-cells="3"]': { '@container (min-width: 32rem)': { gridTemplateColumns: 'repeat(3, minmax(0, auto))' } },
  '& [data-cells] > *': {
    px: 3,
    py: 1.5,
    borderLeftWidth: '1px',
    borderTopWidth: '1px',
    mt: '-1px',
    ms: '-1px',
    minW: 0,
  },
  // In the corner of its cell, where no thumb goes for the value.
  '& [data-cells] > :has([data-help])': {
    position: 'relative',
    pe: '1.75rem',
    '@media (pointer: coarse)': { pe: 'control' },
  },
  '& [data-cells] [data-help]': { position: 'absolute', top: 0, right: 0, my: 0 },
  '& [data-cells] dd': { mt: 0.5 },
  '& dd[data-long]': { fontFamily: 'body' },
  // The locks take no more room than they need, so that the measures stay above the fold.
  '& [data-cells="2"]': {
    my: 1,
    '@container (min-width: 32rem)': { gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)' },
    '& > *': { py: 1 },
  },
  '& [data-evidence] p': { fontSize: 'xs', color: 'muted', whiteSpace: 'normal' },
  '& [data-hint]': { mt: 2, fontSize: 'xs', color: 'muted', _print: { display: 'none' } },
  '&[data-correctable] [data-field]': {
    cursor: 'pointer',
    '@media (hover: hover)': { '&:hover': { bg: 'subtle' } },
    _active: { bg: 'subtle' },
  },
});

interface CellsProps {
  /** The number of columns on a wide sheet. A narrow one has two, or one instead of two or three. */
  columns: 2 | 3 | 4;
  texts: readonly KeyText[];
  model: ModelSheetFragment | undefined;
  /** Cells before them. */
  children?: ReactNode;
}

/** Labelled values in mono, side by side. */
const Cells = ({ columns, texts, model, children }: CellsProps) => (
  <dl data-cells={columns} style={{ '--few': columns < 4 ? 1 : 2, '--many': columns } as CSSProperties}>
    {children}
    {texts.map(({ name, field, sheetLabel, isLong, isLength, help }) => (
      <div key={name} data-field={field}>
        <dt>
          {sheetLabel}
          {helpOf({ help })}
        </dt>
        <dd translate={isLong ? undefined : 'no'} data-long={isLong ? '' : undefined}>
          <SheetValue field={field}>
            {isLength && model ? (
              <Length unit={readUnit(model)?.unit}>{model[name]}</Length>
            ) : (
              <Value>{model?.[name]}</Value>
            )}
          </SheetValue>
        </dd>
      </div>
    ))}
  </dl>
);

interface Props {
  model: ModelSheetFragment | undefined;
  /** Whether the sheet stays as it is while another model loads, so that what has the focus in it keeps it. */
  stays?: boolean;
  /** Whether to render the drawing and the sections below the measures. */
  isWhole: boolean;
  /** Touching a value corrects it; absent for administrators, who select and copy values, and edit the model. */
  correct?: Pick<Correct, 'open' | 'prepare'> | undefined;
  /** The bitting of the key code in the address; null while it is awaited. */
  bitting?: string | null;
  /** Whether it is a company's own sheet, of which the catalogue knows nothing. */
  isOwn?: boolean;
  /** The sections of its company, after all others. */
  children?: ReactNode;
}

/**
 * The labels and their order are fixed (docs/look.md, "Sheet"), except that the cutting information and the measures
 * come before the wafers: they are what gets cut. Without a model it is a skeleton of the final height.
 */
export function KeyDataSheet({ stays = false, ...props }: Props) {
  const isSkeleton = !props.model && !stays;
  // The key makes React replace the skeleton in one step, so that nothing shifts.
  return <Sections key={isSkeleton ? 'skeleton' : 'sheet'} isSkeleton={isSkeleton} {...props} />;
}

type SectionsProps = Omit<Props, 'stays'> & { isSkeleton: boolean };

function Sections({ isSkeleton, model, isWhole, correct, bitting = '', isOwn = false, children }: SectionsProps) {
  const [drawn, setDrawn] = useStateOf(bitting ?? '', () => ({ bitting: bitting ?? '', turn: 0 }));
  const draw = (chosen: string) => setDrawn(({ turn }) => ({ bitting: chosen, turn: turn + 1 }));
  return (
    <Sheet
      // Nothing in the skeleton can have the focus, which would be lost with it.
      inert={isSkeleton}
      data-correctable={correct && model ? '' : undefined}
      onPointerDown={(event) => fieldTouched(event) && correct?.prepare()}
      onClick={(event) => {
        const field = fieldTouched(event);
        if (field && model) correct?.open(field);
      }}
    >
      <div data-place="first">
        {!model && <Skeleton h={{ base: '2.75rem', lg: '1.875rem' }} />}
        {model?.sample && <Notice kind="warning">Sample data: do not cut from it</Notice>}
        {model && isRecorded(model, locks) && <Cells columns={2} texts={locks.data} model={model} />}
        <Blanks model={model} isOwn={isOwn} />
      </div>
      {isWhole && (
        <>
          <SheetSection title={wafers.title} help={wafers.help}>
            <Cells columns={3} texts={wafers.data} model={model} />
            {model && <PartialKeyPart key={model.id} model={model} onDraw={draw} />}
          </SheetSection>
          <SheetSection title={facts.title}>
            <Cells columns={4} texts={facts.data} model={model}>
              <div>
                <dt>
                  Key system
                  <Help topic="Key system" />
                </dt>
                <dd translate="no">
                  <Value>{model && (model.keySystem?.name ?? '')}</Value>
                </dd>
              </div>
            </Cells>
          </SheetSection>
        </>
      )}
      <div data-place="second">
        <SheetSection title={cutting.title} help={cutting.help}>
          <Cells columns={4} texts={cutting.data} model={model} />
        </SheetSection>
      </div>
      <div data-place="third">
        <HighlightProvider>
          <Measures model={model}>
            {model && isWhole && bitting !== null ? (
              <PartBoundary part={KeyBench} failure="The drawing did not load." fallback={<DrawingSkeleton />}>
                <KeyBench model={model} first={drawn.bitting} turn={drawn.turn} />
              </PartBoundary>
            ) : (
              <DrawingSkeleton />
            )}
          </Measures>
        </HighlightProvider>
        {correct && isWhole && <p data-hint="">Is a value wrong? Select it to correct it.</p>}
      </div>
      {isWhole && (
        <>
          <BeforeYouDrive model={model} />
          {model && isRecorded(model, immobiliser) && (
            <SheetSection title={immobiliser.title}>
              <Cells columns={3} texts={immobiliser.data.filter(({ field }) => field !== 'WARNING')} model={model} />
            </SheetSection>
          )}
          {tips.data.map(({ name, field, sheetLabel }) => (
            <SheetSection key={name} title={sheetLabel}>
              <Tips text={model?.[name]} field={field} />
            </SheetSection>
          ))}
          <SheetSection title={IMAGES}>
            <ModelImages model={model} />
          </SheetSection>
          {children}
          {model && !isOwn && <SheetEvidence model={model} />}
        </>
      )}
    </Sheet>
  );
}

function Tips({ text, field }: { text: string | undefined; field: string }) {
  if (text === undefined) {
    return (
      <Stack gap={2}>
        <Skeleton h="1.25rem" />
        <Skeleton h="1.25rem" w="70%" />
      </Stack>
    );
  }
  return (
    <p data-field={field}>
      <SheetValue field={field}>{text || '—'}</SheetValue>
    </p>
  );
}
