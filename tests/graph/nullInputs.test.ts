import { expect, test } from 'vitest';
import { sharedApp } from '../support/app';
import { createClient, createMake, createModel, createUser } from '../support/factories';
import { sharedPerson } from '../support/people';
import { png } from '../support/pictures';

const app = sharedApp();
const admin = sharedPerson(app, 'administrator');

const SELECTED = {
  Client: 'name maxUsers accountExpired subscriptionStartDate subscriptionEndDate description',
  User: 'username fullName enabled accountExpired databaseDownloadAllowed subscriptionEndDate sheetsPerHour sheetsPerDay client { id } role { id }',
  Make: 'displayName fullName otherDetails iconHash',
  Model: 'name year silca tips spacing depth { oneX twoX } sample images { hash } make { id }',
} as const;
type Kind = keyof typeof SELECTED;

async function save(kind: Kind, input: object) {
  const document = `mutation ($input: ${kind}Input!) { save${kind}(input: $input) { ${SELECTED[kind]} } }`;
  const { data, errors } = await app.graph(document, { input }, admin);
  return { saved: data?.[`save${kind}`], errors: errors?.[0]?.extensions.errors };
}

const uploaded = async (use: 'ICON' | 'MODEL') =>
  (await app.upload(use, await png(), admin)).data!.uploadImage.hash as string;

/** Creates a record of each kind with a value in every field that null can clear, and returns its id. */
const full: Record<Kind, () => Promise<string>> = {
  Client: async () => {
    const { id } = await createClient(app);
    await save('Client', { id, description: 'Pays late' });
    return String(id);
  },
  User: async () => String((await createUser(app, { sheetsPerHour: 20, sheetsPerDay: 60 })).id),
  Make: async () => {
    const { id } = await createMake(app);
    await save('Make', { id, otherDetails: 'Since 1948', icon: await uploaded('ICON') });
    return String(id);
  },
  Model: async () => {
    const { id } = await createModel(app, await createMake(app));
    const depth = [{ oneX: '1', twoX: '2' }];
    await save('Model', {
      id,
      silca: 'HD75',
      tips: 'Oil it',
      spacing: ['1.5'],
      depth,
      images: [await uploaded('MODEL')],
    });
    return String(id);
  },
};

const EMPTY: Record<Kind, object> = {
  Client: { description: '' },
  User: { sheetsPerHour: null, sheetsPerDay: null },
  Make: { otherDetails: '', iconHash: null },
  Model: {
    silca: '',
    tips: '',
    spacing: Array(12).fill(''),
    depth: Array(8).fill({ oneX: '', twoX: '' }),
    images: [],
  },
};
const CLEARED: Record<Kind, object> = {
  Client: { description: null },
  User: { sheetsPerHour: null, sheetsPerDay: null },
  Make: { otherDetails: null, icon: null },
  Model: { silca: null, tips: null, spacing: null, depth: null, images: null },
};
/** The fields that null cannot clear. */
const NEEDED: Record<Kind, string[]> = {
  Client: ['name', 'primaryEmail', 'maxUsers', 'accountExpired', 'subscriptionStartDate', 'subscriptionEndDate'],
  User: [
    'clientId',
    'username',
    'fullName',
    'roleId',
    'enabled',
    'accountExpired',
    'databaseDownloadAllowed',
    'subscriptionEndDate',
  ],
  Make: ['displayName', 'fullName'],
  Model: ['makeId', 'name', 'year', 'sample'],
};
const nulls = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, null]));

test.each(Object.keys(SELECTED) as Kind[])(
  '%s: an absent field keeps its value, null clears it, and null for a required field is refused',
  async (kind) => {
    const id = await full[kind]();
    const { saved: before } = await save(kind, { id });
    for (const [field, value] of Object.entries(EMPTY[kind])) expect(before[field]).not.toEqual(value);
    const refused = await save(kind, { id, ...CLEARED[kind], ...nulls(NEEDED[kind]) });
    expect(Object.keys(refused.errors!).toSorted()).toEqual(NEEDED[kind].toSorted());
    expect((await save(kind, { id, version: null })).saved).toEqual(before);
    expect((await save(kind, { id, ...CLEARED[kind] })).saved).toEqual({ ...before, ...EMPTY[kind] });
  },
);

test.each([
  ['PUT', 'clients', 'Client', ['name', 'max_user', 'account_expired', 'subcription_end_date', 'description']],
  ['PUT', 'users', 'User', ['username', 'role_id', 'enabled', 'subscription_end_date']],
  ['POST', 'company-detail', 'Make', ['display_name', 'other_details']],
  ['POST', 'products', 'Model', ['model', 'year', 'company_detail_id', 'silca', 'tips', 'sample', 'version']],
] as const)('REST %s /%s: null keeps the value, as an absent field does', async (method, path, kind, fields) => {
  const id = await full[kind]();
  const { saved: before } = await save(kind, { id });
  const response = await app.rest(method, `/${path}/${id}`, { as: admin, body: nulls([...fields]) });
  expect(response.statusCode).toBe(200);
  expect((await save(kind, { id })).saved).toEqual(before);
});
