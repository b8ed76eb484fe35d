import { readFileSync, statSync } from 'node:fs';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
/**
 * `otherwise` says what applies without the setting, if its schema has no default. docs/settings.md and .env.example
 * are written from both texts.
 */
const setting = <T extends z.ZodType>(schema: T, meaning: string, otherwise = '') =>
  z.preprocess(blankIsAbsent, schema).meta({ meaning, otherwise });
const optional = <T extends z.ZodType>(schema: T, meaning: string, otherwise?: string) =>
  setting(schema.optional(), meaning, otherwise);
const flag = (meaning: string) =>
  setting(z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'), meaning);
const number = (from: number, to: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${from} to ${to}` })
    .int()
    .min(from)
    .max(to);
const positive = z.coerce.number({ error: 'must be a whole number' }).int().min(1);
const postgres = z.url({
  protocol: /^postgres(ql)?$/,
  hostname: /^[^,]*$/,
  error: 'must be a postgres:// address of one host',
});
const web = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** The percentage in a tax line: `VAT 20 % included`. Not a part of a longer number. */
const PERCENT = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g;

/** Stripe's keys name their mode: test or live. */
const modeOf = (key: string | undefined) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1];

/** All settings, in the order of docs/settings.md. */
export const Settings = z
  .object({
    NODE_ENV: optional(
      z.enum(['production', 'development', 'test']),
      '`production`: secure cookies, no introspection, and [stricter checks at startup](operations.md#production)',
    ),
    PORT: setting(number(0, 65_535).default(3000), 'the port to listen on'),
    HOST: optional(
      z.string(),
      'the address to listen on',
      '`localhost` with the embedded database, whose demo password everybody knows; else all addresses',
    ),
    PUBLIC_URL: optional(web, 'the address that browsers use, e.g. `https://keys.example.com`'),
    TRUST_PROXY: setting(
      z.stringFormat('proxies', /^(true|false|\d)$/, { error: 'must be true, false or a number' }).default('false'),
      'whose `X-Forwarded-*` headers to trust: `true` for one proxy, or the number of proxies',
    ),
    DATABASE_URL: optional(
      postgres,
      '`postgres://user:password@host:5432/name`: PostgreSQL 15 or newer, with ICU; `?sslmode=verify-full` for [TLS](scaling.md#tls)',
      'the embedded PostgreSQL',
    ),
    DATABASE_READ_URL: optional(
      postgres,
      'a streaming replica of that database, for reads: [More than one server](operations.md#more-than-one-server)',
    ),
    ANSWER_CACHE_MB: setting(
      z.coerce.number({ error: 'must be a number from 0 to 10000' }).min(0).max(10_000).default(64),
      'how much memory cached answers may take: [Memory](performance.md#memory); 0 caches none',
    ),
    DATA_DIR: setting(
      z.string().default('./.data'),
      'the directory of the embedded database, the images and mail that is not sent',
    ),
    S3_BUCKET: optional(z.string(), 'an S3-compatible bucket for the images', 'images are in `DATA_DIR`'),
    S3_REGION: setting(z.string().default('us-east-1'), "the bucket's region"),
    S3_ENDPOINT: optional(web, "the bucket's server", "Amazon's"),
    S3_ACCESS_KEY_ID: optional(z.string(), "the bucket's credentials, required with it"),
    S3_SECRET_ACCESS_KEY: optional(z.string(), 'their secret half'),
    SMTP_URL: optional(
      z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
      'the mail server, `smtp://…` or `smtps://…`',
      'mail is written to `DATA_DIR/outbox`',
    ),
    SMTP_ALLOW_PLAIN: flag('`true`: in production, allow a mail server without TLS'),
    MAIL_FROM: optional(z.string().max(200), 'the sender of mail', '`Motokey <motokey@localhost>`'),
    SUPPORT_PHONE: optional(
      z.string().max(60),
      'the phone number on the sign-in page',
      'an example; in production none',
    ),
    SUPPORT_EMAIL: optional(z.email(), 'the address of the contact link', 'an example; in production none'),
    // The prefixes keep a secret key from being sent to browsers as the publishable key.
    STRIPE_SECRET_KEY: optional(
      z.string().regex(/^(sk|rk)_/, { error: 'must begin with sk_ or rk_' }),
      'the secret key of the account that takes the money: [Taking money](operations.md#taking-money)',
      'a sandbox, where no money moves',
    ),
    STRIPE_PUBLISHABLE_KEY: optional(z.string().regex(/^pk_/, { error: 'must begin with pk_' }), 'its publishable key'),
    STRIPE_WEBHOOK_SECRET: optional(
      z.string().regex(/^whsec_/, { error: 'must begin with whsec_' }),
      'its signing secret of webhooks',
    ),
    STRIPE_TEST_MODE: flag("`true`: in production, allow Stripe's test keys, with which no money moves"),
    STRIPE_API_URL: optional(web, "another server with Stripe's API, for tests", "Stripe's"),
    SELLER_NAME: optional(
      z.string().max(200),
      'who sells the subscriptions, on receipts and on `/seller`',
      'not known; the pages say so',
    ),
    SELLER_ADDRESS: optional(z.string().max(1_000), 'their address; `\\n` begins a new line'),
    SELLER_TAX_ID: optional(z.string().max(100), 'their tax id'),
    RECEIPT_TAX: optional(
      z
        .string()
        .max(200)
        .refine((text) => [...text.matchAll(/%/g)].length <= 1, { error: 'must have at most one percentage' })
        .refine((text) => !text.includes('%') || [...text.matchAll(PERCENT)].length === 1, {
          error: 'must have its percentage as a number below 100 with three decimals at most, such as 20 %',
        }),
      'the tax line of receipts, e.g. `VAT 20 % included`: the tax within the price is computed from its percentage: [Receipts](rules.md#receipts)',
      'no tax line',
    ),
    PAGES_DIR: optional(
      z.string().refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory(), {
        error: 'must be a directory that exists',
      }),
      'a directory with `terms.md`, `privacy.md`, `refunds.md` and `seller.md`: [Your own pages](operations.md#your-own-pages)',
      "the product's own texts",
    ),
    REMOVE_SERVICE_WORKER: flag(
      '`true`: removes the service worker from browsers: [Without a connection](operations.md#without-a-connection)',
    ),
    SHEETS_PER_HOUR: setting(
      positive.default(300),
      'how many sheets a member may open in an hour: [Sheet budgets](rules.md#sheet-budgets)',
    ),
    SHEETS_PER_DAY: setting(positive.default(1_000), 'and in 24 hours'),
    JUMP_MATCHES_PER_HOUR: setting(
      positive.default(1_000),
      'how many blanks, part numbers and codes a member may find in Jump in an hour: [Jump](rules.md#jump)',
    ),
    COMPANY_MB: setting(
      number(1, 10_000).default(50),
      'how much a company may keep of its own, in MB: [Own values and notes](rules.md#own-values-and-notes)',
    ),
    SECOND_FACTOR_FOR_ADMINS: flag(
      '`true`: administrators need a [second factor](rules.md#second-factor); those who have none can only set one up',
    ),
    SECOND_FACTOR_KEY: optional(
      z.string().regex(/^\S{32,}$/, { error: 'must have at least 32 characters, no spaces' }),
      'encrypts the secrets of authenticator apps, at least 32 characters, the same on all servers: [Second factors](operations.md#second-factors)',
      'they are not encrypted',
    ),
    LOG_RETENTION_DAYS: setting(
      number(0, 36_500).default(1_095),
      'how many days the log of user actions is kept; 0 keeps it for ever',
    ),
    WEBHOOK_PRIVATE_ADDRESSES: optional(
      z.string().refine((text) => networksIn(text) !== null, {
        error: 'must be addresses or networks such as 10.1.2.3, 10.1.0.0/16 or ::1, with commas between them',
      }),
      'private addresses or networks of your own receivers of webhooks, separated by commas; these may use http and any port: [Addresses](webhooks.md#addresses)',
      'only the public internet',
    ),
    GEOIP_FILE: optional(z.string(), 'a MaxMind DB file, for the country and city of `visitorLocation`'),
    LOG_LEVEL: setting(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
      '`info` has [a line for each request](operations.md#log-lines)',
    ),
    SLOW_STATEMENT_MS: setting(
      number(0, 60_000).default(500),
      'statements that take more milliseconds [are logged](operations.md#slow-statements); 0 logs none',
    ),
    METRICS_TOKEN: optional(
      z.string().regex(/^\S{16,}$/, { error: 'must have at least 16 characters, no spaces' }),
      'the token with which Prometheus reads `/metrics`, at least 16 characters: [Metrics](operations.md#metrics)',
      'no metrics',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(
      web,
      'the OpenTelemetry collector, e.g. `http://localhost:4318`: [Traces](operations.md#traces)',
      'no traces',
    ),
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

/** Settings that may be the content of a file instead, named by the setting with `_FILE` appended. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SECOND_FACTOR_KEY',
  'METRICS_TOKEN',
] as const;

/** An S3-compatible bucket. */
export interface S3Settings {
  bucket: string;
  region: string;
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
  apiUrl?: string | undefined;
}

export interface SecondFactorSettings {
  /** Whether administrators need one. */
  forAdmins: boolean;
  /** Encrypts the secrets of authenticator apps, so that a backup of the database does not give them away. */
  key?: string | undefined;
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

/** The settings as the server uses them; what each means is in `Settings`. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  databaseUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  /** The most memory for cached answers, in bytes; 0 caches none. */
  answerCacheBytes: number;
  /** Absolute path of the embedded database, the images and the outbox. */
  dataDir: string;
  publicOrigin?: string | undefined;
  supportPhone?: string | undefined;
  supportEmail?: string | undefined;
  /** The number of reverse proxies in front of us, whose X-Forwarded-* headers are trusted. */
  proxies: number;
  logLevel: string;
  /** In milliseconds: slower statements are logged. */
  slowAfter: number;
  metricsToken?: string | undefined;
  tracesUrl?: string | undefined;
  secondFactor: SecondFactorSettings;
  logRetentionDays: number;
  sheetsPerHour: number;
  sheetsPerDay: number;
  jumpMatchesPerHour: number;
  /** The most bytes that a company keeps of its own. */
  companyBytes: number;
  smtpUrl?: string | undefined;
  /** If true, mail waits in the outbox until the mail server offers TLS. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  seller: Seller;
  pagesDir?: string | undefined;
  /** Whether browsers get a worker that removes itself in place of the app's service worker. */
  removeServiceWorker?: boolean;
  /** The private addresses to which webhooks may be sent. */
  webhookPrivateAddresses: BlockList;
  geoipFile?: string | undefined;
  s3?: S3Settings | undefined;
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
    proxies: { true: 1, false: 0 }[settings.TRUST_PROXY] ?? Number(settings.TRUST_PROXY),
    logLevel: settings.LOG_LEVEL,
    slowAfter: settings.SLOW_STATEMENT_MS || Number.POSITIVE_INFINITY,
    metricsToken: settings.METRICS_TOKEN,
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    secondFactor: { forAdmins: settings.SECOND_FACTOR_FOR_ADMINS === 'true', key: settings.SECOND_FACTOR_KEY },
    logRetentionDays: settings.LOG_RETENTION_DAYS,
    sheetsPerHour: settings.SHEETS_PER_HOUR,
    sheetsPerDay: settings.SHEETS_PER_DAY,
    jumpMatchesPerHour: settings.JUMP_MATCHES_PER_HOUR,
    companyBytes: settings.COMPANY_MB * 1_000_000,
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
    removeServiceWorker: settings.REMOVE_SERVICE_WORKER === 'true',
    webhookPrivateAddresses: networksIn(settings.WEBHOOK_PRIVATE_ADDRESSES ?? '') ?? new BlockList(),
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

/** `10.1.0.0/16, ::1` as a list; null if one of them is no address or network. */
function networksIn(text: string): BlockList | null {
  const list = new BlockList();
  for (const network of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const bits = isIPv6(address) ? 128 : 32;
    if (!isIP(address) || Number(prefix ?? bits) > bits) return null;
    list.addSubnet(address, Number(prefix ?? bits), bits === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
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
