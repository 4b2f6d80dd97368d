/**
 * Webhooks of providers: each event goes to the site that it is about. decision: an event that belongs to no site of this server is
 * answered with 200, because the provider would only send it again; it is kept, counted and logged, so that money does not get lost unseen.
 */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { metrics } from '#kit/observability/metrics.ts'
import { InvalidWebhookSignature, type ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { insertUnknownEvent, isKnownSite } from '../store/providers.ts'
import { findSiteOfCharge, findSiteOfToken } from '../store/site-lookups.ts'
import { acceptProviderEvent } from './provider-events.ts'

/** Takes in the events of one webhook. Refuses with NOT_FOUND for a provider that sends none, with BAD_SIGNATURE when it is not theirs. */
export async function receiveProviderWebhook(ctx: OwnTransactionContext, providerId: string, body: string): Promise<void> {
  const provider = findProvider(providerId)
  if (provider?.page !== 'hosted') return refuseStandard('NOT_FOUND')
  for (const event of await provider.parseWebhook(body, ctx.headers).catch(refuseSignature)) {
    const siteId = await findSite(ctx, provider.id, event)
    if (siteId && (await siteExists(ctx, siteId))) await ctx.transaction((inner) => acceptProviderEvent(inner, provider.id, event), siteId)
    else await keepUnknownEvent(ctx, provider.id, event, siteId)
  }
}

function refuseSignature(error: unknown): never {
  if (error instanceof InvalidWebhookSignature) return refuse('BAD_SIGNATURE')
  throw error
}

/** The site of an event; undefined for events about things that are not ours. */
async function findSite(ctx: OwnTransactionContext, provider: string, { siteId, kind, ref }: ProviderEvent): Promise<string | undefined> {
  if (siteId !== undefined) return siteId
  return kind === 'card' ? findSiteOfToken(ctx, ref) : findSiteOfCharge(ctx, provider, ref)
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
