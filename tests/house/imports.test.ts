import { basename, extname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wrongImports } from '../../scripts/imports.mjs';

/** The problems in a tree of these files. */
const check = (files: Record<string, string>) => wrongImports(Object.keys(files), (path) => files[path]!);
const exporting = (file: string) => `export const ${basename(file, extname(file))} = 1;`;
const importing = (file: string, specifier: string) =>
  check({ [file]: `import { x } from '${specifier}'; ${exporting(file)}` });

describe('import rules', () => {
  test.each([
    ['server/catalogue/makes/make.operations.ts', '../../accounts/users/user.operations'],
    ['server/catalogue/models/readModels.ts', '../jump/searchTerms'],
    ['server/catalogue/changes/applyChange.ts', '../jump/searchTerms'],
    ['server/catalogue/keySystems/keySystem.operations.ts', '../models/readModels'],
    ['server/logs/log.operations.ts', '../rest/routes'],
    ['server/rest/routes.ts', '../catalogue/catalogue.resolver'],
    ['server/outside/spool.ts', '../gate/operation'],
    ['server/app.ts', '../client/paths'],
    ['client/components/list/Pager.tsx', '../../catalogue/keyData'],
    ['client/components/images/useUploads.ts', '../../graphql/generated/backOffice'],
    ['client/shell/menu/Sidebar.tsx', '../../graphql/generated/accounts'],
    ['client/catalogue/lookup/Lookup.tsx', '../../accounts/days'],
    ['client/feedback/corrections/CorrectionForm.tsx', '../../catalogue/models/modelRecord'],
    ['client/accounts/users/UserForm.tsx', '../../catalogue/keyData'],
    ['client/paths.ts', '../server/errors'],
  ])('%s may not import %s', (file, specifier) => {
    expect(importing(file, specifier)).toHaveLength(1);
  });

  test.each([
    ['server/catalogue/makes/make.operations.ts', '../../gate/operation'],
    ['server/catalogue/makes/make.operations.ts', '../../logs/logEntry.entity'],
    ['server/catalogue/jump/found.ts', '../models/readModels'],
    ['server/catalogue/images/modelImage.entity.ts', '../models/model.entity'],
    ['server/feedback/correction.operations.ts', '../catalogue/models/model.operations'],
    ['server/graph/graphql.ts', '../catalogue/catalogue.resolver'],
    ['client/catalogue/lookup/Lookup.tsx', '../../shell/menu/submenus'],
    ['client/feedback/corrections/CorrectionForm.tsx', '../../catalogue/keyData'],
    ['client/routes.tsx', './catalogue/lookup/Lookup'],
  ])('%s may import %s', (file, specifier) => {
    expect(importing(file, specifier)).toEqual([]);
  });

  test('two features do not import each other', () => {
    const from = (file: string, specifier: string) => ({
      [file]: `import { x } from '${specifier}'; ${exporting(file)}`,
    });
    const signIn = from('server/accounts/signIn/signIn.operations.ts', '../passwords/passwords');
    expect(check(signIn)).toEqual([]);
    expect(check({ ...signIn, ...from('server/accounts/passwords/reset.ts', '../signIn/devices') })).toHaveLength(1);
    expect(check({ ...signIn, ...from('server/accounts/passwords/reset.ts', '../signIn/device.entity') })).toEqual([]);
    const rows = from('server/catalogue/changes/sheet/check/checkRows.ts', '../file/stageSheet');
    expect(
      check({ ...rows, ...from('server/catalogue/changes/sheet/file/headings.ts', '../check/years') }),
    ).toHaveLength(1);
  });

  test.each([
    `import { forkFor } from './context';`,
    'await orm.em.execute(statement);',
    'await app.em.fork().flush();',
    'wrap(model, true).__em.populate(model);',
  ])('only the gate gives access to the database: %s', (text) => {
    expect(check({ 'server/payments/settle.ts': text })).toHaveLength(1);
    expect(check({ 'server/process/shortage.ts': text })).toEqual([]);
  });

  test('only programs make themselves the system', () => {
    const text = `const system = createSystemContext(orm, engine);`;
    expect(check({ 'server/catalogue/images/sweep.ts': text })).toHaveLength(1);
    expect(check({ 'server/admin.ts': text })).toEqual([]);
  });
});

test('files with the same name, or names that differ only in case, and folders with too many files are refused', () => {
  expect(check({ 'client/a/Downloads.tsx': exporting('Downloads.tsx'), 'client/a/downloads.ts': '' })).toHaveLength(1);
  expect(check({ 'client/a/days.ts': '', 'client/b/days.ts': '' })).toHaveLength(1);
  expect(check({ 'client/a/days.ts': '', 'server/b/days.ts': '' })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`client/a/file${index}.ts`, '']));
  expect(check(many)).toHaveLength(1);
});

test('a capitalised name requires an exported component or class of that name', () => {
  expect(check({ 'client/a/Rows.ts': 'export const rowsWith = 1;' })).toHaveLength(1);
});
