import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { User } from '../../server/accounts/users/user.entity';
import type { Make } from '../../server/catalogue/makes/make.entity';
import type { Model } from '../../server/catalogue/models/model.entity';
import { createModel, createUser } from '../support/factories';
import { signedIn } from '../support/people';
import { DESK, intercept, PHONE, sharedSite, violations, watchShift } from '../support/site';

const site = sharedSite();

const admin = (options = {}) => site.openAs('admin@example.com', options);
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text).first().waitFor();
const sql = (statement: string, params?: unknown[]) => site.app.sql(statement, params);
/** Waits until a field exists and has this value. */
const holds = async (page: Page, label: string, value: string) => {
  await field(page, label).waitFor();
  await expect.poll(() => field(page, label).inputValue(), { timeout: 15_000 }).toBe(value);
};
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();

const HONDA = { id: 53 } as Make;
let count = 0;
/** Creates a Honda for one test. */
const honda = (data: Partial<Model> = {}) =>
  createModel(site.app, HONDA, { name: `Wrong Blank ${++count}`, year: 2007, silca: 'HD75', ...data } as object);
const lookup = ({ id }: Model) => `/product?company=53&m=year&value=2007&id=${id}`;
const show = (id: string) => `/correction/show?id=${id}`;

/** Sends a correction as the form does, and returns its id. */
async function send(
  user: User,
  model: Model,
  proposals: { field: string; proposed: string }[] = [],
  comment = 'Wrong',
) {
  const input = {
    email: user.username,
    make: 'Honda',
    model: model.name,
    year: model.year,
    comment,
    modelId: String(model.id),
    proposals,
  };
  const { data } = await site.app.graph(
    'mutation ($input: CorrectionInput!) { createCorrection(input: $input) { id } }',
    { input },
    await signedIn(site.app, user),
  );
  return data!.createCorrection.id as string;
}

test('a wrong blank is reported from a phone with three taps and one text, applied, shown, mailed and undone', async () => {
  const model = await honda({ name: 'Aaa Wrong Blank' });
  const user = await createUser(site.app);
  const phone = await site.openAs(user, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.goto('/product?company=53&m=year');
  await button(phone, '2007').tap();
  await phone.getByRole('link', { name: 'Aaa Wrong Blank' }).tap();
  let taps = 0;
  const tap = async (target: ReturnType<Page['locator']>) => {
    taps += 1;
    await target.tap();
  };
  await tap(phone.getByText('HD75'));
  const dialog = phone.getByRole('dialog', { name: 'Correct SILCA' });
  await tap(dialog.getByLabel('Should be'));
  await phone.keyboard.type('HD109');
  expect(await dialog.getByLabel('Email Id').inputValue()).toBe(user.username);
  expect(await dialog.getByRole('textbox').last().getAttribute('type')).toBe('email');
  expect(await violations(phone)).toEqual([]);
  await tap(dialog.getByRole('button', { name: 'Send' }));
  await toast(phone, 'Correction submitted successfully!');
  await dialog.waitFor({ state: 'hidden' });
  expect(taps).toBe(3);
  expect(await phone.getByText('HD75').isVisible()).toBe(true);

  const other = await site.openAs(await createUser(site.app));
  await other.goto(lookup(model));
  await other.getByText('HD75').waitFor();

  const page = await admin();
  await page.goto('/clients/list');
  const [open] = await sql(`select count(*)::int as count from corrections where state = 'open'`);
  await page.getByRole('link', { name: `Correction, ${open!.count} open`, exact: true }).click();
  await page.waitForURL('**/correction/list');
  await page.getByRole('link', { name: user.username }).click();
  await page.getByRole('heading', { level: 1, name: 'Correction Detail' }).waitFor();
  await page.getByRole('checkbox', { name: 'SILCA' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'SILCA' }).isChecked()).toBe(true);
  await button(page, 'Apply').click();
  expect(await page.getByRole('alertdialog').innerText()).toContain('SILCA: HD75 → HD109');
  await answer(page, 'Apply');
  await toast(page, 'Correction applied');
  await page.getByText(/^Applied on/).waitFor();
  const rest = open!.count - 1;
  await page.getByRole('link', { name: rest ? `Correction, ${rest} open` : 'Correction', exact: true }).waitFor();

  await other.reload();
  await other.getByText('HD109').waitFor();
  const [mail] = await sql('select subject, text from mails where recipient = ?', [user.username]);
  expect(mail).toMatchObject({ subject: 'Your correction of Honda Aaa Wrong Blank 2007' });
  expect(mail!.text).toContain('SILCA: HD75 → HD109');

  await page.getByRole('link', { name: 'The model and its history' }).click();
  await page.getByText('from a correction').waitFor();
  expect(await field(page, 'SILCA').inputValue()).toBe('HD109');
  await field(page, 'JMA').fill('Not saved');
  const back = page.getByRole('button', { name: /^Restore earlier state/ });
  await back.click();
  await page.getByText('Unsaved changes in the form will be lost.').waitFor();
  await answer(page, 'Cancel');
  expect(await field(page, 'JMA').inputValue()).toBe('Not saved');
  await back.click();
  await answer(page, 'Restore');
  await toast(page, 'Earlier values restored');
  await holds(page, 'SILCA', 'HD75');
  expect(await field(page, 'JMA').inputValue()).toBe('');
  await page.getByText('by restoring earlier values').waitFor();
  expect(await sql('select silca from models where id = ?', [model.id])).toEqual([{ silca: 'HD75' }]);
  // The form starts with the restored values. It can be left without a confirmation, and saved.
  await field(page, 'JMA').fill('HOND-1');
  await button(page, 'Update').click();
  await toast(page, 'Model is updated successfully!');
  await page.waitForURL('**/correction/show**');
  await other.reload();
  await other.getByText('HD75').waitFor();
});

test('a value is disputed on the sheet, where both sides are shown, and settled beside the corrections', async () => {
  const model = await honda({ name: 'Aab Disputed', unit: 'inch', spacing: ['.098', '.258', ...Array(10).fill('')] });
  const colleague = await signedIn(site.app, await createUser(site.app));
  await site.app.graph(
    `mutation ($id: ID!) { saveVerdict(input: { modelId: $id, verdicts: [{ field: SPACING_2, worked: false, found: ".238" }] }) { id } }`,
    { id: String(model.id) },
    colleague,
  );
  const user = await createUser(site.app);
  const phone = await site.openAs(user, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.goto(lookup(model));
  // At the value, both sides with the size of the difference.
  await button(phone, 'Disputed: Spacing 2').tap();
  const sides = phone.getByRole('dialog', { name: 'Spacing 2 is disputed' });
  await sides.getByText('1 company found .238: .020 less').waitFor();
  expect(await violations(phone)).toEqual([]);
  await button(phone, 'Close').last().tap();

  await button(phone, 'It worked').tap();
  const worked = phone.getByRole('dialog', { name: 'It worked' });
  // The only blank of the sheet, and the measures that were cut from.
  expect(await worked.getByLabel('Blank used').inputValue()).toBe('HD75');
  expect(await worked.getByRole('checkbox', { name: 'Spacing' }).isChecked()).toBe(true);
  await worked.getByLabel('Tool').fill('Triton');
  expect(await violations(phone)).toEqual([]);
  await button(phone, 'Send').tap();
  await phone.getByText(/^Worked for 1 company, last on/).waitFor();
  await phone.getByText('We said that it worked: SILCA, Spacing').waitFor();

  await button(phone, 'Wrong').tap();
  const wrong = phone.getByRole('dialog', { name: 'Wrong' });
  await wrong.getByLabel('Which value').selectOption('SPACING_2');
  await wrong.getByLabel('What was found').fill('.238');
  // What the member named last.
  expect(await wrong.getByLabel('Tool').inputValue()).toBe('Triton');
  await button(phone, 'Send').tap();
  await phone.getByText('2 companies found .238: .020 less').waitFor();
  await phone.getByText('We said that Spacing 2 is wrong').waitFor();
  await button(phone, 'Take back what we said of it').tap();
  await phone.getByText('No company has said yet that it worked.').waitFor();

  const page = await admin();
  await page.goto('/correction/list?reports=disputed&state=open');
  await page.getByRole('row', { name: 'Aab Disputed' }).getByText('Disputed value').waitFor();
  await page.getByRole('row', { name: 'Aab Disputed' }).getByRole('link').click();
  await page.getByText('Found by 2 companies: .020 less').waitFor();
  expect(await page.getByRole('radio', { name: '.238' }).isChecked()).toBe(true);
  await page.getByText(`${user.username}, `).waitFor();
  await page.getByRole('radio', { name: 'Another value' }).check();
  await field(page, 'Should be').fill('.239');
  await button(page, 'Apply').click();
  expect(await page.getByRole('alertdialog').innerText()).toContain('Spacing 2: .258 → .239');
  await answer(page, 'Apply');
  await page.getByText(/^Applied on/).waitFor();
  expect(await sql('select spacing[2] as spacing from models where id = ?', [model.id])).toEqual([{ spacing: '.239' }]);

  await phone.goto('/correction/mine');
  await phone.getByText('Spacing 2: .258 → .239').waitFor();
  await phone.goto(lookup(model));
  await phone.getByText('No company has said yet that it worked.').waitFor();
  await expect.poll(() => button(phone, 'Disputed: Spacing 2').count()).toBe(0);
});

test('a company keeps own values, notes and sheets of bikes that the catalogue lacks, for itself', async () => {
  const model = await honda({ name: 'Ours', spacing: ['.098', '.197', ...Array(10).fill('')] } as object);
  const [user, stranger] = [await createUser(site.app), await createUser(site.app)];
  const page = await site.openAs(user, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto(lookup(model));
  const value = (name: string) => page.locator(`[data-field=${name}]`);
  await value('SILCA').getByText('HD75').tap();
  const dialog = page.getByRole('dialog', { name: 'Correct SILCA' });
  await dialog.getByLabel('Should be').fill('HD75');
  await dialog.getByRole('button', { name: 'Keep as our own value' }).tap();
  await dialog.getByText('The catalogue already says this.').waitFor();
  await dialog.getByLabel('Should be').fill('HD109');
  await dialog.getByRole('button', { name: 'Keep as our own value' }).tap();
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => value('SILCA').locator('dd').textContent())
    .toMatch(/^Our value: HD109ours\. Catalogue: HD75$/);
  expect(await value('SILCA').locator('del').innerText()).toBe('HD75');
  await value('SPACING_2').getByText('.197').tap();
  const measure = page.getByRole('dialog', { name: 'Correct Spacing 2' });
  await measure.getByLabel('Should be').fill('.201');
  await measure.getByRole('button', { name: 'Keep as our own value' }).tap();
  await page.getByText('With our own values').waitFor();
  expect(await sql('select silca from models where id = ?', [model.id])).toEqual([{ silca: 'HD75' }]);

  await button(page, 'Add a note').tap();
  await button(page, 'Save').tap();
  await page.getByText('The note field is required.').waitFor();
  await page.getByRole('textbox', { name: 'New note' }).fill('Pick it.\nDo not probe.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the list' }).tap();
  await answer(page, 'Stay');
  await button(page, 'Save').tap();
  const note = page.getByRole('list', { name: 'Our notes' }).getByRole('listitem');
  await note.getByText('Do not probe.').waitFor();
  await note.getByRole('button', { name: 'Edit' }).tap();
  await page.getByRole('textbox', { name: 'Note' }).fill('Pick it.');
  await button(page, 'Save').tap();
  await note.getByText(/, changed /).waitFor();

  // What is already there when the sheet opens moves nothing.
  const desk = await site.openAs(user, { viewport: DESK, colorScheme: 'dark' });
  const shift = await watchShift(desk);
  await desk.goto(lookup(model));
  await desk.getByText('With our own values').waitFor();
  await desk.getByRole('list', { name: 'Our notes' }).getByText('Pick it.').waitFor();
  expect(await shift()).toBeLessThanOrEqual(0.02);
  expect(await violations(desk)).toEqual([]);
  await desk.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const paper = desk.locator('[data-job-sheet]');
  await paper.getByText('* Our own values. The catalogue: SILCA HD75 · Spacing 2 .197').waitFor({ state: 'attached' });
  expect(await paper.locator('dd', { hasText: 'HD109' }).textContent()).toBe('HD109 *');
  await desk.evaluate(() => dispatchEvent(new Event('afterprint')));
  const others = await site.openAs(stranger);
  await others.goto(lookup(model));
  await others.getByText('HD75').waitFor();
  await others.getByText('No notes yet.').waitFor();
  expect(await others.locator('[data-own]').count()).toBe(0);

  // What is kept can be sent without typing it again, and removed.
  await desk.locator('[data-field=SILCA]').getByText('HD109').click();
  const kept = desk.getByRole('dialog', { name: 'Correct SILCA' });
  await kept.getByText(`By ${user.username}`).waitFor();
  await kept.getByRole('button', { name: 'Send to Motokey' }).click();
  await toast(desk, 'Correction submitted successfully!');
  const [sent] = await sql('select proposals from corrections where username = ?', [user.username]);
  expect(sent!.proposals).toMatchObject([{ field: 'silca', reported: 'HD75', proposed: 'HD109' }]);
  await desk.locator('[data-field=SILCA]').getByText('HD109').click();
  await kept.getByRole('button', { name: 'Remove our value' }).click();
  await kept.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => desk.locator('[data-field=SILCA] dd').textContent()).toBe('HD75');

  await desk.keyboard.press('/');
  await desk.keyboard.type('Zundapp Bella');
  await desk.getByRole('link', { name: 'Add our own sheet' }).click();
  await holds(desk, 'Model', 'Zundapp Bella');
  await field(desk, 'Make').fill('Zundapp');
  await field(desk, 'Year').fill('19x9');
  await button(desk, 'Save').click();
  await desk.getByText('The year must be a whole number.').first().waitFor();
  await field(desk, 'Year').fill('1992');
  await field(desk, 'ILCO').fill('X77');
  for (const [index, place] of ['.098', '.197', '.295'].entries())
    await desk.locator(`[id="field-spacing.${index}"]`).fill(place);
  for (const [index, depth] of ['.276', '.244'].entries())
    await desk.locator(`[id="field-depth.${index}.oneX"]`).fill(depth);
  expect(await violations(desk)).toEqual([]);
  await button(desk, 'Save').click();
  await toast(desk, 'Own sheet created successfully!');
  await desk.goto('/our-sheets/list');
  await desk.getByRole('heading', { name: 'Our Sheets (2)' }).waitFor();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('link', { name: 'Zundapp Bella' }).click();
  await desk.getByRole('heading', { name: 'Zundapp Zundapp Bella (1992)' }).waitFor();
  await desk.getByRole('img', { name: /^The key, drawn/ }).waitFor();
  await desk.getByText('No notes yet.').waitFor();
  expect(await violations(desk)).toEqual([]);
  await desk.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await desk
    .locator('[data-job-sheet]')
    .getByText('Our own sheet, not the catalogue’s.')
    .waitFor({ state: 'attached' });
  expect(await desk.locator('[data-job-sheet]').textContent()).toContain('X77');
  await desk.evaluate(() => dispatchEvent(new Event('afterprint')));
  await desk.getByRole('link', { name: 'Send to Motokey' }).click();
  await holds(
    desk,
    'Comment',
    'Missing bike: Zundapp Zundapp Bella 1992\nILCO: X77\nSpacing 1: .098\nSpacing 2: .197\nSpacing 3: .295\nDepth 1 1X: .276\nDepth 2 1X: .244',
  );
});

test('declining requires a reason, which is mailed to the sender and shown under My corrections', async () => {
  const user = await createUser(site.app);
  const id = await send(user, await honda(), [{ field: 'SILCA', proposed: 'HD110' }], 'SILCA: HD75 → HD110');
  const page = await admin();
  await page.goto(show(id));
  await button(page, 'Decline').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await dialog.getByText('The reason field is required.').waitFor();
  await dialog.getByLabel('Reason').fill('The book says otherwise.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await toast(page, 'Correction declined');
  await page.getByText('The book says otherwise.').waitFor();
  expect(await button(page, 'Apply').count()).toBe(0);
  expect((await sql('select text from mails where recipient = ?', [user.username]))[0]?.text).toContain(
    'The book says otherwise.',
  );

  const own = await site.openAs(user, { viewport: PHONE });
  await own.goto('/correction');
  await own.waitForURL('**/correction/create');
  await own.getByRole('link', { name: 'My corrections' }).click();
  await own.getByRole('heading', { level: 1, name: 'My corrections (1)' }).waitFor();
  const mine = await own.getByRole('main').innerText();
  for (const text of ['SILCA: HD75 → HD110', 'Declined', 'The book says otherwise.']) expect(mine).toContain(text);
  await own.context().close();
});

test('a decision that fails or comes too late says so next to its button, and overwrites nothing', async () => {
  const model = await honda();
  const silca = async () => (await sql('select silca from models where id = ?', [model.id]))[0]?.silca;
  const user = await createUser(site.app);
  const id = await send(user, model, [
    { field: 'SILCA', proposed: 'HD109' },
    { field: 'ILCO', proposed: '' },
  ]);
  const twice = await send(user, await honda(), [{ field: 'SILCA', proposed: 'HD109' }]);
  const page = await admin();
  let fails = true;
  await intercept(page, '**/graphql', (route) =>
    fails && /"(Apply|Decline)Correction"/.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 500 })
      : route.continue(),
  );
  await page.goto(show(id));
  await page.getByRole('checkbox', { name: 'SILCA' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'ILCO' }).isChecked()).toBe(false);
  expect(await page.getByText('Changed since').count()).toBe(0);
  const failure = 'A server error occurred. Please try again later.';
  await button(page, 'Decline').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('No');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByText(failure).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const apply = async () => {
    await button(page, 'Apply').click();
    await answer(page, 'Apply');
  };
  await apply();
  await page.getByRole('main').getByText(failure).waitFor();
  fails = false;
  await sql(`update models set silca = 'HD80', version = version + 1 where id = ?`, [model.id]);
  await apply();
  await page.getByText('Changed since it was reported: was HD75, is now HD80').waitFor();
  await page.getByText('Its current state is shown below.').waitFor();
  expect(await silca()).toBe('HD80');
  await apply();
  await page.getByText(/^Applied on/).waitFor();
  expect(await silca()).toBe('HD109');
  // The focus stays with the decision and does not move to the top.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Applied on/);

  await page.goto(show(twice), { waitUntil: 'load' });
  await button(page, 'Apply').waitFor();
  await sql(`update corrections set state = 'declined', reason = 'Twice', decided_at = now() where id = ?`, [twice]);
  await apply();
  await page.getByText('This correction has already been declined.').waitFor();
  await page.getByText('Twice').waitFor();
});

test('the form offers models after the make, years after the model, and keeps the choices', async () => {
  const model = await honda();
  const user = await createUser(site.app);
  const page = await site.openAs(user, { viewport: PHONE });
  await page.goto('/correction/create');
  await holds(page, 'Email Id', user.username);
  expect(await page.getByRole('link', { name: 'List', exact: true }).count()).toBe(0);
  expect([await field(page, 'Model').count(), await field(page, 'Year').count()]).toEqual([0, 0]);
  await button(page, 'Save').click();
  await page.getByText('Please fix the following errors:').waitFor();
  await page.getByRole('link', { name: 'The make field is required.' }).click();
  await expect.poll(() => field(page, 'Make').evaluate((one) => one === document.activeElement)).toBe(true);

  let fails = true;
  await intercept(page, '**/graphql', (route) =>
    fails && route.request().postData()?.includes('"LookupValues"') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await field(page, 'Make').selectOption({ label: 'Honda' });
  await page.getByText('The models did not load.').waitFor();
  fails = false;
  await button(page, 'Retry').click();
  await field(page, 'Model').waitFor();
  expect(await field(page, 'Year').count()).toBe(0);
  await field(page, 'Model').selectOption(model.name);
  await field(page, 'Year').selectOption('2007');
  await field(page, 'Field').waitFor();
  await field(page, 'Make').selectOption({ label: 'Yamaha' });
  await page.getByText(`${model.name} (not among Yamaha’s)`).waitFor({ state: 'attached' });
  expect(await field(page, 'Model').inputValue()).toBe(model.name);
  expect(await field(page, 'Year').inputValue()).toBe('2007');
  await field(page, 'Make').selectOption({ label: 'Honda' });
  await field(page, 'Comment').fill('Two blanks are mixed up.');
  await button(page, 'Save').click();
  await toast(page, 'Correction submitted successfully!');
  await page.waitForURL('**/correction/mine');
  await page.getByText('Two blanks are mixed up.').waitFor();
  const [row] = await sql('select * from corrections where username = ?', [user.username]);
  expect(row).toMatchObject({ make: 'Honda', model: model.name, year: 2007, target_id: model.id, state: 'open' });
});

test('several values go into one report; the comment lists them, but keeps what was typed by hand', async () => {
  const model = await honda({ spacing: ['.102', ...Array(11).fill('')] } as object);
  const page = await site.openAs(await createUser(site.app));
  const address = `/correction/create?model=${model.id}`;
  let fails = true;
  await intercept(page, '**/graphql', (route) =>
    fails && route.request().postData()?.includes('"Model"') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.goto(address);
  const problem = page.getByText('The model did not load.');
  await problem.waitFor();
  expect(await page.getByRole('link', { name: 'Correction', exact: true }).count()).toBe(1);
  await field(page, 'Comment').fill('The blank is too short');
  fails = false;
  await button(page, 'Retry').click();
  await problem.waitFor({ state: 'detached' });
  expect(await field(page, 'Comment').inputValue()).toBe('The blank is too short');

  await page.goto(`${address}&field=SILCA`);
  await field(page, 'Should be').fill('HD109');
  await button(page, 'Add another').click();
  const second = page.getByRole('main').getByLabel('Field').last();
  expect(await second.locator('option[value=SILCA]').isDisabled()).toBe(true);
  await second.selectOption({ label: 'Spacing 1' });
  await page.getByRole('main').getByLabel('Should be').last().fill('.105');
  const comment = field(page, 'Comment');
  await holds(page, 'Comment', 'SILCA: HD75 → HD109\nSpacing 1: .102 → .105');
  // A field with choices takes one of them, and nothing that was typed for another field.
  await second.selectOption({ label: 'Datum' });
  await page.getByRole('main').getByLabel('Should be').last().selectOption('tip');
  await holds(page, 'Comment', 'SILCA: HD75 → HD109\nDatum: — → tip');
  await button(page, 'Remove Datum').click();
  await holds(page, 'Comment', 'SILCA: HD75 → HD109');
  await comment.fill('As the key in my hand says');
  await field(page, 'Should be').fill('HD110');
  expect(await comment.inputValue()).toBe('As the key in my hand says');
  await button(page, 'Save').click();
  await toast(page, 'Correction submitted successfully!');
  const [row] = await sql('select * from corrections where target_id = ?', [model.id]);
  expect(row).toMatchObject({ comment: 'As the key in my hand says' });
  expect(row!.proposals).toMatchObject([{ proposed: 'HD110', reported: 'HD75' }]);
});

test('from Jump to a sent correction, the keyboard needs at most five Tabs, also while the sheet loads', async () => {
  const model = await honda({ name: 'Keyboard Blank' });
  await honda({ name: 'Keyboard Blank', year: 2006 });
  const page = await site.openAs(await createUser(site.app));
  await page.goto('/product?company=53&m=year');
  await button(page, '2007').waitFor();
  let released = Promise.withResolvers<void>();
  await intercept(page, '**/graphql', async (route) => {
    if (/"(Model|OwnValues)"/.test(route.request().postData() ?? '')) await released.promise;
    await route.continue();
  });
  const focused = () =>
    page.evaluate(() => {
      const { labels, title, textContent } = document.activeElement as HTMLInputElement;
      return labels?.[0]?.innerText ?? (title || textContent || '');
    });
  let tabs = 0;
  const tabTo = async (text: string) => {
    for (; tabs <= 5; tabs++) {
      if ((await focused()) === text) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The focus is not on “${text}” within five Tabs, but on “${await focused()}”`);
  };
  await page.keyboard.press('/');
  await page.keyboard.type('keyboard blank');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Honda Keyboard Blank (2007)');
  await tabTo('Report a correction');
  // Nothing in the skeleton takes the focus, which would be lost with it.
  const help = page.getByRole('region', { name: 'Key data' }).locator('section [data-help]').first();
  await help.evaluate((one: HTMLElement) => one.focus());
  expect(await focused()).toBe('Report a correction');
  // What is pressed before the sheet has come opens with it.
  await page.keyboard.press('Enter');
  released.resolve();
  await expect.poll(focused).toBe('Field');
  await page.keyboard.type('SIL');
  await tabTo('Should be');
  await page.keyboard.type('HD109');
  await page.keyboard.press('Enter');
  await toast(page, 'Correction submitted successfully!');
  expect(tabs).toBeLessThanOrEqual(5);
  await expect.poll(focused).toBe('Report a correction');
  const [row] = await sql('select proposals from corrections where target_id = ?', [model.id]);
  expect(row).toMatchObject({ proposals: [{ proposed: 'HD109', reported: 'HD75' }] });

  // From year to year the focus stays, also within the sheet.
  await help.focus();
  const topic = await focused();
  released = Promise.withResolvers();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { level: 1, name: 'Honda Keyboard Blank (2006)' }).waitFor();
  expect(await page.getByText('HD75').count()).toBe(0);
  released.resolve();
  await page.getByText('HD75').waitFor();
  expect(await focused()).toBe(topic);
});

test('a value that is only known to be wrong is shown as that; such a correction is settled by hand', async () => {
  const model = await honda({
    spacing: ['.102', '.193', '.283', ...Array(9).fill('')],
    depthValues: ['.301', '', '.285', '', ...Array(12).fill('')],
  } as object);
  const user = await createUser(site.app);
  const page = await site.openAs(user);
  await page.goto(lookup(model));
  const spacing = page.getByRole('table', { name: 'Spacing' });
  await page.getByText('Tap a cut').waitFor();
  // The number of a position only marks it.
  await spacing.getByRole('rowheader', { name: '2', exact: true }).click();
  await expect.poll(() => spacing.locator('[data-highlighted] th').allInnerTexts()).toEqual(['2']);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await spacing.getByText('.283').click();
  const dialog = page.getByRole('dialog', { name: 'Correct Spacing 3' });
  await dialog.getByLabel('Should be').fill('.283');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('The sheet already says this.').waitFor();
  await dialog.getByLabel('Should be').fill('');
  await dialog.getByLabel('Remark').fill('My key does not turn');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await toast(page, 'Correction submitted successfully!');
  const [row] = await sql('select id, comment, proposals from corrections where target_id = ?', [model.id]);
  expect(row).toMatchObject({
    comment: 'Spacing 3: .283 is wrong\nMy key does not turn',
    proposals: [{ field: 'spacing3', reported: '.283', proposed: null }],
  });
  await page.goto('/correction/mine');
  await page.getByText('Spacing 3: .283 is wrong').waitFor();

  const desk = await admin();
  await desk.goto(show(String(row!.id)));
  await desk.getByText('Right value unknown').waitFor();
  expect(await desk.getByRole('checkbox').count()).toBe(0);
  expect(await button(desk, 'Apply').count()).toBe(0);
  await desk.getByRole('link', { name: 'Edit the model' }).click();
  await holds(desk, 'SILCA', 'HD75');
  await field(desk, 'SILCA').fill('HD111');
  await button(desk, 'Update').click();
  await desk.waitForURL(`**${show(String(row!.id))}`);
  await button(desk, 'Mark as resolved').click();
  await answer(desk, 'Settled');
  await toast(desk, 'Correction applied');
  await desk.getByText(/^Resolved manually on/).waitFor();
  // They select and copy what they touch.
  await desk.goto(lookup(model));
  const value = desk.getByRole('table', { name: 'Spacing' }).getByText('.283');
  await value.click();
  await value.dblclick();
  expect(await desk.evaluate(() => String(getSelection()))).toContain('283');
  expect(await desk.getByRole('dialog').count()).toBe(0);

  await desk.goto(show(await send(user, model)));
  await desk.getByText('No values were proposed.').waitFor();
  await button(desk, 'Mark as resolved').waitFor();
  expect(await button(desk, 'Apply').count()).toBe(0);
});

test('a correction is applied to the years with the same key data too, and the next one opens', async () => {
  const name = 'Same Years';
  const [one, same, unticked, other] = [
    await honda({ name, year: 2007 }),
    await honda({ name, year: 2008 }),
    await honda({ name, year: 2009 }),
    await honda({ name, year: 2010, silca: 'HD80' }),
  ];
  const user = await createUser(site.app);
  const waiting = await send(user, await honda(), [{ field: 'SILCA', proposed: 'HD109' }], 'SILCA: HD75 → HD109');
  const id = await send(user, one, [{ field: 'SILCA', proposed: 'HD109' }], 'SILCA: HD75 → HD109');
  const page = await admin();
  await page.goto('/correction/list');
  await page.getByRole('cell', { name: 'SILCA: HD75 → HD109' }).first().waitFor();
  await page.goto(show(id));
  const years = page.getByRole('group', { name: 'Also in the years with the same key data' });
  await years.getByRole('checkbox').first().waitFor();
  expect(await years.locator('label').allInnerTexts()).toEqual(['2008', '2009']);
  for (const year of await years.getByRole('checkbox').all()) expect(await year.isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await years.getByRole('checkbox', { name: '2009' }).uncheck();
  await button(page, 'Apply and next').click();
  await page.getByRole('alertdialog').getByText('Also in 2008.').waitFor();
  await answer(page, 'Apply');
  await toast(page, 'Correction applied');
  await page.waitForURL(`**${show(waiting)}`);
  const silca = await sql('select id, silca from models where name = ? order by year', [name]);
  expect(silca).toEqual([
    { id: one.id, silca: 'HD109' },
    { id: same.id, silca: 'HD109' },
    { id: unticked.id, silca: 'HD75' },
    { id: other.id, silca: 'HD80' },
  ]);
});

test('the list counts its rows across pages, is filtered by state and newest first; a failure has its fixed text', async () => {
  const user = await createUser(site.app);
  const model = await honda();
  for (let each = 0; each < 11; each++) await send(user, model, [], `Filtered ${each}`);
  await sql(`update corrections set state = 'applied', decided_at = now() where comment like 'Filtered%'`);
  const page = await admin();
  await page.goto('/correction');
  await page.waitForURL('**/correction/list');
  await page.getByRole('heading', { level: 1, name: /^Correction List \(\d+\)$/ }).waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    ...['SNo.', 'Email', 'Make', 'Model', 'Year', 'Corrections', 'Date Created', 'User', 'State'],
  ]);
  expect(await page.getByRole('columnheader', { name: 'Date Created' }).getAttribute('aria-sort')).toBe('descending');
  await page.getByLabel('State', { exact: true }).selectOption('Applied');
  await page.waitForURL('**/correction/list?state=applied');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL('**page=2**');
  await expect.poll(() => page.getByRole('cell').first().innerText()).toBe('11');
  await page.getByLabel('State', { exact: true }).selectOption('Open');
  await page.waitForURL('**state=open**');
  expect(new URL(page.url()).searchParams.get('page')).toBeNull();
  await intercept(page, '**/graphql', (route) =>
    route.request().postData()?.includes('"Corrections"') ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Email' }).click();
  await page.waitForURL('**sort=email**');
  await page.getByText('An error occurred while fetching the correction.').waitFor();
});
