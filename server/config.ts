import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const flag = z.enum(['true', 'false'], { error: 'must be true or false' });

const sheets = (usual: number) =>
  z.preprocess(blankIsAbsent, z.coerce.number({ error: 'must be a whole number' }).int().min(1).default(usual));

/** The percentage in a tax line: `VAT 20 % included`. Not a part of a longer number. */
const PERCENT = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g;

/** Stripe's keys name their mode: test or live. */
const modeOf = (key: string | undefined) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1];

/** All settings; docs/settings.md and .env.example describe them. */
const Settings = z
  .object({
    NODE_ENV: optional(z.enum(['production', 'development', 'test'])),
    PORT: z.preprocess(
      blankIsAbsent,
      z.coerce.number({ error: 'must be a whole number from 0 to 65535' }).int().min(0).max(65535).default(3000),
    ),
    HOST: optional(z.string()),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
    DATABASE_READ_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
    ANSWER_CACHE_MB: z.preprocess(
      blankIsAbsent,
      z.coerce.number({ error: 'must be a number from 0 to 10000' }).min(0).max(10_000).default(64),
    ),
    DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./.data')),
    PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })),
    SUPPORT_PHONE: optional(z.string().max(60)),
    SUPPORT_EMAIL: optional(z.email()),
    TRUST_PROXY: optional(z.stringFormat('proxies', /^(true|false|\d)$/, { error: 'must be true, false or a number' })),
    LOG_LEVEL: z.preprocess(
      blankIsAbsent,
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    ),
    SLOW_STATEMENT_MS: z.preprocess(
      blankIsAbsent,
      z.coerce.number({ error: 'must be a whole number from 0 to 60000' }).int().min(0).max(60_000).default(500),
    ),
    METRICS_TOKEN: optional(z.string().regex(/^\S{16,}$/, { error: 'must have at least 16 characters, no spaces' })),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(
      z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
    ),
    LOG_RETENTION_DAYS: z.preprocess(
      blankIsAbsent,
      z.coerce.number({ error: 'must be a whole number from 0 to 36500' }).int().min(0).max(36_500).default(1_095),
    ),
    SHEETS_PER_HOUR: sheets(300),
    SHEETS_PER_DAY: sheets(1_000),
    JUMP_MATCHES_PER_HOUR: sheets(1_000),
    GEOIP_FILE: optional(z.string()),
    SELLER_NAME: optional(z.string().max(200)),
    SELLER_ADDRESS: optional(z.string().max(1_000)),
    SELLER_TAX_ID: optional(z.string().max(100)),
    RECEIPT_TAX: optional(
      z
        .string()
        .max(200)
        .refine((text) => [...text.matchAll(/%/g)].length <= 1, { error: 'must have at most one percentage' })
        .refine((text) => !text.includes('%') || [...text.matchAll(PERCENT)].length === 1, {
          error: 'must have its percentage as a number below 100 with three decimals at most, such as 20 %',
        }),
    ),
    PAGES_DIR: optional(
      z.string().refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory(), {
        error: 'must be a directory that exists',
      }),
    ),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
    SMTP_ALLOW_PLAIN: optional(flag),
    MAIL_FROM: z.preprocess(blankIsAbsent, z.string().max(200).optional()),
    S3_BUCKET: optional(z.string()),
    S3_REGION: z.preprocess(blankIsAbsent, z.string().default('us-east-1')),
    S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    // The prefixes are checked so that a secret key is not sent to browsers by mistake as the publishable key.
    STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_/, { error: 'must begin with sk_ or rk_' })),
    STRIPE_PUBLISHABLE_KEY: optional(z.string().regex(/^pk_/, { error: 'must begin with pk_' })),
    STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_/, { error: 'must begin with whsec_' })),
    STRIPE_API_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })),
    STRIPE_TEST_MODE: optional(flag),
  })
  .superRefine((settings, context) => {
    const refuse = (name: keyof typeof settings, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    const need = (names: (keyof typeof settings)[], why: string) => {
      for (const name of names) if (!settings[name]) refuse(name, `is required ${why}`);
    };
    const production = settings.NODE_ENV === 'production';
    const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
    const given = [...stripe, 'STRIPE_API_URL' as const].find((name) => settings[name]);
    if (production) need(['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', ...stripe], 'in production');
    else if (given) need([...stripe], `with ${given}`);
    const [secret, shown] = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY].map(modeOf);
    if (secret && shown && secret !== shown)
      refuse('STRIPE_PUBLISHABLE_KEY', `is a ${shown} key, but STRIPE_SECRET_KEY is a ${secret} key`);
    const testMode = settings.STRIPE_TEST_MODE === 'true';
    if (production && secret === 'test' && !testMode)
      refuse('STRIPE_SECRET_KEY', 'is a test key, which moves no money: set a live key, or STRIPE_TEST_MODE=true');
    if (secret === 'live' && testMode) refuse('STRIPE_TEST_MODE', 'is true, but STRIPE_SECRET_KEY is a live key');
    if (production && settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).protocol !== 'https:')
      refuse('PUBLIC_URL', 'must be an https:// address in production');
    if (settings.S3_BUCKET) need(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], 'with S3_BUCKET');
  });

export const settingNames = Object.keys(Settings.shape);

/** Settings that may be the content of a file instead, named by the setting with `_FILE` appended. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] as const;

/** An S3-compatible bucket. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** Default: Amazon's. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An account at Stripe. */
export interface StripeSettings {
  /** Never leaves the server. */
  secretKey: string;
  /** Sent to the browser. */
  publishableKey: string;
  /** The signing secret of webhooks. */
  webhookSecret: string;
  /** Default: Stripe's. */
  apiUrl?: string | undefined;
}

/** Who sells the subscriptions, as receipts and the seller's page name them. Empty texts are not known. */
interface Seller {
  name: string;
  /** Lines with line ends between them. */
  address: string;
  taxId: string;
  /** The tax line of receipts. */
  tax: string;
  /** The tax that the price contains, in thousandths of a percent: 20 % is 20000. */
  taxRate: number;
}

export interface Config {
  production: boolean;
  port: number;
  /** The address or host name to listen on; `localhost` means all of its addresses. */
  host: string;
  /** Absent: the embedded PostgreSQL under `dataDir`. */
  databaseUrl?: string | undefined;
  /** A streaming replica of it, for reads; absent: none. */
  databaseReadUrl?: string | undefined;
  /** The most memory for cached answers, in bytes; 0 caches none. */
  answerCacheBytes: number;
  /** Absolute path of the embedded database, the images and the outbox. */
  dataDir: string;
  /** Public origin of the site, e.g. `https://keys.example.com`. */
  publicOrigin?: string | undefined;
  supportPhone?: string | undefined;
  supportEmail?: string | undefined;
  /** The number of reverse proxies in front of us, whose X-Forwarded-* headers are trusted. */
  proxies: number;
  logLevel: string;
  /** In milliseconds: slower statements are logged. */
  slowAfter: number;
  /** What Prometheus sends to read the metrics; absent: there are none. */
  metricsToken?: string | undefined;
  /** The collector of OpenTelemetry that traces are sent to; absent: there are none. */
  tracesUrl?: string | undefined;
  /** Days that log lines are kept; 0 means for ever. */
  logRetentionDays: number;
  /** Sheets that a member may open (docs/rules.md, "Sheet budgets"). */
  sheetsPerHour: number;
  sheetsPerDay: number;
  /** Blanks, part numbers and codes that Jump shows to a member (docs/rules.md, "Jump"). */
  jumpMatchesPerHour: number;
  /** Absent: each mail becomes a file in the outbox. */
  smtpUrl?: string | undefined;
  /** If true, mail waits in the outbox until the mail server offers TLS. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  seller: Seller;
  /** The folder with the operator's terms.md, privacy.md, refunds.md and seller.md; absent: the product's own texts. */
  pagesDir?: string | undefined;
  /** Path of a MaxMind DB file for the visitor's country and city. */
  geoipFile?: string | undefined;
  /** Absent: images are on disk, under `dataDir`. */
  s3?: S3Settings | undefined;
  /** Absent: a sandbox in which no money moves. Required in production. */
  stripe?: StripeSettings | undefined;
}

/** Wrong settings or arguments. The message is for the person at the terminal. */
export class ConfigError extends Error {}

/** Reads the environment once, at start; throws a ConfigError that names every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = Settings.safeParse({ ...env, ...secretsIn(env) });
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const settings = result.data;
  const production = settings.NODE_ENV === 'production';
  // Placeholder contact details, so that pages are complete outside production.
  const demo = production ? undefined : { phone: '+1 555 010 0199', email: 'support@example.com' };
  return {
    production,
    port: settings.PORT,
    // The embedded database has demo accounts with a publicly known password.
    host: settings.HOST ?? (settings.DATABASE_URL ? '0.0.0.0' : 'localhost'),
    databaseUrl: settings.DATABASE_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    answerCacheBytes: settings.ANSWER_CACHE_MB * 1_048_576,
    dataDir: resolve(settings.DATA_DIR),
    publicOrigin: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
    supportPhone: settings.SUPPORT_PHONE ?? demo?.phone,
    supportEmail: settings.SUPPORT_EMAIL ?? demo?.email,
    proxies: { true: 1, false: 0 }[settings.TRUST_PROXY ?? 'false'] ?? Number(settings.TRUST_PROXY),
    logLevel: settings.LOG_LEVEL,
    slowAfter: settings.SLOW_STATEMENT_MS || Number.POSITIVE_INFINITY,
    metricsToken: settings.METRICS_TOKEN,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    logRetentionDays: settings.LOG_RETENTION_DAYS,
    sheetsPerHour: settings.SHEETS_PER_HOUR,
    sheetsPerDay: settings.SHEETS_PER_DAY,
    jumpMatchesPerHour: settings.JUMP_MATCHES_PER_HOUR,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: production && settings.SMTP_ALLOW_PLAIN !== 'true',
    mailFrom: settings.MAIL_FROM ?? 'Motokey <motokey@localhost>',
    seller: {
      name: settings.SELLER_NAME ?? '',
      // In the environment, a line end is easier to write as an escape.
      address: (settings.SELLER_ADDRESS ?? '').replaceAll('\\n', '\n'),
      taxId: settings.SELLER_TAX_ID ?? '',
      tax: settings.RECEIPT_TAX ?? '',
      taxRate: rateIn(settings.RECEIPT_TAX ?? ''),
    },
    pagesDir: settings.PAGES_DIR,
    geoipFile: settings.GEOIP_FILE,
    s3: settings.S3_BUCKET
      ? {
          bucket: settings.S3_BUCKET,
          region: settings.S3_REGION,
          endpoint: settings.S3_ENDPOINT,
          accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
    stripe: settings.STRIPE_SECRET_KEY
      ? {
          secretKey: settings.STRIPE_SECRET_KEY,
          publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
          apiUrl: settings.STRIPE_API_URL,
        }
      : undefined,
  };
}

/** The settings whose values are in files, as containers are given secrets. */
function secretsIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
    try {
      found[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`The file that ${name}_FILE names cannot be read: ${(error as Error).message}`);
    }
  }
  return found;
}

function rateIn(tax: string): number {
  const [percent = '0'] = [...tax.matchAll(PERCENT)].map(([, number]) => number);
  return Math.round(Number(percent.replace(',', '.')) * 1_000);
}

/** What mails and receipts say about this site. */
export interface Site {
  /** The origin in browsers, for links. */
  publicOrigin: string;
  /** SUPPORT_PHONE and SUPPORT_EMAIL, if set. */
  support: { phone: string | undefined; email: string | undefined };
  seller: Seller;
}

export const siteOf = (config: Config): Site => ({
  publicOrigin: originOf(config),
  support: { phone: config.supportPhone, email: config.supportEmail },
  seller: config.seller,
});

/** The public origin of the site, for links in mails. */
export const originOf = ({ publicOrigin, port }: Config) => publicOrigin ?? `http://localhost:${port}`;
