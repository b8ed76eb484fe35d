import type { EntityManager } from '@mikro-orm/postgresql';
import type { Site } from '../../context';
import { Mail } from './mail.entity';

/** A part of a mail; a text is a paragraph. */
type Part =
  | string
  /** Label and value, one pair on a line. */
  | { facts: (readonly [label: string, value: string])[] }
  /** What somebody wrote, marked as a quotation. */
  | { quote: string }
  /** On a line of its own, because people copy it from the mail. */
  | { secret: readonly [label: string, value: string] }
  | { link: string; label: string };

interface Letter {
  to: string;
  /** The recipient's name. Absent if it is not known whose address it is. */
  name?: string | undefined;
  subject: string;
  parts: (Part | false | null | undefined)[];
  /** How long it is worth sending, in hours. */
  hours: number;
  /** Where reminders are turned off; mail programs offer it as a button. */
  unsubscribe?: string;
}

/** Adds a mail to the outbox, as text and as HTML, with a greeting and a signature. All mails are written here. */
export function writeMail(
  em: EntityManager,
  site: Site,
  { to, name, subject, parts, hours, unsubscribe }: Letter,
): void {
  const all = [name ? `Hello ${name},` : 'Hello,', ...parts.filter((part): part is Part => Boolean(part))];
  const signature = signatureOf(site, unsubscribe);
  em.create(Mail, {
    recipient: to,
    subject: subject.slice(0, 200),
    expiresAt: new Date(Date.now() + hours * 3_600_000),
    text: [...all.map(asText), ['-- ', ...signature].join('\n')].join('\n\n'),
    html: page(subject, all.map(asHtml).join('\n'), signature),
    unsubscribe: unsubscribe ?? '',
  });
}

function signatureOf({ publicOrigin, support, seller }: Site, unsubscribe?: string): string[] {
  const ways = [support.phone, support.email].filter(Boolean).join(' or ');
  return [
    seller.name && seller.name !== 'Motokey' ? `Motokey, by ${seller.name}` : 'Motokey',
    publicOrigin,
    ways && `Questions: ${ways}`,
    unsubscribe ? `Turn off these reminders: ${unsubscribe}` : '',
  ].filter(Boolean);
}

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  if ('quote' in part) return part.quote.replace(/^/gm, '> ');
  if ('secret' in part) return part.secret.join(': ');
  return `${part.label}:\n${part.link}`;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
const withLines = (text: string) => escaped(text).replaceAll('\n', '<br>');

const MONO = "font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace";

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${withLines(part)}</p>`;
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><td class="muted line" width="50%" style="padding:6px 16px 6px 0;vertical-align:top;overflow-wrap:anywhere;color:#4a5765;border-bottom:1px solid #d5dbe1">${withLines(label)}</td><td class="line" style="padding:6px 0;vertical-align:top;overflow-wrap:anywhere;border-bottom:1px solid #d5dbe1">${withLines(value)}</td></tr>`,
    );
    return `<table style="margin:0 0 20px;border-collapse:collapse;table-layout:fixed;width:100%">${rows.join('')}</table>`;
  }
  if ('quote' in part)
    return `<blockquote class="muted" style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d8b65c;color:#4a5765">${withLines(part.quote)}</blockquote>`;
  if ('secret' in part) {
    const [label, value] = part.secret;
    return `<p style="margin:0 0 16px">${escaped(label)}: <strong style="${MONO};font-size:20px;white-space:nowrap">${escaped(value)}</strong></p>`;
  }
  const { link, label } = part;
  // The address is there, too: some mail programs show no links.
  return `<p style="margin:0 0 16px"><a class="button" href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:#2b3f8c;color:#ffffff;text-decoration:none;font-weight:600">${escaped(label)}</a><br><span class="muted" style="font-size:13px;color:#4a5765;overflow-wrap:anywhere">${escaped(link)}</span></p>`;
}

/** Everything is in style attributes, as many mail programs drop the rest; only the dark colours are in a style sheet. */
const page = (subject: string, body: string, signature: string[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #0e141a !important; }
  .panel { background: #161f28 !important; color: #e9eef3 !important; border-color: #7b8b9a !important; }
  .muted { color: #a8b5c2 !important; }
  .line { border-color: #3a4855 !important; }
  .brand { color: #e6c46e !important; }
  .button { background: #a9b8ff !important; color: #0e141a !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f3f5f7">
<div class="canvas" style="padding:24px 12px;background:#f3f5f7">
<div role="main" class="panel" style="max-width:560px;margin:0 auto;padding:24px 20px;background:#ffffff;color:#141c24;border:1px solid #d5dbe1;border-radius:4px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<p class="brand" style="margin:0 0 20px;color:#7a5810;font-weight:700;letter-spacing:1px">MOTOKEY</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>
${body}
<p class="muted line" style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d5dbe1;font-size:13px;color:#4a5765;overflow-wrap:anywhere">${signature.map(escaped).join('<br>')}</p>
</div>
</div>
</body>
</html>
`;

/** A day in words: `November 26, 2026`. */
export const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
