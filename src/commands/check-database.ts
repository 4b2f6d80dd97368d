/** What `atrium doctor` finds in an open database, and in what the dashboard keeps there. Done by the process that has it open. */
import type { Config } from '../config.ts'
import { checkClock } from './check-machine.ts'
import { type Finding, fine, notice, wrong } from './findings.ts'
import { readServerConnections } from '#domains/setup/public.ts'
import { createAddressBook } from '#domains/site/public.ts'
import { type DatabaseFacts, readDatabaseFacts } from '#kit/db/diagnose.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { verifySmtpServer } from '#kit/email/smtp.ts'
import { readQueueState } from '#kit/jobs/queue-state.ts'
import type { PaymentSettings } from '#kit/payments/providers.ts'
import { findSealingKeys } from '#kit/secrets/seal.ts'
import { Temporal } from 'temporal-polyfill'

/** Version, encoding, extensions and tables. */
export function judgeDatabase(facts: DatabaseFacts, kind: OpenDatabase['kind']): Finding[] {
  const { version, encoding, missingExtensions, pending, unknown } = facts
  const findings: Finding[] = []
  const number = `${Math.floor(version / 10_000)}.${version % 10_000}`
  if (version < 150_000) findings.push(wrong('Database', `PostgreSQL ${number} is too old: 15 or newer is needed.`))
  if (encoding !== 'UTF8') findings.push(wrong('Database', `its encoding is ${encoding}: create it with UTF8.`))
  if (missingExtensions.length > 0)
    findings.push(wrong('Database', `the server does not offer ${missingExtensions.join(' and ')}: install PostgreSQL's contrib package there.`))
  if (findings.length === 0)
    findings.push(fine('Database', `${kind === 'embedded' ? 'embedded ' : ''}PostgreSQL ${number}, ${(facts.bytes / 1_000_000).toFixed(0)} MB`))
  if (unknown.length > 0)
    findings.push(
      wrong('Tables', `a newer version of Atrium wrote them (${unknown.join(', ')}): start that version, or restore a backup from before the update.`),
    )
  else if (pending.length > 0)
    findings.push(
      notice('Tables', `the next start applies ${pending.length} migration${pending.length === 1 ? '' : 's'} (${pending[0]} …): make a backup before it.`),
    )
  else findings.push(fine('Tables', 'up to date'))
  return findings
}

/** The clock beside that of the database, and beside what was written: nothing is from tomorrow. */
export function judgeClock({ nowMs, newestMs }: Pick<DatabaseFacts, 'nowMs' | 'newestMs'>, kind: OpenDatabase['kind']): Finding[] {
  if (newestMs > nowMs + 60_000) return [wrong('Clock', 'the data was written later than now: the clock is behind. Set it by NTP.')]
  return kind === 'server' ? [checkClock(nowMs, 'the database server')] : []
}

const DUE_LIMIT_SECONDS = 300

async function checkJobs(open: OpenDatabase): Promise<Finding[]> {
  const { oldestSeconds, dead, due } = await readQueueState(open.db, Temporal.Now.instant())
  const findings: Finding[] = []
  if (oldestSeconds > DUE_LIMIT_SECONDS)
    findings.push(
      notice('Jobs', `${due} are due, the oldest for ${Math.round(oldestSeconds / 60)} minutes: start the server; if it runs, its log says why they wait.`),
    )
  if (dead > 0) findings.push(notice('Jobs', `${dead} were given up after ten attempts: the log and Messages in the dashboard say which.`))
  return findings.length > 0 ? findings : [fine('Jobs', 'none waits')]
}

/** The mail server: connects and signs in, sends nothing. */
export async function checkMail(email: { smtpUrl: string | undefined; from: string } | 'unreadable' | undefined): Promise<Finding> {
  if (email === 'unreadable')
    return wrong(
      'Mail',
      'the password that the dashboard stored was sealed with another key: put the secrets.key (or SECRETS_KEY) of that time back, or enter it again.',
    )
  if (!email?.smtpUrl) return notice('Mail', 'no mail server is connected, emails are kept and not sent: set SMTP_URL, or connect one in the dashboard.')
  try {
    await verifySmtpServer(email.smtpUrl)
  } catch (error) {
    return wrong('Mail', `${new URL(email.smtpUrl).host} refuses: ${(error as Error).message}.`)
  }
  if (/@localhost\b/.test(email.from)) return wrong('Mail', `emails come from ${email.from}, which no mail server accepts: set MAIL_FROM.`)
  return fine('Mail', `${new URL(email.smtpUrl).host} lets us in`)
}

/** Who takes online payments, and whether the keys open anything. */
export async function checkPayments({ provider, stripe, problem }: PaymentSettings, isPublic: boolean): Promise<Finding> {
  if (problem) return wrong('Payments', problem)
  if (provider === 'none') return fine('Payments', 'online payments are off')
  if (provider === 'sandbox')
    return isPublic ? notice('Payments', 'only test cards are taken: connect Stripe, or set PAYMENT_PROVIDER=none.') : fine('Payments', 'sandbox')
  if (!stripe) return wrong('Payments', 'Stripe has no key.')
  try {
    const { StripeProvider } = await import('#kit/payments/stripe.ts')
    await new StripeProvider(stripe).check()
  } catch (error) {
    return wrong('Payments', `Stripe refuses the key: ${(error as Error).message}`)
  }
  const isTest = /^(sk|rk)_test_/.test(stripe.secretKey)
  return isTest && isPublic ? notice('Payments', 'Stripe works, with a test key: no money moves.') : fine('Payments', 'Stripe takes the key')
}

async function checkConnections(open: OpenDatabase, config: Config): Promise<Finding[]> {
  const addresses = createAddressBook(open, () => ({ publicUrl: config.publicUrl, local: 'http://localhost' }))
  const stored = await readServerConnections(open.db, await addresses.findFirstSite(), await findSealingKeys(config.secrets))
  const email = config.smtpUrl ? { smtpUrl: config.smtpUrl, from: config.emailFrom } : stored.email
  return [await checkMail(email), await checkPayments(choosePayments(config, stored.stripe), config.publicUrl?.startsWith('https:') ?? false)]
}

function choosePayments(config: Config, stored: PaymentSettings['stripe'] | 'unreadable'): PaymentSettings {
  if (config.namesPayments || stored === undefined) return config.payments
  if (stored === 'unreadable')
    return {
      provider: 'stripe',
      problem:
        'the Stripe keys that the dashboard stored were sealed with another key: put the secrets.key (or SECRETS_KEY) of that time back, or enter them again.',
    }
  return { provider: 'stripe', stripe: { ...stored, apiUrl: config.stripeApiUrl } }
}

/** Everything that takes an open database. Throws what the database said. */
export async function checkDatabase(open: OpenDatabase, config: Config): Promise<Finding[]> {
  const facts = await readDatabaseFacts(open)
  const findings = [...judgeDatabase(facts, open.kind), ...judgeClock(facts, open.kind)]
  // Tables of another version may lack what is asked next.
  if (facts.unknown.length > 0 || facts.pending.length > 0) return findings
  return [...findings, ...(await checkJobs(open)), ...(await checkConnections(open, config))]
}
