import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config';

interface Letter {
  /** Known to the receiving side, so that a letter that comes twice is shown once. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
}

/** Hands a letter over; rejects where it was not taken. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** How long a mail server may take, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The same words for who reads mail as pages. */
const asHtml = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

/** Sends by SMTP_URL; without it each letter becomes an .eml file in DATA_DIR/outbox. */
export function openMailer(
  { smtpUrl, smtpRequiresTls, mailFrom, dataDir }: Config,
  timeouts: Partial<typeof TIMEOUTS> = {},
): Mailer {
  const compose = ({ messageId, to, subject, text }: Letter) => ({
    from: mailFrom,
    // As an address, not as a header: nothing in it can add another recipient.
    to: { name: '', address: to },
    subject,
    text,
    html: asHtml(text),
    messageId: `<${messageId}@motokey>`,
  });
  if (smtpUrl) {
    const url = new URL(smtpUrl);
    // Mails may contain temporary passwords. This overrides any other TLS parameter in SMTP_URL.
    if (smtpRequiresTls) url.searchParams.set('requireTLS', 'true');
    const transport = nodemailer.createTransport({ url: url.href, ...TIMEOUTS, ...timeouts });
    return {
      send: async (letter) => void (await transport.sendMail(compose(letter))),
      close: () => transport.close(),
    };
  }
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const outbox = join(dataDir, 'outbox');
  return {
    async send(letter) {
      const { message } = await transport.sendMail(compose(letter));
      await mkdir(outbox, { recursive: true });
      const path = join(outbox, `${letter.messageId}.eml`);
      await writeFile(`${path}.draft`, message as Buffer);
      await rename(`${path}.draft`, path);
    },
    close: () => transport.close(),
  };
}
