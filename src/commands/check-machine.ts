/** What `atrium doctor` finds on the machine and in the settings, without a database. Each check takes what it looks at, and never throws. */
import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { relative, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { type BackupSettings, type Config, InvalidSetting, readConfig } from '../config.ts'
import { BucketRefused, openBucket } from '#kit/db/backup/bucket.ts'
import { type Finding, fine, notice, wrong } from './findings.ts'
import { hasStaleLock } from '#kit/db/data-dir-lock.ts'
import { readCertificate } from '#kit/http/tls.ts'
import { listBackups } from '#kit/pure/backup-names.ts'

const nowMs = (): number => Temporal.Now.instant().epochMilliseconds
const messageFrom = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: Error }
  return cause?.message ? `${message}: ${cause.message}` : message
}

/** The settings, when they can be read, and what is found in them. */
export function checkSettings(env: NodeJS.ProcessEnv, rootDir: string): { config: Config | undefined; findings: Finding[] } {
  try {
    const config = readConfig(env, rootDir)
    const isOpen = config.testHooks && config.publicUrl?.startsWith('https:')
    return {
      config,
      findings: [isOpen ? wrong('Settings', 'TEST_HOOKS=1 lets anyone move the clock and read every email. Remove it.') : fine('Settings', 'can be read')],
    }
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error
    return { config: undefined, findings: [wrong('Settings', error.message)] }
  }
}

const OLDEST_NODE = [20, 19] as const
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
  return isOld ? wrong('Node.js', `${version} is too old: install ${OLDEST_NODE.join('.')} or newer.`) : fine('Node.js', version)
}

const isLocalHost = (host: string): boolean => host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0

/** The public address as it is set. */
export function checkAddress({ publicUrl, tls, trustProxy }: Pick<Config, 'publicUrl' | 'tls' | 'trustProxy'>): Finding {
  if (publicUrl === undefined) return notice('Address', 'PUBLIC_URL is not set: links in emails lead to the address that the owner gave, else to localhost.')
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLocalHost(hostname))
    return wrong('Address', `${publicUrl} is not encrypted: passwords travel in the clear. Use https, by a proxy or by TLS_CERT and TLS_KEY.`)
  if (protocol === 'https:' && !tls && trustProxy === false)
    return notice(
      'Address',
      `TRUST_PROXY is not set: behind a proxy all visitors seem to have its address, and share one rate limit. Set it to the proxy's address.`,
    )
  return fine('Address', publicUrl)
}

/** Whether the name of the public address is known. `resolve` answers the addresses of a name. */
export async function checkDns(
  publicUrl: string | undefined,
  resolve: (host: string) => Promise<{ address: string }[]> = (host) => lookup(host, { all: true }),
): Promise<Finding[]> {
  if (publicUrl === undefined) return []
  const { hostname } = new URL(publicUrl)
  if (isLocalHost(hostname)) return []
  try {
    const addresses = await resolve(hostname)
    return [fine('DNS', `${hostname} is ${addresses.map(({ address }) => address).join(', ')}`)]
  } catch (error) {
    return [wrong('DNS', `${hostname} has no address (${messageFrom(error)}): add an A or AAAA record for it, or correct PUBLIC_URL.`)]
  }
}

const CALL_MS = 5000
const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect({ port, host: '127.0.0.1', timeout: CALL_MS })
    const end = (answer: boolean) => {
      client.destroy()
      resolve(answer)
    }
    client.once('connect', () => end(true))
    client.once('error', () => end(false))
    client.once('timeout', () => end(false))
  })

/** Whether the server answers, on its port and at its public address. */
export async function checkServer({ port, publicUrl }: Pick<Config, 'port' | 'publicUrl'>): Promise<Finding[]> {
  if (!(await isListening(port))) return [notice('Server', `nothing listens on port ${port}: start it (npm start).`)]
  if (publicUrl === undefined) return [fine('Server', `listens on port ${port}`)]
  try {
    const reply = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(CALL_MS), redirect: 'manual' })
    const body = (await reply.json()) as { status?: string; failing?: string[] }
    if (body.status === 'ok') return [fine('Server', `answers at ${publicUrl}`)]
    if (body.status === 'unavailable') return [wrong('Server', `answers at ${publicUrl} that it cannot work: ${body.failing?.join(', ')}. Its log says why.`)]
    return [wrong('Server', `${publicUrl} is answered by something else than Atrium: correct the proxy, or PUBLIC_URL.`)]
  } catch (error) {
    return [wrong('Server', `${publicUrl} does not lead here (${messageFrom(error)}): look at the proxy, the firewall and the certificate.`)]
  }
}

const DAY_MS = 86_400_000
const RENEW_DAYS = 14

/** The certificate of TLS_CERT. */
export function checkCertificate({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>, atMs = nowMs()): Finding[] {
  if (!tls) return []
  try {
    readCertificate(tls)
    const certificate = new X509Certificate(readFileSync(tls.cert))
    const days = Math.floor((Date.parse(certificate.validTo) - atMs) / DAY_MS)
    const host = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
    if (days < 0) return [wrong('Certificate', `${tls.cert} expired on ${certificate.validTo}: renew it.`)]
    if (host !== undefined && !(isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)))
      return [wrong('Certificate', `${tls.cert} is not for ${host}.`)]
    if (days < RENEW_DAYS) return [wrong('Certificate', `${tls.cert} expires in ${days} days: renew it; the server reads it again by itself.`)]
    return [fine('Certificate', `good for ${days} days`)]
  } catch (error) {
    return [wrong('Certificate', `TLS_CERT and TLS_KEY cannot be used (${messageFrom(error)}).`)]
  }
}

const WRONG_BY_MS = 30_000
/** The clock of the machine beside another one. `source` names it. */
export function checkClock(otherMs: number, source: string): Finding {
  const difference = nowMs() - otherMs
  if (Math.abs(difference) <= WRONG_BY_MS) return fine('Clock', `as ${source}`)
  return wrong(
    'Clock',
    `${Math.round(Math.abs(difference) / 1000)} seconds ${difference > 0 ? 'ahead of' : 'behind'} ${source}: set it by NTP, or reminders and codes come at wrong times.`,
  )
}

/** Asks a server over HTTP for the time. None when it does not answer: that is found elsewhere. */
export async function checkClockByHttp(url: string, name: string): Promise<Finding[]> {
  const date = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(CALL_MS) }).then(
    (reply) => reply.headers.get('date'),
    () => null,
  )
  const ms = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(ms) ? [] : [checkClock(ms, name)]
}

const GIGABYTE = 1_000_000_000
const toGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`

/** Room on the disk of a folder. `neededBytes`: what should be there. */
export async function checkDisk(
  folder: string,
  neededBytes: number,
  statDisk: (path: string) => Promise<{ bavail: number; bsize: number }> = statfs,
): Promise<Finding> {
  const { bavail, bsize } = await statDisk(folder)
  const free = bavail * bsize
  return free < neededBytes
    ? wrong('Disk', `${toGigabytes(free)} are free for ${folder}, ${toGigabytes(neededBytes)} should be: make room. A full disk stops the server.`)
    : fine('Disk', `${toGigabytes(free)} free for ${folder}`)
}

/** The data folder and its lock. */
export async function checkDataDir(dataDir: string): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [notice('Data folder', `${dataDir} is not there yet; the first start makes it.`)]
  try {
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file')
    accessSync(dataDir, constants.W_OK)
    if (await hasStaleLock(dataDir)) return [notice('Data folder', `${dataDir}/atrium.lock was left by a process that was killed; the next start takes over.`)]
    return [fine('Data folder', dataDir)]
  } catch (error) {
    return [wrong('Data folder', `${dataDir} cannot be used (${messageFrom(error)}).`)]
  }
}

/** Whether a copy of the data folder brings along the key that opens what is sealed in it. */
export function checkKeyFile({ dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>): Finding {
  if (secrets.given !== undefined) return fine('Secrets', 'sealed with SECRETS_KEY')
  const isInside = !relative(resolve(dataDir), resolve(secrets.file)).startsWith('..')
  return isInside
    ? notice(
        'Secrets',
        `their key lies beside the data (${secrets.file}): set SECRETS_KEY_FILE to a place that copies of ${dataDir} do not have, and move it there.`,
      )
    : fine('Secrets', `sealed with the key in ${secrets.file}`)
}

const HOUR_MS = 3_600_000
const listNames = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Whether the newest of these backups is young enough. */
function judgeAge(names: readonly string[], place: string, everyHours: number): Finding {
  const [newest] = listBackups(names)
  if (!newest) return wrong('Backups', `there is none in ${place}: the server makes one within a minute of its start; its log says why it could not.`)
  const hours = Math.floor((nowMs() - newest.at.epochMilliseconds) / HOUR_MS)
  if (hours > 2 * everyHours)
    return wrong('Backups', `the newest in ${place} is ${hours} hours old, one should be made every ${everyHours}: the log says why none was.`)
  return fine('Backups', `the newest is ${hours} hours old`)
}

/** Whether the bucket can be read, and how old the newest in it is. */
export async function checkBucket({ bucket, everyHours }: BackupSettings): Promise<Finding[]> {
  if (!bucket) return []
  try {
    return [{ ...judgeAge(await openBucket(bucket, { retries: 1 }).list(), bucket.url, everyHours), subject: 'Bucket' }]
  } catch (error) {
    if (!(error instanceof BucketRefused)) throw error
    return [wrong('Bucket', `${error.message} Look at BACKUP_S3_URL, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET and BACKUP_S3_REGION.`)]
  }
}

/** Whether backups are made, how old the newest is, and whether they lie where they outlive the data. */
export function checkBackups(
  { folder, everyHours, passphrase, bucket }: BackupSettings,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Finding[] {
  if (folder === undefined)
    return [
      notice(
        'Backups',
        `none are made by this server: set BACKUP_DIR or BACKUP_S3_URL${databaseUrl ? ', unless the database server is backed up by itself' : ''}.`,
      ),
    ]
  const age = judgeAge(listNames(folder), folder, everyHours)
  if (age.state === 'wrong') return [age]
  const isSameDisk = bucket === undefined && databaseUrl === undefined && existsSync(dataDir) && statSync(folder).dev === statSync(dataDir).dev
  return [
    age,
    ...(isSameDisk ? [notice('Backups', `${folder} is on the disk of the data: copy the files to another machine, or both are lost together.`)] : []),
    ...(passphrase === undefined ? [notice('Backups', 'are not encrypted: set BACKUP_KEY, and keep it apart from them.')] : []),
  ]
}
