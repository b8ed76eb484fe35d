import { expect, test } from 'vitest';
import { createUser } from '../support/factories';
import { sharedSite, violations } from '../support/site';

const site = sharedSite();

test('a used-up budget and its end are shown in place of the sheet, and on the user’s page', async () => {
  const user = await createUser(site.app);
  const [model] = await site.app.sql(`select id from models where make_id = 53 and name = 'CBR600RR' and year = 2007`);
  const open = (interval: string, count: number) =>
    site.app.sql(
      `insert into sheet_openings (user_id, model_id, opened_at, last_at)
       select ?, id, now() - ?::interval, now() from models where id <> ? order by id limit ?`,
      [user.id, interval, model!.id, count],
    );
  await open('59 minutes', 300);
  await open('5 hours', 20);

  const page = await site.openAs(user);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.postDataJSON().operationName === 'Model') asked += 1;
  });
  await page.goto(`/product?company=53&m=year&value=2007&id=${model!.id}`);
  const sheet = page.getByRole('region', { name: 'Key data' });
  await sheet
    .getByText(/^You have used your budget of 300 sheets an hour\. You can open more at \d\d:\d\d, in a minute\.$/)
    .waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);

  await site.app.sql(`update sheet_openings set opened_at = opened_at - interval '1 hour' where user_id = ?`, [
    user.id,
  ]);
  await sheet.getByRole('button', { name: 'Retry' }).click();
  await sheet.getByRole('heading', { name: 'Honda CBR600RR (2007)' }).waitFor();
  expect(asked).toBe(2);

  const admin = await site.openAs('admin@example.com');
  await admin.goto(`/users/edit?id=${user.id}`);
  await admin.getByText(/^Sheets opened: \d in the last hour, 32\d in the last 24 hours$/).waitFor();
  expect(await violations(admin)).toEqual([]);
});

test('the used-up matches of Jump are shown in place of the hits, and the audit shows how many there were', async () => {
  const user = await createUser(site.app);
  await site.app.sql(`insert into jump_matches values (?, date_trunc('hour', now()), 1000)`, [user.id]);
  const page = await site.openAs(user);
  await page.goto('/product?company=53&m=year');
  const find = page.getByRole('combobox', { name: 'Find a bike, blank or code' });
  await find.fill('HD109');
  await page.getByText(/^You have seen 1000 matches of blanks and codes this hour\. You can search for more/).waitFor();
  expect(await violations(page)).toEqual([]);
  // Names are free.
  await find.fill('cbr600');
  await page.getByRole('option').filter({ hasText: 'CBR600RR' }).waitFor();

  const admin = await site.openAs('admin@example.com');
  await admin.goto(`/access?user=${encodeURIComponent(user.username)}`);
  await admin.getByRole('combobox', { name: 'Access' }).selectOption('Found in Jump');
  await admin.getByText('Found 1000 blanks, part numbers or codes in Jump within the hour').waitFor();
  expect(await violations(admin)).toEqual([]);
});
