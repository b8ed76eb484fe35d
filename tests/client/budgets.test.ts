import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest: Record<string, Chunk> = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));

const sizes = new Map<string, number>();
/** Of each file once, because most screens share the largest ones. */
function sizeOf(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(`dist/client/${file}`)).length / 1000;
  sizes.set(file, size);
  return size;
}

/**
 * The files of JavaScript that a browser loads for these screens (the entry, the screens, and their imports), and their size
 * in kilobytes (gzip).
 */
function firstLoad(screens: string[]): { files: number; size: number } {
  const chunks = new Set<string>();
  const add = (key: string) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    expect(manifest, key).toHaveProperty([key]);
    for (const next of manifest[key]?.imports ?? []) add(next);
  };
  for (const key of ['index.html', ...screens]) add(key);
  const files = new Set([...chunks].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js')));
  return { files: files.size, size: [...files].reduce((sum, file) => sum + sizeOf(file), 0) };
}

/** The budgets of first-load JavaScript in kilobytes. A lazily loaded screen is named by its file. */
const BUDGETS: [name: string, screens: string[], budget: number][] = [
  ['home', ['home/Home.tsx'], 160],
  ['login', ['accounts/signIn/Login.tsx'], 225],
  ['gallery', ['home/PictureGallery.tsx'], 160],
  ['sample sheet', ['catalogue/sample/SampleSheet.tsx'], 310],
  ['join', ['payments/join/Join.tsx', 'payments/card/SandboxCard.tsx'], 225],
  ['checkout', ['payments/Checkout.tsx', 'payments/card/SandboxCard.tsx'], 225],
  ['checkout with Stripe', ['payments/Checkout.tsx', 'payments/card/StripeCard.tsx'], 225],
  ['make payment', ['MemberPages.tsx', 'payments/MakePayment.tsx', 'payments/card/SandboxCard.tsx'], 310],
  ['terms', ['home/LegalPage.tsx'], 160],
  ['reminders', ['payments/StopReminders.tsx'], 225],
  ['receipt', ['MemberPages.tsx', 'payments/history/Receipt.tsx'], 310],
  ['pay for users', ['MemberPages.tsx', 'payments/client/PayForClient.tsx', 'payments/card/SandboxCard.tsx'], 310],
  ['payments', ['MemberPages.tsx', 'payments/history/Payments.tsx'], 310],
  ['all payments', ['MemberPages.tsx', 'payments/history/AllPayments.tsx'], 310],
  ['lookup', ['MemberPages.tsx', 'catalogue/lookup/Lookup.tsx'], 310],
  ["what's new", ['MemberPages.tsx', 'catalogue/news/WhatsNew.tsx'], 310],
  ['kept on this device', ['MemberPages.tsx', 'offline/shown/KeptScreen.tsx'], 310],
  ['what a code fits', ['MemberPages.tsx', 'catalogue/jump/Family.tsx'], 310],
  ['own sheets', ['MemberPages.tsx', 'catalogue/company/OwnSheets.tsx'], 310],
  ['own sheet', ['MemberPages.tsx', 'catalogue/company/OwnSheetDetail.tsx'], 310],
  ['make list', ['MemberPages.tsx', 'catalogue/makes/Makes.tsx'], 310],
  ['model list', ['MemberPages.tsx', 'catalogue/models/Models.tsx'], 310],
  ['key systems', ['MemberPages.tsx', 'catalogue/systems/KeySystems.tsx'], 310],
  ['suggested systems', ['MemberPages.tsx', 'catalogue/systems/suggested/SuggestedSystems.tsx'], 310],
  ['aliases', ['MemberPages.tsx', 'catalogue/aliases/Aliases.tsx'], 310],
  ['unread series', ['MemberPages.tsx', 'catalogue/aliases/UnreadSeries.tsx'], 310],
  ['missed searches', ['MemberPages.tsx', 'catalogue/aliases/MissedSearches.tsx'], 310],
  ['API tokens', ['MemberPages.tsx', 'accounts/apiTokens/ApiTokens.tsx'], 310],
  ['registered queries', ['MemberPages.tsx', 'integrations/queries/RegisteredQueries.tsx'], 310],
  ['webhooks', ['MemberPages.tsx', 'integrations/webhooks/Webhooks.tsx'], 310],
  ['deliveries', ['MemberPages.tsx', 'integrations/webhooks/Deliveries.tsx'], 310],
  ['search', ['MemberPages.tsx', 'catalogue/search/ModelSearch.tsx'], 310],
  ['export', ['MemberPages.tsx', 'catalogue/export/ExportPage.tsx'], 310],
  ['imports', ['MemberPages.tsx', 'catalogue/import/Imports.tsx'], 310],
  ['import', ['MemberPages.tsx', 'catalogue/import/ImportDetail.tsx'], 310],
  ['overview', ['MemberPages.tsx', 'overview/Overview.tsx'], 310],
  ['client list', ['MemberPages.tsx', 'accounts/clients/Clients.tsx'], 310],
  ['user list', ['MemberPages.tsx', 'accounts/users/Users.tsx'], 310],
  ['blanks in the van', ['MemberPages.tsx', 'catalogue/van/Van.tsx'], 310],
  ['signed-in devices', ['MemberPages.tsx', 'accounts/sessions/Sessions.tsx'], 310],
  ['sign-in security', ['MemberPages.tsx', 'accounts/secondFactor/Security.tsx'], 310],
  ['log', ['MemberPages.tsx', 'logs/Logs.tsx'], 310],
  ['access audit', ['MemberPages.tsx', 'logs/access/Accesses.tsx'], 310],
  ['correction list', ['MemberPages.tsx', 'feedback/corrections/Corrections.tsx'], 310],
  ['correction', ['MemberPages.tsx', 'feedback/corrections/CorrectionDetail.tsx'], 310],
  ['correction form', ['MemberPages.tsx', 'feedback/corrections/CorrectionForm.tsx'], 310],
  ['my corrections', ['MemberPages.tsx', 'feedback/corrections/MyCorrections.tsx'], 310],
  ['feedback list', ['MemberPages.tsx', 'feedback/Feedbacks.tsx'], 310],
  ['feedback', ['MemberPages.tsx', 'feedback/FeedbackDetail.tsx'], 310],
  ['feedback form', ['MemberPages.tsx', 'feedback/FeedbackForm.tsx'], 310],
  ['client form', ['MemberPages.tsx', 'accounts/clients/ClientForm.tsx'], 350],
  [
    'client with its users',
    ['MemberPages.tsx', 'accounts/clients/ClientForm.tsx', 'accounts/clients/desk/ClientUsers.tsx'],
    350,
  ],
  ['user form', ['MemberPages.tsx', 'accounts/users/UserForm.tsx'], 350],
  ['key system form', ['MemberPages.tsx', 'catalogue/systems/KeySystemForm.tsx'], 350],
  ['webhook form', ['MemberPages.tsx', 'integrations/webhooks/WebhookForm.tsx'], 350],
  ['alias form', ['MemberPages.tsx', 'catalogue/aliases/AliasForm.tsx'], 350],
  ['make form', ['MemberPages.tsx', 'catalogue/makes/MakeForm.tsx'], 350],
  ['model form', ['MemberPages.tsx', 'catalogue/models/ModelForm.tsx'], 350],
];
/** Each file costs a request (vite.config.ts, `codeSplitting`). */
const MOST_FILES = 30;

test('no screen loads more than its budget', () => {
  const over = BUDGETS.map(([name, screens, budget]) => ({ name, budget, ...firstLoad(screens) })).filter(
    ({ files, size, budget }) => size > budget || files > MOST_FILES,
  );
  expect(over).toEqual([]);
});
