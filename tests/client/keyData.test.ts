import { readFileSync } from 'node:fs';
import { parse, visit } from 'graphql';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { importFieldGroups } from '../../client/catalogue/import/columns/importFields';
import { keyDataGroups, systemTexts, type TextName } from '../../client/catalogue/keyData';
import { modelInput, modelKind, noModel, readModel } from '../../client/catalogue/models/modelRecord';
import { isRare, namesOfKeyData } from '../support/keyDataNames';
import { fieldsOf, keyData, sample, sampleValues, texts, valuesOf } from '../support/keyDataOfSchema';

// The session module listens for storage events when it is loaded, and here is no browser.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => {}));
afterAll(() => void vi.unstubAllGlobals());

const model = {
  ...(sample.texts as Record<TextName, string>),
  spacing: sample.spacing,
  depth: sample.depth,
  id: '1',
  version: 1,
  name: 'CB 500',
  year: 2007,
  createdAt: '2026-01-01T00:00:00Z',
  make: { id: '53', displayName: 'Honda' },
  sample: false,
  source: '',
  checkedBy: '',
  checkedAt: null,
  keySystem: null,
  images: [],
};
const data = keyDataGroups.flatMap((group) => group.data);
const defined = data.filter((datum) => 'name' in datum);
const systemNames: string[] = systemTexts.map(({ name }) => name);

test('the schema has the key data that these tests check', () => {
  expect(texts).toEqual(expect.arrayContaining(['ilco', 'codeSeries', 'tips2']));
  expect(keyData.toSorted()).toEqual([...texts, 'depth', 'spacing'].sort());
});

// tests/e2e/catalogue.test.ts shows that they are on the screens as well.
describe('every field of the key data', () => {
  test('is defined once, with a unique label and value', () => {
    expect(defined.map(({ name }) => name).sort()).toEqual(texts.toSorted());
    expect(data.map(({ field }) => field).sort()).toEqual(valuesOf('KeyDataField').sort());
    expect(new Set(data.map(({ label }) => label)).size).toBe(data.length);
    expect(data.map(({ read }) => read(model)).sort()).toEqual(sampleValues.toSorted());
  });

  test('is in the fragment', () => {
    const selected: string[] = [];
    visit(parse(readFileSync('client/catalogue/keyData.graphql', 'utf8')), {
      FragmentDefinition: ({ name }) => (name.value === 'KeyData' ? undefined : false),
      Field: ({ name }) => void selected.push(name.value),
    });
    expect(selected.sort()).toEqual([...keyData, ...Object.keys(fieldsOf('DepthRow'))].sort());
  });

  test('is read into the form, named when an edit is stale, and saved', () => {
    const { values } = readModel(model);
    expect(modelKind.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(keyData));
    expect(modelInput(values, noModel('53'))).toMatchObject({
      ...sample.texts,
      spacing: sample.spacing,
      depth: sample.depth,
    });
  });

  test('that a key system has is not sent with its models', () => {
    const linked = { ...model, keySystem: { ...model, id: '7', name: 'Honda CMC37', modelsCount: 412 } };
    const input = modelInput(readModel(linked).values, noModel('53'));
    expect(input).toMatchObject({ keySystemId: '7', ilco: sample.texts.ilco });
    for (const name of [...systemNames, 'spacing', 'depth']) expect(input).not.toHaveProperty([name]);
    expect(modelInput(readModel(model).values, noModel('53'))).toHaveProperty('keySystemId', null);
  });

  test('can be imported', () => {
    const fields = importFieldGroups.flatMap(({ choices }) => choices.map(({ field }) => field));
    expect(fields.sort()).toEqual(valuesOf('ImportField').sort());
  });
});

/** The drawing names what it draws with, and some screens name one field. Everything else derives from the definition. */
const MAY_NAME: Record<string, string[]> = {
  'client/catalogue/bulk/BulkActions.tsx': ['ilco'],
  'client/catalogue/cutList/CutList.tsx': ['unit'],
  'client/catalogue/cutList/cutListOf.ts': ['pakaPunch', 'unit'],
  'client/catalogue/cutList/profileShapes.ts': ['unit'],
  'client/catalogue/drawing/KeyBench.tsx': ['codeDirection', 'sides'],
  'client/catalogue/drawing/bitting.ts': ['unit'],
  'client/catalogue/drawing/KeyDrawing.tsx': ['sides'],
  'client/catalogue/drawing/geometry.ts': ['datum'],
  'client/catalogue/drawing/readMeasures.ts': ['codeDirection', 'datum', 'macs', 'sides', 'unit'],
  'client/catalogue/help/explanations.ts': ['macs'],
  'client/catalogue/help/topicDrawings.tsx': ['macs'],
  'client/catalogue/help/topics.ts': ['macs'],
  'client/catalogue/identify/Identify.tsx': ['unit'],
  'client/catalogue/identify/IdentifyForm.tsx': ['sides', 'unit'],
  'client/catalogue/identify/identify.graphql': ['dsd', 'hpc', 'itl'],
  'client/catalogue/identify/measuredTerms.ts': ['sides', 'unit'],
  'client/catalogue/jump/choices.ts': ['codeSeries'],
  'client/catalogue/keyData.graphql': texts.filter(isRare),
  'client/catalogue/keyData.ts': texts.filter(isRare),
  'client/catalogue/models/Models.tsx': ['codeSeries'],
  'client/catalogue/sheet/driveAdvice.ts': ['market', 'mostKeys', 'needs', 'withKey', 'withoutKey'],
  'client/catalogue/systems/KeySystems.tsx': ['dsd', 'hpc'],
  'client/catalogue/systems/SystemSelect.tsx': ['dsd', 'hpc'],
  'client/catalogue/systems/suggested/suggested.graphql': ['dsd', 'hpc', 'itl'],
  'client/catalogue/systems/systems.graphql': texts.filter((text) => isRare(text) && systemNames.includes(text)),
  'client/catalogue/wafers/PartialKey.tsx': ['macs', 'unit'],
  'client/catalogue/wafers/lockRows.ts': ['gasCap', 'ignition', 'seatAux'],
  'client/catalogue/wafers/usePartialKey.ts': ['codeDirection'],
  // The browser's `navigator.locks`.
  'client/offline/keep/keepSheets.ts': ['locks'],
  'client/offline/send.ts': ['locks'],
  'client/overview/Completeness.tsx': ['codeSeries'],
};

test('the client has no second list of key data', () => {
  expect(namesOfKeyData('client', texts)).toEqual(MAY_NAME);
});
