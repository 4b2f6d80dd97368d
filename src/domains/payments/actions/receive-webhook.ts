/**
 * Webhooks of providers: each event goes to the site that it is about. decision: an event that belongs to no site of this server is
 * answered with 200, because the provider would only send it again; it is kept, counted and logged, so that money does not get lost unseen.
 */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { metrics } from '#kit/observability/metrics.ts'
import { type HostedPageProvider, InvalidWebhookSignature, type PaymentProvider, type ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider, hasHostedPage, isSameAccount, readUnverifiedSubject } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { insertUnknownEvent, isKnownSite } from '../store/providers.ts'
import { findSiteOfCharge, findSiteOfToken } from '../store/site-lookups.ts'
import { acceptProviderEvent } from './provider-events.ts'

/**
 * Takes in the events of one webhook, checked with the key of the site that it came to or that it names. An account speaks for its own site alone, and
 * for others that have the same key. Refuses with NOT_FOUND where no site can get any, with BAD_SIGNATURE when no key fits.
 */
export async function receiveProviderWebhook(ctx: OwnTransactionContext, providerId: string, body: string): Promise<void> {
  if (!hasHostedPage(providerId)) return refuseStandard('NOT_FOUND')
  const { siteId: checkedBy, provider, events } = await verifyWebhook(ctx, providerId, body)
  for (const event of events) {
    const siteId = await findSite(ctx, provider.id, event)
    if (siteId && (await speaksFor(ctx, { siteId: checkedBy, provider }, siteId)))
      await ctx.transaction((inner) => acceptProviderEvent(inner, provider.id, event), siteId)
    else await keepUnknownEvent(ctx, provider.id, event, siteId)
  }
}

const findHostedProvider = async (ctx: OwnTransactionContext, siteId: string, providerId: string): Promise<HostedPageProvider | undefined> => {
  const provider = await ctx.transaction((inner) => findProvider(inner, providerId), siteId)
  return provider?.page === 'hosted' ? provider : undefined
}

/** The site that a body names is believed only as far as its key checks the signature. */
async function verifyWebhook(ctx: OwnTransactionContext, providerId: string, body: string) {
  let isExpected = false
  const tried: PaymentProvider[] = []
  for (const findCandidate of [async () => ctx.siteId, () => findNamedSite(ctx, providerId, body)]) {
    const siteId = await findCandidate()
    const provider = siteId === undefined ? undefined : await findHostedProvider(ctx, siteId, providerId)
    if (siteId === undefined || !provider || tried.includes(provider)) continue
    isExpected = true
    tried.push(provider)
    const events = await provider.parseWebhook(body, ctx.headers).catch(ignoreSignature)
    if (events) return { siteId, provider, events }
  }
  return isExpected ? refuse('BAD_SIGNATURE') : refuseStandard('NOT_FOUND')
}

function ignoreSignature(error: unknown): undefined {
  if (!(error instanceof InvalidWebhookSignature)) throw error
}

async function findNamedSite(ctx: OwnTransactionContext, providerId: string, body: string): Promise<string | undefined> {
  const named = await readUnverifiedSubject(providerId, body)
  if (!named) return undefined
  const siteId = named.siteId ?? (await findSiteBySubject(ctx, providerId, named))
  return siteId !== undefined && (await siteExists(ctx, siteId)) ? siteId : undefined
}

/** Whether what an account reports is believed for a site: its own, or one that uses the same key. */
async function speaksFor(ctx: OwnTransactionContext, by: { siteId: string; provider: PaymentProvider }, siteId: string): Promise<boolean> {
  if (!(await siteExists(ctx, siteId))) return false
  if (siteId === by.siteId) return true
  const own = await findHostedProvider(ctx, siteId, by.provider.id)
  return own !== undefined && isSameAccount(own, by.provider)
}

const findSiteBySubject = (ctx: OwnTransactionContext, provider: string, { kind, ref }: { kind: string; ref: string }): Promise<string | undefined> =>
  kind === 'card' ? findSiteOfToken(ctx, ref) : findSiteOfCharge(ctx, provider, ref)

/** The site of an event; undefined for events about things that are not ours. */
async function findSite(ctx: OwnTransactionContext, provider: string, { siteId, kind, ref }: ProviderEvent): Promise<string | undefined> {
  if (siteId !== undefined) return siteId
  return findSiteBySubject(ctx, provider, { kind, ref })
}

/** The account of the provider may serve other servers, too. */
const siteExists = async (ctx: OwnTransactionContext, siteId: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/i.test(siteId) && (await ctx.transaction((inner) => isKnownSite(inner, siteId)))

/** Once per event: providers repeat them. */
async function keepUnknownEvent(ctx: OwnTransactionContext, provider: string, event: ProviderEvent, namedSite: string | undefined): Promise<void> {
  const { id: eventId, kind, ref } = event
  const isNew = await ctx.transaction((inner) => insertUnknownEvent(inner, { provider, eventId, kind, ref, namedSite: namedSite ?? null }))
  if (!isNew) return
  metrics.unknownPaymentEvents.inc({ provider, kind })
  const about = `${kind} event ${eventId} of ${provider} about ${ref || 'nothing'}${namedSite ? `, site ${namedSite}` : ''}`
  ctx.report('an event of the payment provider belongs to no site of this server', new Error(about))
}
