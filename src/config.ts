import { isIP } from 'node:net'
import { join } from 'node:path'
import { readDataDir } from './data-dir.ts'
import type { OAuthApps } from '#kit/calendars/port.ts'
import { type LogFormat, logFormats, type LogLevel, logLevels } from '#kit/observability/logger.ts'
import type { BucketSettings } from '#kit/db/backup/bucket.ts'
import type { PaymentSettings } from '#kit/payments/providers.ts'
import { isPublicAddress } from '#kit/http/public-address.ts'
import type { TlsFiles } from '#kit/http/tls.ts'
import type { KeySources } from '#kit/secrets/seal.ts'

/** Settings of the server, read once from the environment and validated. docs/operators.md lists them. */
export interface Config {
  port: number
  host: string
  /** Public origin without trailing slash; absent: taken from each request. */
  publicUrl: string | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** A streaming replica of that server, for long lists and reports. */
  databaseReplicaUrl: string | undefined
  /** How many requests may wait for a connection to the database; absent: as many as the pool thinks right. */
  databaseQueue: number | undefined
  /** Whether statements are sent to PostgreSQL before earlier ones are answered. */
  pipelinesStatements: boolean
  smtpUrl: string | undefined
  emailFrom: string
  testHooks: boolean
  /** `reduced` only in servers that a test builds itself: nothing in the environment leads to it. */
  passwordHashing: 'full' | 'reduced'
  /** Provider of online payments. */
  payments: PaymentSettings
  /** Whether the environment names the provider: then the dashboard cannot choose another. */
  namesPayments: boolean
  /** Keys that seal secrets in the database. */
  secrets: KeySources
  /** Keys of the apps that the operator registered with providers of calendars. */
  calendarApps: OAuthApps
  /** Another address of Stripe's API, for keys that the dashboard stores too. */
  stripeApiUrl: string | undefined
  /** Webhooks may go to private addresses and over plain http. */
  webhooksToPrivate: boolean
  /** Proxies whose forwarding headers are trusted: Fastify's trustProxy. */
  trustProxy: boolean | string
  /** How long a server that was told to end goes on serving while load balancers turn to others; 0: not at all. */
  drainSeconds: number
  /** Requests per minute and client address before 429. */
  requestsPerMinute: number
  log: { level: LogLevel; format: LogFormat }
  /** Bearer token of /metrics; absent: no such route. */
  metricsToken: string | undefined
  /** A separate private address for metrics, without token. */
  metricsAddress: { host: string; port: number } | undefined
  /** OTLP collector over HTTP, for traces. */
  tracesEndpoint: string | undefined
  backups: BackupSettings
  /** Files of the certificate and its key; absent: plain http, as behind a proxy. */
  tls: TlsFiles | undefined
  rootDir: string
}

export interface BackupSettings {
  /** Where backups go; absent: none are made by themselves. */
  folder: string | undefined
  everyHours: number
  /** How many stay. */
  keep: number
  /** How many stay in the folder: one when it only serves to fill the bucket. */
  keepHere: number
  /** Encrypts them. */
  passphrase: string | undefined
  /** Where they are copied to. */
  bucket: BucketSettings | undefined
}

/** Thrown for an invalid setting; the message is one sentence for the operator. */
export class InvalidSetting extends Error {
  override name = 'BadSetting'
}

export function readConfig(env: NodeJS.ProcessEnv, rootDir: string): Config {
  const port = Number(env.PORT ?? '3000')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidSetting(`PORT must be a number from 0 to 65535, not "${env.PORT}".`)
  const testHooks = readFlag(env, 'TEST_HOOKS')
  if (testHooks && env.NODE_ENV === 'production')
    throw new InvalidSetting('TEST_HOOKS=1 is refused when NODE_ENV is production: it lets anyone move the clock and read every message.')
  if (env.DATABASE_URL && !/^postgres(ql)?:\/\//.test(env.DATABASE_URL)) throw new InvalidSetting('DATABASE_URL must begin with postgres:// or postgresql://.')
  if (env.DATABASE_REPLICA_URL && !/^postgres(ql)?:\/\//.test(env.DATABASE_REPLICA_URL))
    throw new InvalidSetting('DATABASE_REPLICA_URL must begin with postgres:// or postgresql://.')
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL) throw new InvalidSetting('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.')
  if (env.SMTP_URL && !/^smtps?:\/\//.test(env.SMTP_URL)) throw new InvalidSetting('SMTP_URL must begin with smtp:// or smtps://.')
  return {
    port,
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL ? readOriginSetting(env.PUBLIC_URL) : undefined,
    dataDir: readDataDir(env),
    databaseUrl: env.DATABASE_URL || undefined,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL || undefined,
    databaseQueue: env.DATABASE_QUEUE === undefined ? undefined : readWholeNumber(env, 'DATABASE_QUEUE', 1),
    pipelinesStatements: readFlag(env, 'DB_PIPELINE', '1'),
    smtpUrl: env.SMTP_URL || undefined,
    emailFrom: env.MAIL_FROM ?? 'Atrium <no-reply@localhost>',
    testHooks,
    passwordHashing: 'full',
    payments: readPaymentSettings(env),
    namesPayments: Boolean(env.PAYMENT_PROVIDER || env.STRIPE_SECRET_KEY),
    secrets: readKeySources(env),
    calendarApps: readCalendarApps(env),
    stripeApiUrl: env.STRIPE_API_URL || undefined,
    webhooksToPrivate: testHooks || readFlag(env, 'WEBHOOKS_TO_PRIVATE'),
    trustProxy: env.TRUST_PROXY ?? false,
    drainSeconds: readDrainSeconds(env),
    requestsPerMinute: readWholeNumber(env, 'REQUESTS_PER_MINUTE', 6000),
    log: readLogSettings(env, process.stdout.isTTY),
    metricsToken: metricsToken(env),
    metricsAddress: env.METRICS_ADDRESS ? readPrivateAddress(env.METRICS_ADDRESS) : undefined,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT ? readCollectorUrl(env.OTEL_EXPORTER_OTLP_ENDPOINT) : undefined,
    backups: readBackupSettings(env),
    tls: readTlsFiles(env),
    rootDir,
  }
}

/** On a terminal only warnings are logged, so that the output of the start stays visible. */
const readLogSettings = (env: NodeJS.ProcessEnv, isTerminal: boolean): Config['log'] => ({
  level: readOneOf(env, 'LOG_LEVEL', logLevels, isTerminal ? 'warn' : 'info'),
  format: readOneOf(env, 'LOG_FORMAT', logFormats, isTerminal ? 'pretty' : 'json'),
})

function readOneOf<T extends string>(env: NodeJS.ProcessEnv, name: string, allowed: readonly T[], fallback: T): T {
  const value = (env[name] || fallback) as T
  if (!allowed.includes(value)) throw new InvalidSetting(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return value
}

function metricsToken({ METRICS_TOKEN: token }: NodeJS.ProcessEnv): string | undefined {
  if (token && token.length < 16) throw new InvalidSetting('METRICS_TOKEN must have at least 16 characters.')
  return token || undefined
}

const MICROSOFT_LOGIN = 'https://login.microsoftonline.com/common/oauth2/v2.0'
/** An id without its secret is a mistake that would be found late. */
function readCalendarApps(env: NodeJS.ProcessEnv): OAuthApps {
  const read = (provider: 'GOOGLE' | 'MICROSOFT') => {
    const [id, secret] = [env[`${provider}_CALENDAR_CLIENT_ID`], env[`${provider}_CALENDAR_CLIENT_SECRET`]]
    if (Boolean(id) !== Boolean(secret)) throw new InvalidSetting(`${provider}_CALENDAR_CLIENT_ID and ${provider}_CALENDAR_CLIENT_SECRET go together.`)
    return id && secret ? { clientId: id, clientSecret: secret } : undefined
  }
  const [google, microsoft] = [read('GOOGLE'), read('MICROSOFT')]
  return {
    ...(google && {
      GOOGLE: {
        ...google,
        authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
        tokenUrl: 'https://oauth2.googleapis.com/token',
        apiUrl: 'https://www.googleapis.com/calendar/v3',
      },
    }),
    ...(microsoft && {
      MICROSOFT: {
        ...microsoft,
        authorizeUrl: `${MICROSOFT_LOGIN}/authorize`,
        tokenUrl: `${MICROSOFT_LOGIN}/token`,
        apiUrl: 'https://graph.microsoft.com/v1.0',
      },
    }),
  }
}

/** Without a key one is kept in a file, which lies beside the data unless it is named. */
function readKeySources(env: NodeJS.ProcessEnv): KeySources {
  for (const name of ['SECRETS_KEY', 'SECRETS_KEY_FORMER'])
    if (env[name] && env[name].length < 32) throw new InvalidSetting(`${name} must have at least 32 characters.`)
  return {
    given: env.SECRETS_KEY || undefined,
    former: env.SECRETS_KEY_FORMER || undefined,
    file: env.SECRETS_KEY_FILE || join(readDataDir(env), 'secrets.key'),
  }
}

function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const { BACKUP_DIR: folder, BACKUP_KEY: passphrase } = env
  if (passphrase && passphrase.length < 16) throw new InvalidSetting('BACKUP_KEY must have at least 16 characters.')
  const [bucket, keep] = [readBucketSettings(env), readWholeNumber(env, 'BACKUP_KEEP', 14)]
  return {
    folder: folder || (bucket && join(readDataDir(env), 'backups')),
    everyHours: readWholeNumber(env, 'BACKUP_EVERY', 24),
    keep,
    keepHere: folder ? keep : 1,
    passphrase: passphrase || undefined,
    bucket,
  }
}

/** What leaves the machine is encrypted. */
function readBucketSettings(env: NodeJS.ProcessEnv): BucketSettings | undefined {
  const { BACKUP_S3_URL: url, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret, BACKUP_S3_REGION: region } = env
  if (!url) return undefined
  if (!URL.canParse(url) || !/^https?:\/\/[^/?#@]+(\/[\w.-]+)+\/?$/.test(url))
    throw new InvalidSetting(`BACKUP_S3_URL must be the address of a bucket such as https://s3.eu-central-1.amazonaws.com/my-backups, not "${url}".`)
  if (!keyId || !secret) throw new InvalidSetting('BACKUP_S3_URL needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.')
  if (!env.BACKUP_KEY) throw new InvalidSetting('BACKUP_S3_URL needs BACKUP_KEY: a backup that is not encrypted opens every account.')
  return { url: url.replace(/\/$/, ''), keyId, secret, region: region || undefined }
}

function readTlsFiles({ TLS_CERT: cert, TLS_KEY: key }: NodeJS.ProcessEnv): TlsFiles | undefined {
  if (Boolean(cert) !== Boolean(key)) throw new InvalidSetting('TLS_CERT and TLS_KEY go together.')
  return cert && key ? { cert, key } : undefined
}

/** Metrics without a token are available on loopback and private networks only. */
function readPrivateAddress(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([\w.:]+?)\]?:(\d{1,5})$/.exec(text) ?? []
  const isPrivate = host === 'localhost' || (isIP(host) !== 0 && !/^(0\.0\.0\.0|::)$/.test(host) && !isPublicAddress(host))
  if (!isPrivate || Number(port) > 65_535)
    throw new InvalidSetting(`METRICS_ADDRESS must be a private address with a port such as 127.0.0.1:9464, not "${text}".`)
  return { host, port: Number(port) }
}

function readCollectorUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new InvalidSetting(`OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not "${text}".`)
}

function readWholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = Number(env[name] ?? fallback)
  if (!Number.isInteger(value) || value < 1) throw new InvalidSetting(`${name} must be a whole number above 0, not "${env[name]}".`)
  return value
}

const MAX_DRAIN_SECONDS = 300
function readDrainSeconds({ DRAIN_SECONDS: text = '0' }: NodeJS.ProcessEnv): number {
  const seconds = text === '' ? 0 : Number(text)
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAX_DRAIN_SECONDS)
    throw new InvalidSetting(`DRAIN_SECONDS must be a whole number from 0 to ${MAX_DRAIN_SECONDS}, not "${text}".`)
  return seconds
}

/** A provider without keys does not prevent the start: the dashboard says what is missing, and online payments are off. */
function readPaymentSettings(env: NodeJS.ProcessEnv): PaymentSettings {
  const provider = env.PAYMENT_PROVIDER || (env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox')
  if (provider !== 'sandbox' && provider !== 'stripe' && provider !== 'none')
    throw new InvalidSetting(`PAYMENT_PROVIDER must be sandbox, stripe or none, not "${provider}".`)
  if (provider !== 'stripe') return { provider }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env
  if (!secretKey) return { provider, problem: 'STRIPE_SECRET_KEY is missing.' }
  if (!/^(sk|rk)_/.test(secretKey)) return { provider, problem: 'STRIPE_SECRET_KEY is not a secret key of Stripe; it begins with sk_ or rk_.' }
  if (!webhookSecret) return { provider, problem: 'STRIPE_WEBHOOK_SECRET is missing.' }
  return { provider, stripe: { secretKey, webhookSecret, apiUrl: apiUrl || undefined } }
}

function readFlag(env: NodeJS.ProcessEnv, name: string, fallback: '0' | '1' = '0'): boolean {
  const value = env[name] || fallback
  if (value !== '0' && value !== '1') throw new InvalidSetting(`${name} must be 0 or 1, not "${value}".`)
  return value === '1'
}

function readOriginSetting(text: string): string {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin
  } catch {
    // Falls through to the error below.
  }
  throw new InvalidSetting(`PUBLIC_URL must be an address such as https://studio.example, not "${text}".`)
}
