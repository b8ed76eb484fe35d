import { describe, expect, test } from 'vitest';
import { type CutListModel, cellsOf, cutListOf } from '../../client/catalogue/cutList/cutListOf';
import { copiedText, csvOf } from '../../client/catalogue/cutList/cutListTexts';
import { dxfOf, svgOf } from '../../client/catalogue/cutList/profileFiles';
import { profileReason, shapesOf } from '../../client/catalogue/cutList/profileShapes';
import { readBitting } from '../../client/catalogue/drawing/bitting';
import { readMeasures } from '../../client/catalogue/drawing/readMeasures';
import { keyDataGroups, type TextName } from '../../client/catalogue/keyData';
import { SYSTEMS } from '../support/keySystems';

const NO_TEXTS = Object.fromEntries(
  keyDataGroups.flatMap(({ data }) => data.flatMap((datum) => ('name' in datum ? [[datum.name, '']] : []))),
) as Record<TextName, string>;
const SUZUKI: CutListModel = {
  ...NO_TEXTS,
  ...SYSTEMS[441],
  make: { id: '1', displayName: 'Suzuki' } as CutListModel['make'],
  name: 'GSX-R 600',
  year: 1997,
  sample: false,
  hpc: 'CMC71',
  dsd: '441',
};
const RIGHT = '1-3-2-4-1-4-2';

function answer(change: Partial<CutListModel> = {}, text = RIGHT) {
  const model = { ...SUZUKI, ...change };
  const { plan } = readMeasures(model);
  const bitting = readBitting(text, plan!, 'bow to tip');
  return { model, plan: plan!, ...bitting, ...cutListOf(model, plan!, { text, direction: 'bow to tip', ...bitting }) };
}
function listOf(change: Partial<CutListModel> = {}, text = RIGHT) {
  const { list, reason, ...rest } = answer(change, text);
  if (!list) throw new Error(reason);
  return { list, ...rest };
}

/** Distance, depth and root in inches, as references print them. */
const inInches = (change: Partial<CutListModel> = {}, text = RIGHT) =>
  cellsOf(listOf(change, text).list).cells.map(([, inch, , name, root]) => `${inch}/${root} ${name}`);

describe('the cut list', () => {
  test('of DSD 441 is the one of the trade', () => {
    expect(inInches()).toEqual([
      '.158/.295 1',
      '.257/.256 3',
      '.355/.276 2',
      '.453/.236 4',
      '.551/.295 1',
      '.649/.236 4',
      '.747/.276 2',
    ]);
    expect(listOf().list.facts).toEqual([
      ['HPC card', 'CMC71'],
      ['ITL no.', '—'],
      ['DSD (HPC)', '441'],
      ['Stop', 'shoulder'],
      ['Bitting', `${RIGHT}, bow to tip`],
    ]);
  });

  test('has both units, and 2x where both edges are cut', () => {
    expect(cellsOf(listOf().list)).toMatchObject({
      heads: ['Position', 'From stop (in)', 'From stop (mm)', 'Depth', 'Root 1x (in)', 'Root 1x (mm)'],
    });
    const { heads, cells } = cellsOf(listOf({ sides: '2', width: '.320' }).list);
    expect(heads.slice(-2)).toEqual(['2x (in)', '2x (mm)']);
    expect(cells[1]).toEqual(['2', '.257', '6.53', '3', '.256', '6.50', '.192', '4.88']);
  });

  test('begins at the bow, also if distances are from the tip', () => {
    const cells = inInches({ datum: 'tip', spacing: SUZUKI.spacing.toReversed() });
    expect(cells[0]).toBe('.747/.295 1');
    expect(cells.at(-1)).toBe('.158/.276 2');
  });

  test('has plain inches where thousandths are recorded, with all of their digits', () => {
    const spacing = SUZUKI.spacing.map((text) => String(Number(text) * 1000));
    const depth = SUZUKI.depth.map((row) => ({ ...row, oneX: `${Number(row.oneX) * 1000}.5` }));
    expect(inInches({ spacing, depth })[0]).toBe('.158/.2955 1');
  });

  test.each<[string, Partial<CutListModel>, string?]>([
    ['3 of 7 cuts are typed', {}, '1-3-2'],
    ['Depth 9 is not one of 1, 2, 3, 4', {}, '1-3-2-4-1-4-9'],
    ['8 cuts are too many: the key has 7 positions', {}, `${RIGHT}-1`],
    ['The unit is not recorded', { unit: '' }],
    ['The unit is mm, but spacing looks like inches', { unit: 'mm' }],
    ['The stop is not recorded', { datum: '' }],
    [
      'The depths are cuts into the blade, and the root depth does not follow from them without the blade width',
      { depth: SUZUKI.depth.map((row, index) => ({ ...row, oneX: `.0${index + 2}0` })) },
    ],
    [
      'Only 2x is recorded, and the root depth does not follow from it without the blade width',
      { sides: '2', depth: SUZUKI.depth.map((row) => ({ ...row, oneX: '', twoX: row.oneX })) },
    ],
  ])('is refused as a whole: %s', (reason, change, text) => {
    expect(answer(change, text)).toMatchObject({ list: null, reason });
  });

  test('says what whoever cuts must know', () => {
    expect(listOf({ sample: true, macs: '2' }).list.warnings).toEqual([
      'Sample data: do not cut from it',
      'Cuts 4 and 5 are 3 apart: MACS allows 2',
      'Cuts 5 and 6 are 3 apart: MACS allows 2',
    ]);
    expect(listOf({ sides: '2' }).list.warnings).toEqual([
      '2x is not recorded, and does not follow without the blade width',
    ]);
    expect(listOf().list.warnings).toEqual([]);
  });

  test('is a CSV file and a text to paste, in which no cell runs as a formula', () => {
    const { list } = listOf({ dsd: '=cmd', hpc: 'CMC71, "new"', itl: '-1;=cmd' });
    const lines = csvOf(list).replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe('Suzuki GSX-R 600 1997');
    expect(lines).toContain('HPC card,"CMC71, ""new"""');
    expect(lines).toContain("DSD (HPC),'=cmd");
    expect(lines).toContain("ITL no.,-1;'=cmd");
    expect(lines).toContain('1,.158,4.01,1,.295,7.49');
    const pasted = copiedText(list).split('\n');
    expect(pasted).toContain('1\t.158\t4.01\t1\t.295\t7.49');
    expect(pasted).toContain("DSD (HPC)\t'=cmd");
  });
});

function filesOf(change: Partial<CutListModel> = {}) {
  const { list, plan, cuts, model } = listOf(change);
  const shapes = shapesOf(list, plan, cuts, model.sides);
  return { svg: svgOf(shapes), dxf: dxfOf(shapes), words: shapes.words.map(({ text }) => text) };
}
/** The middles of the flats of an edge, as distances from its first point, and their heights above `bottom`, in mm. */
const cutsIn = (edge: [number, number][], bottom: number) =>
  Array.from({ length: (edge.length - 4) / 2 }, (_, index) => {
    const [[left, y], [right]] = [edge[2 + 2 * index]!, edge[3 + 2 * index]!];
    return [(left + right) / 2 - edge[0]![0], Math.abs(y - bottom)];
  });
/** The right answer in millimetres. */
const MILLIMETRES = [
  [0.158, 0.295],
  [0.257, 0.256],
  [0.355, 0.276],
  [0.453, 0.236],
  [0.551, 0.295],
  [0.649, 0.236],
  [0.747, 0.276],
].map((pair) => pair.map((inches) => inches * 25.4));
function expectRight(cuts: number[][]) {
  expect(cuts).toHaveLength(7);
  cuts.forEach(([x, y], index) => {
    expect(x).toBeCloseTo(MILLIMETRES[index]![0]!, 3);
    expect(y).toBeCloseTo(MILLIMETRES[index]![1]!, 3);
  });
}

describe('the profile at 1:1', () => {
  test('is an SVG whose units are millimetres', () => {
    const { svg } = filesOf({ name: 'R & <D>' });
    const [, width, height, viewBox] = /width="([\d.]+)mm" height="([\d.]+)mm" viewBox="([^"]+)"/.exec(svg)!;
    expect(viewBox).toBe(`0 0 ${width} ${height}`);
    const lines = [...svg.matchAll(/<polyline class="(\w+)" points="([^"]+)"/g)].map(([, layer, points]) => ({
      layer,
      points: points!.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]),
    }));
    const [upper, lower] = lines.filter(({ layer }) => layer === 'PROFILE').map(({ points }) => points);
    expectRight(cutsIn(upper!, lower![0]![1]));
    const [from, to] = lines.find(({ layer }) => layer === 'CHECK')!.points.map(([x]) => x);
    expect(to! - from!).toBeCloseTo(50, 9);
    for (const [x, y] of lines.flatMap(({ points }) => points)) {
      expect(x >= 0 && x <= Number(width) && y >= 0 && y <= Number(height)).toBe(true);
    }
    expect(svg).toContain('>Profile only: warding is not drawn<');
    expect(svg).toContain('>Suzuki R &amp; &lt;D&gt; 1997<');
  });

  test('is a DXF in millimetres, with a polyline for each edge', () => {
    const { dxf } = filesOf({ name: 'Ténéré' });
    const { header, entities } = readDxf(dxf);
    expect(header.get('$INSUNITS')).toBe('4');
    expect(header.get('$ACADVER')).toBe('AC1009');
    const [upper, lower] = entities.filter(({ layer }) => layer === 'PROFILE').map(({ points }) => points);
    expectRight(cutsIn(upper!, lower![0]![1]));
    const [from, to] = entities.find(({ layer }) => layer === 'CHECK')!.points.map(([x]) => x);
    expect(to! - from!).toBeCloseTo(50, 9);
    const texts = entities.flatMap(({ text }) => text ?? []);
    expect(texts).toContain('Profile only: warding is not drawn');
    expect(texts).toContain('Suzuki T\\U+00E9n\\U+00E9r\\U+00E9 1997');
  });

  test('has both edges of a key with two sides', () => {
    const { entities } = readDxf(filesOf({ sides: '2', width: '.320' }).dxf);
    const [upper, lower] = entities.filter(({ layer }) => layer === 'PROFILE').map(({ points }) => points);
    const [above, below] = [cutsIn(upper!, 0), cutsIn(lower!, 0)];
    above.forEach(([, y], index) => {
      expect(y! - below[index]![1]!).toBeCloseTo(2 * MILLIMETRES[index]![1]! - 0.32 * 25.4, 3);
    });
  });

  test('calls a width that is not recorded a guess, and is refused where the edges depend on it', () => {
    expect(filesOf().words).toContain('The blade width is not recorded: 7.74 mm is a guess.');
    expect(filesOf({ width: '.310' }).words.join()).not.toContain('guess');
    expect(filesOf({ sides: '' }).words).toContain('How many sides are cut is not recorded.');
    expect(profileReason(listOf().plan)).toBeNull();
    expect(profileReason(listOf({ sides: '2', width: '.320' }).plan)).toBeNull();
    expect(profileReason(listOf({ sides: '2' }).plan)).toMatch(/^No profile: /);
  });
});

interface Entity {
  type: string;
  layer: string;
  points: [number, number][];
  text?: string;
}

/** Reads a DXF strictly by its format: pairs of a line with a group code and a line with a value, in sections. */
function readDxf(dxf: string) {
  const lines = dxf.split('\r\n');
  expect(lines.pop()).toBe('');
  expect(lines.length % 2).toBe(0);
  const pairs = Array.from({ length: lines.length / 2 }, (_, index) => {
    expect(lines[2 * index]).toMatch(/^ *\d+$/);
    expect(lines[2 * index + 1]).toMatch(/^[ -~]+$/);
    return [Number(lines[2 * index]), lines[2 * index + 1]!] as const;
  });
  expect(pairs.at(-1)).toEqual([0, 'EOF']);
  const sections = new Map<string, (typeof pairs)[number][]>();
  let name: string | null = null;
  pairs.slice(0, -1).forEach(([code, value], index) => {
    if (code === 0 && value === 'SECTION') {
      expect(name).toBeNull();
      name = pairs[index + 1]![1];
      sections.set(name, []);
    } else if (code === 0 && value === 'ENDSEC') name = null;
    else if (name && !(code === 2 && pairs[index - 1]?.[1] === 'SECTION')) sections.get(name)!.push([code, value]);
  });
  expect([...sections.keys()]).toEqual(['HEADER', 'TABLES', 'ENTITIES']);
  const head = sections.get('HEADER')!;
  const header = new Map(
    head.flatMap(([code, value], index) => (code === 9 ? [[value, head[index + 1]![1]] as const] : [])),
  );
  const entities: Entity[] = [];
  let open: Entity | undefined;
  let vertex: [number, number] | null = null;
  for (const [code, value] of sections.get('ENTITIES')!) {
    if (code === 0) {
      vertex = null;
      if (value === 'VERTEX') {
        vertex = [Number.NaN, Number.NaN];
        open!.points.push(vertex);
      } else if (value === 'SEQEND') expect(open!.type).toBe('POLYLINE');
      else {
        open = { type: value, layer: '', points: [] };
        entities.push(open);
      }
    } else if (code === 8) {
      if (vertex) expect(value).toBe(open!.layer);
      else open!.layer = value;
    } else if (code === 10 && vertex) vertex[0] = Number(value);
    else if (code === 20 && vertex) vertex[1] = Number(value);
    else if (code === 1) open!.text = value;
  }
  expect(new Set(entities.map(({ type }) => type))).toEqual(new Set(['POLYLINE', 'TEXT']));
  return { header, entities };
}
