import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest: Record<string, Chunk> = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));

/** Kilobytes of JavaScript, gzip, that a browser loads to show these screens: the entry, theirs, and what those import. */
function firstLoad(screens: string[]): number {
  const chunks = new Set<string>();
  const add = (key: string) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    expect(manifest, key).toHaveProperty([key]);
    for (const next of manifest[key]?.imports ?? []) add(next);
  };
  for (const key of ['index.html', ...screens]) add(key);
  const files = new Set([...chunks].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/client/${file}`)).length, 0) / 1000;
}

/** The budgets of first-load JavaScript. A screen that is loaded later is named by its file. */
test.each([
  ['home', [], 160],
  ['login', ['accounts/Login.tsx'], 225],
  ['join', ['payments/Join.tsx', 'payments/SandboxCard.tsx'], 225],
  ['checkout', ['payments/Checkout.tsx', 'payments/SandboxCard.tsx'], 225],
  ['checkout with Stripe', ['payments/Checkout.tsx', 'payments/StripeCard.tsx'], 225],
  ['make payment', ['accounts/MemberShell.tsx', 'payments/MakePayment.tsx', 'payments/SandboxCard.tsx'], 310],
  ['payments', ['accounts/MemberShell.tsx', 'payments/Payments.tsx'], 310],
  ['lookup', ['accounts/MemberShell.tsx', 'catalogue/Lookup.tsx'], 310],
  ['make list', ['accounts/MemberShell.tsx', 'catalogue/Makes.tsx'], 310],
  ['model list', ['accounts/MemberShell.tsx', 'catalogue/Models.tsx'], 310],
  ['search', ['accounts/MemberShell.tsx', 'catalogue/ModelSearch.tsx'], 310],
  ['export', ['accounts/MemberShell.tsx', 'catalogue/ExportPage.tsx'], 310],
  ['imports', ['accounts/MemberShell.tsx', 'catalogue/Imports.tsx'], 310],
  ['import', ['accounts/MemberShell.tsx', 'catalogue/ImportDetail.tsx'], 310],
  ['client list', ['accounts/MemberShell.tsx', 'accounts/Clients.tsx'], 310],
  ['user list', ['accounts/MemberShell.tsx', 'accounts/Users.tsx'], 310],
  ['signed-in devices', ['accounts/MemberShell.tsx', 'accounts/Sessions.tsx'], 310],
  ['log', ['accounts/MemberShell.tsx', 'logs/Logs.tsx'], 310],
  ['correction list', ['accounts/MemberShell.tsx', 'feedback/Corrections.tsx'], 310],
  ['correction', ['accounts/MemberShell.tsx', 'feedback/CorrectionDetail.tsx'], 310],
  ['correction form', ['accounts/MemberShell.tsx', 'feedback/CorrectionForm.tsx'], 310],
  ['my corrections', ['accounts/MemberShell.tsx', 'feedback/MyCorrections.tsx'], 310],
  ['feedback list', ['accounts/MemberShell.tsx', 'feedback/Feedbacks.tsx'], 310],
  ['feedback', ['accounts/MemberShell.tsx', 'feedback/FeedbackDetail.tsx'], 310],
  ['feedback form', ['accounts/MemberShell.tsx', 'feedback/FeedbackForm.tsx'], 310],
  ['client form', ['accounts/MemberShell.tsx', 'accounts/ClientForm.tsx'], 350],
  ['user form', ['accounts/MemberShell.tsx', 'accounts/UserForm.tsx'], 350],
  ['make form', ['accounts/MemberShell.tsx', 'catalogue/MakeForm.tsx'], 350],
  ['model form', ['accounts/MemberShell.tsx', 'catalogue/ModelForm.tsx'], 350],
])('%s loads at most its budget', (_name, screens, budget) => {
  expect(firstLoad(screens)).toBeLessThanOrEqual(budget);
});
