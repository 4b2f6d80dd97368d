/**
 * The mail server and Stripe, connected from the dashboard. They are of the server, like the environment, which wins: the first site connects them,
 * the others are notified. Credentials are stored sealed, and tested before they are stored. Source: guide pricing-plans §10.6.
 */
import { configureEmail, type EmailSettings } from '#domains/notifications/public.ts'
import { type AddressBook, readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { configurePayments, getPaymentSetup, type PaymentSettings } from '#kit/payments/providers.ts'
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
    ask(url: string): Promise<void>
    send(url: string, message: { from: string; to: string; subject: string; text: string; html: string }): Promise<void>
  }
}
const getSmtp = () => server.smtp ?? refuse('MAIL_SERVER_REFUSED', { reason: 'this process sends no email' })
let server: ServerConnections = { email: { smtpUrl: undefined, from: '' }, payments: { provider: 'sandbox' }, hasPayments: false }
/** Called once at start. */
export const configureConnections = (given: ServerConnections): void => void (server = given)

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

/** Uses what is stored, where the environment says nothing. Asked at start, after each change, and now and then: another process may have changed it. */
export async function applyConnections(db: ReadDatabase, firstSite: string | undefined): Promise<void> {
  const stored = firstSite === undefined ? {} : await findSealedConnections(db, firstSite, { smtp: SMTP, stripe: STRIPE })
  const smtp = stored.smtp === undefined ? undefined : openConnection<SmtpConnection>(SMTP, firstSite as string, stored.smtp)
  const stripe = stored.stripe === undefined ? undefined : openConnection<StripeInput>(STRIPE, firstSite as string, stored.stripe)
  if (!server.email.smtpUrl) configureEmail(smtp === undefined || smtp === 'unreadable' ? server.email : { smtpUrl: toSmtpUrl(smtp), from: smtp.from })
  if (server.hasPayments) return
  await applyStripe(stripe)
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

let appliedStripe: string | undefined
async function applyStripe(stripe: StripeInput | 'unreadable' | undefined): Promise<void> {
  const key = JSON.stringify(stripe)
  if (key === appliedStripe) return
  if (stripe === 'unreadable')
    await configurePayments({ provider: 'stripe', problem: 'The stored Stripe keys cannot be opened with the key of this server. Enter them again.' })
  else if (stripe) await configurePayments({ provider: 'stripe', stripe: { ...stripe, apiUrl: server.stripeApiUrl } })
  else if (appliedStripe !== undefined) await configurePayments(server.payments)
  appliedStripe = key
}

/** How emails are sent and cards are charged, without any credential. */
export async function describeConnections(ctx: ReadContext, addresses: AddressBook) {
  const isFirst = (await addresses.findFirstSite(ctx.db)) === ctx.siteId
  return {
    canChange: isFirst,
    email: await describeEmail(ctx, isFirst),
    stripe: await describeStripe(ctx, isFirst),
    texts: await describeTextConnection(ctx),
  }
}

async function describeEmail(ctx: ReadContext, isFirst: boolean) {
  const { smtpUrl, from } = server.email
  if (smtpUrl) return { source: 'ENVIRONMENT' as const, from, ...(isFirst && fromSmtpUrl(smtpUrl)) }
  const stored = isFirst ? await readConnection<SmtpConnection>(ctx, SMTP) : undefined
  if (stored === undefined) return { source: 'NONE' as const }
  if (stored === 'unreadable') return { source: 'NONE' as const, isUnreadable: true }
  const { password: _hidden, ...shown } = stored
  return { source: 'DASHBOARD' as const, ...shown }
}

async function describeStripe(ctx: ReadContext, isFirst: boolean) {
  const webhookUrl = `${ctx.origin}/api/payments/stripe/webhook`
  const { provider, testPayments } = getPaymentSetup()
  if (server.hasPayments) return { source: 'ENVIRONMENT' as const, webhookUrl, ...(provider === 'stripe' && { isTestKey: testPayments }) }
  const stored = isFirst ? await readConnection<StripeInput>(ctx, STRIPE) : undefined
  if (stored === undefined) return { source: 'NONE' as const, webhookUrl }
  if (stored === 'unreadable') return { source: 'NONE' as const, webhookUrl, isUnreadable: true }
  return { source: 'DASHBOARD' as const, webhookUrl, keyEnd: stored.secretKey.slice(-4), isTestKey: /^(sk|rk)_test_/.test(stored.secretKey) }
}

/** These credentials read every email and move money: only the owner may change them. */
async function assertMayConnect(ctx: ReadContext, addresses: AddressBook, isSetByEnvironment: boolean): Promise<void> {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
  if (isSetByEnvironment || (await addresses.findFirstSite(ctx.db)) !== ctx.siteId) refuse('CONNECTION_SET_BY_SERVER')
}

/** Stores what a check has shown to work, and uses it at once. */
async function saveAndApply(ctx: OwnTransactionContext, addresses: AddressBook, key: ConnectionKey, value: object | null) {
  await ctx.transaction((inner) => saveConnection(inner, key, value))
  return ctx.read(async (inner) => {
    await applyConnections(inner.db, await addresses.findFirstSite(inner.db))
    return describeConnections(inner, addresses)
  })
}

/** Signs in to the mail server, then stores its credentials. Refuses with MAIL_SERVER_REFUSED and what it answered. */
export async function connectSmtp(ctx: OwnTransactionContext, addresses: AddressBook, input: SmtpInput) {
  const before = await ctx.read(async (inner) => {
    await assertMayConnect(inner, addresses, Boolean(server.email.smtpUrl))
    return readConnection<SmtpConnection>(inner, SMTP)
  })
  const known = before === 'unreadable' ? undefined : before
  const kept = keepsPassword(known, input) ? known?.password : undefined
  const password = input.password ?? kept ?? (input.user === '' ? '' : refuse('PASSWORD_REQUIRED'))
  const connection: SmtpConnection = { ...input, password }
  await getSmtp().ask(toSmtpUrl(connection)).catch(refuseMail)
  return saveAndApply(ctx, addresses, SMTP, connection)
}
const refuseMail = (error: unknown): never => refuse('MAIL_SERVER_REFUSED', { reason: error instanceof Error ? error.message.slice(0, 300) : String(error) })

/** Forgets the mail server of the dashboard. Only the owner may. */
export async function disconnectSmtp(ctx: OwnTransactionContext, addresses: AddressBook) {
  await ctx.read((inner) => assertMayConnect(inner, addresses, Boolean(server.email.smtpUrl)))
  return saveAndApply(ctx, addresses, SMTP, null)
}

/** Sends an email past the outbox, so that the answer of the mail server is the reply. */
export async function sendTestEmail(ctx: OwnTransactionContext, addresses: AddressBook, to: string): Promise<void> {
  const { url, from } = await ctx.read(async (inner) => {
    if ((await addresses.findFirstSite(inner.db)) !== inner.siteId) refuse('CONNECTION_SET_BY_SERVER')
    const stored = await readConnection<SmtpConnection>(inner, SMTP)
    if (server.email.smtpUrl) return { url: server.email.smtpUrl, from: server.email.from }
    if (stored === undefined || stored === 'unreadable') return refuse('NO_MAIL_SERVER')
    return { url: toSmtpUrl(stored), from: stored.from }
  })
  const link = `${ctx.origin}/dashboard`
  const words = 'This email shows that your mail server works.'
  const [text, html] = [`${words}\n\n${link}`, `<p>${words}</p><p><a href="${link}">${link}</a></p>`]
  await getSmtp().send(url, { from, to, subject: 'Test of your mail server', text, html }).catch(refuseMail)
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
  return saveAndApply(ctx, addresses, STRIPE, keys)
}

/** Forgets the Stripe account of the dashboard. Only the owner may. */
export async function disconnectStripe(ctx: OwnTransactionContext, addresses: AddressBook) {
  await ctx.read((inner) => assertMayConnect(inner, addresses, server.hasPayments))
  return saveAndApply(ctx, addresses, STRIPE, null)
}

/** Asks Stripe with the stored key. Refuses with NO_STRIPE and STRIPE_REFUSED. */
export async function checkStripe(ctx: OwnTransactionContext, addresses: AddressBook): Promise<void> {
  const keys = await ctx.read(async (inner) => {
    if ((await addresses.findFirstSite(inner.db)) !== inner.siteId) refuse('CONNECTION_SET_BY_SERVER')
    if (server.hasPayments) return server.payments.stripe ?? refuse('NO_STRIPE')
    const stored = await readConnection<StripeInput>(inner, STRIPE)
    return stored === undefined || stored === 'unreadable' ? refuse('NO_STRIPE') : stored
  })
  await verifyStripeKeys(keys)
}
