import { getCallingSiteOwner, canSeeSecret, assertOwnerReauthenticated, getSiteClientId, redactSecrets } from '#domains/identity/public.ts'
import { getPrivacySettings } from '#domains/members/public.ts'
import { listOpeningHours } from '#domains/services/public.ts'
import { type AddressBook, listAddresses, changeAddresses, changeSetting, changeSite, getSite, getSetting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { getOnlineProvider, getPaymentSetup } from '#kit/payments/providers.ts'
import { isZone } from '#kit/pure/zone.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { changeTimeZone, previewTimeZone } from './actions/change-time-zone.ts'
import { createSiteWithOwner } from './actions/create-site.ts'
import { loadOrderHistory } from '../reports/actions/order-history.ts'
import { resolvePage } from './actions/resolve-page.ts'
import { loadSessionStatistics } from '../reports/actions/session-statistics.ts'
import { loadResourceUsage } from '../reports/store/resource-usage.ts'
import { setUp } from './actions/set-up.ts'
import { loadToday } from '../reports/actions/today.ts'
import { updateWebhook, findOrCreateWebhookKey, createWebhook, repeatDelivery } from '../webhooks/actions/subscriptions.ts'
import type { setupApi } from './contract.ts'
import { allowsPrivateTargets } from '../webhooks/jobs.ts'
import type { CallAsOwner } from './sample-studio.ts'
import * as store from './store.ts'

/** Where nobody may be public there is no community to look at. */
async function getCommunityVisibility(ctx: Ctx) {
  const { candidates, visibility } = await getPrivacySettings(ctx)
  return candidates === 'NO_ONE' ? ('NO_ONE' as const) : visibility === 'VISIBLE_TO_ALL' ? ('ALL' as const) : ('MEMBERS' as const)
}

async function getPublicSite(ctx: Ctx) {
  const site = await getSite(ctx)
  const address = await getSetting(ctx, 'site.address')
  return {
    siteId: site.id,
    name: site.name,
    tagline: site.tagline,
    accent: site.accent,
    timeZone: site.timeZone,
    currency: site.currency,
    language: site.language,
    weekStartsOn: site.weekStartsOn,
    clientId: await getSiteClientId(ctx),
    testPayments: getPaymentSetup().testPayments,
    paymentPage: getOnlineProvider()?.page ?? ('none' as const),
    ...(address ? { address } : {}),
    community: await getCommunityVisibility(ctx),
    openingHours: await listOpeningHours(ctx),
  }
}

/** As `publicSite`, with what only the business sees. */
async function getSiteSettings(ctx: Ctx, addresses: AddressBook) {
  const [publicSettings, { origin, origins }, first] = [
    await getPublicSite(ctx),
    await addresses.getOrigins(ctx.siteId, ctx.tx),
    await addresses.findFirstSite(ctx.tx),
  ]
  const stored = await listAddresses(ctx.tx, ctx.siteId)
  const isFixed = first === ctx.siteId && addresses.server().publicUrl !== undefined
  return {
    ...publicSettings,
    addresses: { main: origin, others: origins.filter((own) => own !== origin), isFixed, isUnset: !isFixed && !stored.some(({ isMain }) => isMain) },
  }
}

/** Links that open accounts lead to the addresses of a site: only its owner may change them, and only as themselves. */
async function assertCanChangeAddresses(ctx: Ctx): Promise<void> {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
  await assertOwnerReauthenticated(ctx)
}

type EmailRow = NonNullable<Awaited<ReturnType<typeof store.findEmail>>>
/** Words of a letter as this caller may read them: those that open somebody's account are for few. */
function redactFor(ctx: Ctx, { template, state, variables }: EmailRow, text: string): string {
  const isOwnerInDashboard = ctx.caller.userId !== undefined && !ctx.caller.permissions
  return canSeeSecret(template, { isKept: state === 'KEPT', isDashboardOwner: isOwnerInDashboard })
    ? text
    : redactSecrets(template, variables as Record<string, unknown>, text)
}
const toMessage = (ctx: Ctx, row: EmailRow) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  subject: redactFor(ctx, row, row.subject ?? row.template),
  state: row.state,
  createdDate: row.createdAt.toString(),
  ...(row.error ? { error: row.error } : {}),
})

const toWebhook = ({ id, name, url, types, isActive, createdAt }: Awaited<ReturnType<typeof store.insertWebhook>>) => ({
  id,
  name,
  url,
  types,
  isActive,
  createdDate: createdAt.toString(),
})

/** The sample studio is filled through the public operations, so the set-up is handed a way to call them. */
export const setupHandlers = ({
  callAsOwner,
  addresses,
}: {
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
  addresses: AddressBook
}): Handlers<typeof setupApi> => ({
  getSite: getPublicSite,
  resolvePage: (ctx, { query }) => resolvePage(ctx, query.url),
  getSetup: async (ctx) => ({ needed: (await store.findAnySite(ctx)) === undefined, address: addresses.server().publicUrl ?? null }),
  setUp: (ctx, { body: { token, ...wish } }) => setUp(ctx, wish, { callAsOwner, addresses, proof: { token } }),
  addSite: async (ctx, { body }) => {
    assertNoViolations(isZone(body.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    const owner = await ctx.transaction(getCallingSiteOwner)
    const siteId = ctx.newId()
    const { clientId } = await ctx.transaction(async (work) => {
      const created = await createSiteWithOwner(work, { ...body, siteId, owner, app: {} })
      await changeAddresses(work, addresses, { main: body.siteAddress })
      return created
    }, siteId)
    return { siteId, clientId }
  },
  getToday: loadToday,
  getResourceUsage: (ctx, { params }) => loadResourceUsage(ctx, params.id),
  getOrderHistory: (ctx, { params }) => loadOrderHistory(ctx, params.id),
  getSessionFigures: (ctx, { query }) => loadSessionStatistics(ctx, query.months ?? 12),
  getSiteSettings: (ctx) => getSiteSettings(ctx, addresses),
  updateSiteSettings: async (ctx, { body }) => {
    assertNoViolations(
      body.timeZone && !isZone(body.timeZone) ? [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }] : [],
    )
    const { address, timeZone, siteAddress, otherAddresses, ...change } = body
    if (siteAddress !== undefined || otherAddresses !== undefined) {
      await assertCanChangeAddresses(ctx)
      await changeAddresses(ctx, addresses, { main: siteAddress, others: otherAddresses })
    }
    await changeSite(ctx, change)
    if (timeZone) await changeTimeZone(ctx, timeZone)
    if (address) await changeSetting(ctx, 'site.address', address)
    return getSiteSettings(ctx, addresses)
  },
  previewTimeZone: async (ctx, { query }) => {
    assertNoViolations(isZone(query.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    return previewTimeZone(ctx, query.timeZone)
  },
  listMessages: async (ctx, { query }) => {
    const { emails, total } = await store.listEmails(ctx, { to: query.to, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { messages: emails.map((email) => toMessage(ctx, email)), total }
  },
  getMessage: async (ctx, { params }) => {
    const row = (await store.findEmail(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    return { message: toMessage(ctx, row), html: redactFor(ctx, row, row.html ?? ''), text: redactFor(ctx, row, row.bodyText ?? '') }
  },
  listWebhooks: async (ctx) => {
    const { publicKey } = await findOrCreateWebhookKey(ctx)
    const webhooks = await ctx.transaction(store.listWebhooks)
    return { webhooks: webhooks.map(toWebhook), publicKey, eventTypes: [...publicEventTypes] }
  },
  createWebhook: async (ctx, { body }) => ({ webhook: toWebhook(await createWebhook(ctx, body, allowsPrivateTargets())) }),
  updateWebhook: async (ctx, { params, body }) => ({ webhook: toWebhook(await updateWebhook(ctx, params.id, body, allowsPrivateTargets())) }),
  deleteWebhook: async (ctx, { params }) => {
    if (!(await store.deleteWebhook(ctx, params.id))) refuseStandard('NOT_FOUND')
    return {}
  },
  listWebhookDeliveries: async (ctx, { params, query }) => {
    if (!(await store.findWebhook(ctx, params.id))) refuseStandard('NOT_FOUND')
    const rows = await store.listDeliveries(ctx, params.id, query.limit ?? 50, query.offset ?? 0)
    return {
      deliveries: rows.map((row) => ({
        id: row.id,
        eventType: row.type,
        entityId: row.entityId,
        state: row.state,
        attempts: row.attempts,
        ...(row.lastStatus !== null && { lastStatus: row.lastStatus }),
        ...(row.lastError !== null && { lastError: row.lastError }),
        createdDate: row.createdAt.toString(),
      })),
    }
  },
  repeatWebhookDelivery: async (ctx, { params }) => {
    await repeatDelivery(ctx, params.id)
    return {}
  },
})
