/**
 * The mail server and Stripe, connected from the dashboard: each site has its own. What the environment names is of the first site, where it wins; other
 * sites send through its mail server until they connect one, and never charge on its account. Credentials are stored sealed, and tested before they are
 * stored. Source: guide pricing-plans §10.6.
 */
import { configureSiteEmail, type EmailSettings } from '#domains/notifications/public.ts'
import { type AddressBook, findOriginalSite, listOldestSites, readSiteSetting, readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { configureSitePayments, type PaymentSettings } from '#kit/payments/providers.ts'
import type { ReadDatabase } from '#kit/db/open.ts'
import { openWithKeys, type SealingKeys } from '#kit/secrets/seal.ts'
import { seal, unseal } from '#kit/secrets/sealing.ts'
import type { SmtpInput, StripeInput } from '../contract/connections.ts'
import { refuse } from '../errors.ts'
import { fromSmtpUrl, keepsPassword, type SmtpConnection, toSmtpUrl } from '../rules/connections.ts'
import { type ConnectionKey, describeConnection, SMTP, STRIPE } from '../rules/sealed.ts'
import { findSealedConnections } from '../store/connections.ts'
import { describeTextConnection } from './text-connection.ts'

/** What the environment says. */
export interface ServerConnections {
  email: EmailSettings
  payments: PaymentSettings
  /** Whether the environment names a provider of payments. */
  hasPayments: boolean
  /** Another address than Stripe's. */
  stripeApiUrl?: string | undefined
  /** Calls to a mail server; a process without them, as in tests, connects none. */
  smtp?: {
    ask(url: string, how: { isGuarded: boolean }): Promise<void>
    send(url: string, message: { isGuarded: boolean; from: string; to: string; subject: string; text: string; html: string }): Promise<void>
  }
}
const getSmtp = () => server.smtp ?? refuse('MAIL_SERVER_REFUSED', { reason: 'this process sends no email' })
let server: ServerConnections = { email: { smtpUrl: undefined, from: '' }, payments: { provider: 'sandbox' }, hasPayments: false }
/** Called once at start. From then on each site is paid and sends as it is connected. */
export function configureConnections(given: ServerConnections): void {
  server = given
  configureSitePayments(findSitePayments)
  configureSiteEmail(findSiteEmail)
}

/** Stored credentials; `unreadable` when they were sealed with another key. */
async function readConnection<T>(ctx: ReadContext, key: ConnectionKey): Promise<T | 'unreadable' | undefined> {
  const sealed = await readStoredSetting(ctx, key)
  return typeof sealed === 'string' ? openConnection<T>(key, ctx.siteId, sealed) : undefined
}
function openConnection<T>(key: ConnectionKey, siteId: string, sealed: string, open = unseal): T | 'unreadable' {
  const text = open(describeConnection(key, siteId), sealed)
  return text === undefined ? 'unreadable' : (JSON.parse(text) as T)
}
const saveConnection = (ctx: TransactionContext, key: ConnectionKey, value: object | null): Promise<unknown> =>
  writeStoredSetting(ctx, key, value && seal(describeConnection(key, ctx.siteId), JSON.stringify(value)))

/** What a site connected itself; for the copy of a simulation that of its original. Kept until the site or its settings change. */
const findOwn = (ctx: ReadContext, key: ConnectionKey) =>
  ctx.cache(['site', 'site_setting'], `connection ${key}`, async () => {
    const siteId = await findOriginalSite(ctx.db, ctx.siteId)
    const sealed = await readSiteSetting(ctx.db, siteId, key)
    return { siteId, isFirst: (await listOldestSites(ctx.db))[0] === siteId, sealed: typeof sealed === 'string' ? sealed : undefined }
  })

const UNREADABLE_STRIPE = 'The stored Stripe keys cannot be opened with the key of this server. Enter them again.'

/**
 * Who takes the payments of a site. decision: the account that the environment names is that of the first site alone; money of one business never lands
 * on the account of another. Test cards move no money, so that the sandbox serves every site.
 */
async function findSitePayments(ctx: ReadContext, fromEnvironment: PaymentSettings): Promise<PaymentSettings> {
  if (ctx.siteId === '') return fromEnvironment
  const { siteId, isFirst, sealed } = await findOwn(ctx, STRIPE)
  if (isFirst && server.hasPayments) return fromEnvironment
  const own = sealed === undefined ? undefined : openConnection<StripeInput>(STRIPE, siteId, sealed)
  if (own === 'unreadable') return { provider: 'stripe', problem: UNREADABLE_STRIPE }
  if (own) return { provider: 'stripe', stripe: { ...own, apiUrl: server.stripeApiUrl } }
  return isFirst || fromEnvironment.provider === 'sandbox' ? fromEnvironment : { provider: 'none' }
}

/** Which mail server sends for a site: its own, else that of the environment, which wins at the first site. */
async function findSiteEmail(ctx: ReadContext, fromEnvironment: EmailSettings): Promise<EmailSettings> {
  if (ctx.siteId === '') return fromEnvironment
  const { siteId, isFirst, sealed } = await findOwn(ctx, SMTP)
  if (sealed === undefined || (isFirst && fromEnvironment.smtpUrl)) return fromEnvironment
  const own = openConnection<SmtpConnection>(SMTP, siteId, sealed)
  // Emails are kept until the password is entered again: sent by another server they would come from the wrong sender.
  if (own === 'unreadable') return { smtpUrl: undefined, from: fromEnvironment.from }
  return { smtpUrl: toSmtpUrl(own), from: own.from, isGuarded: !isFirst }
}

/**
 * What the dashboard connected, for a process that is no server. Without the keys of the server everything is `unreadable`. `email.smtpUrl` holds the
 * password.
 */
export async function readServerConnections(
  db: ReadDatabase,
  firstSite: string | undefined,
  keys: SealingKeys | undefined,
): Promise<{ email?: EmailSettings | 'unreadable'; stripe?: StripeInput | 'unreadable' }> {
  if (firstSite === undefined) return {}
  const stored = await findSealedConnections(db, firstSite, { smtp: SMTP, stripe: STRIPE })
  const open = <T>(key: ConnectionKey, sealed: string) => openConnection<T>(key, firstSite, sealed, (about, text) => keys && openWithKeys(keys, about, text))
  const smtp = stored.smtp === undefined ? undefined : open<SmtpConnection>(SMTP, stored.smtp)
  return {
    ...(smtp && { email: smtp === 'unreadable' ? smtp : { smtpUrl: toSmtpUrl(smtp), from: smtp.from } }),
    ...(stored.stripe !== undefined && { stripe: open<StripeInput>(STRIPE, stored.stripe) }),
  }
}

/** How emails are sent and cards are charged, without any credential. */
export async function describeConnections(ctx: ReadContext, addresses: AddressBook) {
  const isFirst = (await addresses.findFirstSite(ctx.db)) === ctx.siteId
  return { email: await describeEmail(ctx, isFirst), stripe: await describeStripe(ctx, isFirst), texts: await describeTextConnection(ctx) }
}

async function describeEmail(ctx: ReadContext, isFirst: boolean) {
  const { smtpUrl, from } = server.email
  if (smtpUrl && isFirst) return { canChange: false, source: 'ENVIRONMENT' as const, from, ...fromSmtpUrl(smtpUrl) }
  const stored = await readConnection<SmtpConnection>(ctx, SMTP)
  if (stored === undefined) return { canChange: true, source: smtpUrl ? ('ENVIRONMENT' as const) : ('NONE' as const) }
  if (stored === 'unreadable') return { canChange: true, source: 'NONE' as const, isUnreadable: true }
  const { password: _hidden, ...shown } = stored
  return { canChange: true, source: 'DASHBOARD' as const, ...shown }
}

const isTestKey = (secretKey: string): boolean => /^(sk|rk)_test_/.test(secretKey)

async function describeStripe(ctx: ReadContext, isFirst: boolean) {
  const webhookUrl = `${ctx.origin}/api/payments/stripe/webhook`
  if (isFirst && server.hasPayments) {
    const { provider, stripe } = server.payments
    const mode = provider === 'stripe' && { isTestKey: stripe !== undefined && isTestKey(stripe.secretKey) }
    return { canChange: false, source: 'ENVIRONMENT' as const, webhookUrl, ...mode }
  }
  const stored = await readConnection<StripeInput>(ctx, STRIPE)
  if (stored === undefined) return { canChange: true, source: 'NONE' as const, webhookUrl }
  if (stored === 'unreadable') return { canChange: true, source: 'NONE' as const, webhookUrl, isUnreadable: true }
  return { canChange: true, source: 'DASHBOARD' as const, webhookUrl, keyEnd: stored.secretKey.slice(-4), isTestKey: isTestKey(stored.secretKey) }
}

/** These credentials read every email and move money: only the owner may change them. Answers whether this is the first site, where the environment wins. */
async function assertMayConnect(ctx: ReadContext, addresses: AddressBook, isSetByEnvironment: boolean): Promise<{ isFirst: boolean }> {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
  const isFirst = (await addresses.findFirstSite(ctx.db)) === ctx.siteId
  if (isSetByEnvironment && isFirst) refuse('CONNECTION_SET_BY_SERVER')
  return { isFirst }
}

/** Stores what a check has shown to work: it is used from the commit on. */
async function save(ctx: OwnTransactionContext, addresses: AddressBook, key: ConnectionKey, value: object | null) {
  await ctx.transaction((inner) => saveConnection(inner, key, value))
  return ctx.read((inner) => describeConnections(inner, addresses))
}

/** Signs in to the mail server, then stores its credentials. Refuses with MAIL_SERVER_REFUSED and what it answered. */
export async function connectSmtp(ctx: OwnTransactionContext, addresses: AddressBook, input: SmtpInput) {
  const { before, isFirst } = await ctx.read(async (inner) => ({
    ...(await assertMayConnect(inner, addresses, Boolean(server.email.smtpUrl))),
    before: await readConnection<SmtpConnection>(inner, SMTP),
  }))
  const known = before === 'unreadable' ? undefined : before
  const kept = keepsPassword(known, input) ? known?.password : undefined
  const password = input.password ?? kept ?? (input.user === '' ? '' : refuse('PASSWORD_REQUIRED'))
  const connection: SmtpConnection = { ...input, password }
  await getSmtp().ask(toSmtpUrl(connection), { isGuarded: !isFirst }).catch(refuseMail)
  return save(ctx, addresses, SMTP, connection)
}
const refuseMail = (error: unknown): never => refuse('MAIL_SERVER_REFUSED', { reason: error instanceof Error ? error.message.slice(0, 300) : String(error) })

/** Forgets the mail server of the dashboard. Only the owner may. */
export async function disconnectSmtp(ctx: OwnTransactionContext, addresses: AddressBook) {
  await ctx.read((inner) => assertMayConnect(inner, addresses, Boolean(server.email.smtpUrl)))
  return save(ctx, addresses, SMTP, null)
}

/** Sends an email past the outbox, so that the answer of the mail server is the reply. */
export async function sendTestEmail(ctx: OwnTransactionContext, to: string): Promise<void> {
  const { smtpUrl, from, isGuarded = false } = await ctx.read((inner) => findSiteEmail(inner, server.email))
  if (smtpUrl === undefined) return refuse('NO_MAIL_SERVER')
  const link = `${ctx.origin}/dashboard`
  const words = 'This email shows that your mail server works.'
  const [text, html] = [`${words}\n\n${link}`, `<p>${words}</p><p><a href="${link}">${link}</a></p>`]
  await getSmtp().send(smtpUrl, { from, to, isGuarded, subject: 'Test of your mail server', text, html }).catch(refuseMail)
}

async function verifyStripeKeys(keys: StripeInput): Promise<void> {
  const { StripeProvider } = await import('#kit/payments/stripe.ts')
  await new StripeProvider({ ...keys, apiUrl: server.stripeApiUrl })
    .check()
    .catch((error: unknown) => refuse('STRIPE_REFUSED', { reason: error instanceof Error ? error.message.slice(0, 300) : String(error) }))
}

/** Asks Stripe with the key, then stores it. Refuses with STRIPE_REFUSED and what it answered. */
export async function connectStripe(ctx: OwnTransactionContext, addresses: AddressBook, keys: StripeInput) {
  await ctx.read((inner) => assertMayConnect(inner, addresses, server.hasPayments))
  await verifyStripeKeys(keys)
  return save(ctx, addresses, STRIPE, keys)
}

/** Forgets the Stripe account of the dashboard. Only the owner may. */
export async function disconnectStripe(ctx: OwnTransactionContext, addresses: AddressBook) {
  await ctx.read((inner) => assertMayConnect(inner, addresses, server.hasPayments))
  return save(ctx, addresses, STRIPE, null)
}

/** Asks Stripe with the stored key. Refuses with NO_STRIPE and STRIPE_REFUSED. */
export async function checkStripe(ctx: OwnTransactionContext): Promise<void> {
  const { stripe } = await ctx.read((inner) => findSitePayments(inner, server.payments))
  await verifyStripeKeys(stripe ?? refuse('NO_STRIPE'))
}
