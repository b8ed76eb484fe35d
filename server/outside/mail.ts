import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config';

interface Letter {
  /** The local part of the Message-ID. A retry keeps it, so that mail clients can recognise a duplicate. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  /** Empty if there is only text. */
  html: string;
  /** Where its recipient turns off mails like this one; empty if there is no such choice. */
  unsubscribe: string;
}

/** Delivers a mail; rejects if it was not accepted. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** Time limits for the mail server, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through SMTP_URL; without it each mail becomes an .eml file in DATA_DIR/outbox. */
export function openMailer(
  { smtpUrl, smtpRequiresTls, mailFrom, dataDir }: Config,
  timeouts: Partial<typeof TIMEOUTS> = {},
): Mailer {
  const compose = ({ messageId, to, subject, text, html, unsubscribe }: Letter) => ({
    from: mailFrom,
    // Passed as an address, not as a header, so that it cannot add another recipient.
    to: { name: '', address: to },
    subject,
    text,
    ...(html && { html }),
    headers: {
      // RFC 3834: so that nobody's notice of absence answers it.
      'Auto-Submitted': 'auto-generated',
      // With one click, as RFC 8058 says: mail programs send a POST to this address.
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
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
      // Mails may contain temporary passwords. Also a folder from before.
      await chmod(outbox, 0o700);
      const path = join(outbox, `${letter.messageId}.eml`);
      await writeFile(`${path}.draft`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.draft`, path);
    },
    close: () => transport.close(),
  };
}
