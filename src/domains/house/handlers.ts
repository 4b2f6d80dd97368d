import { callingSiteOwner, keyIsShown, recentlySignedIn, siteClientId, withoutKeys } from '#domains/identity/public.ts'
import { privacySettings } from '#domains/members/public.ts'
import { openingHours } from '#domains/services/public.ts'
import { type AddressBook, addressesOf, changeAddresses, changeSetting, changeSite, currentSite, setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { onlineProvider, paymentSetUp } from '#kit/payments/providers.ts'
import { isZone } from '#kit/pure/zone.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { changeTimeZone, previewTimeZone } from './actions/change-time-zone.ts'
import { foundSite } from './actions/found-site.ts'
import { orderHistory } from './actions/order-history.ts'
import { resolvePage } from './actions/resolve-page.ts'
import { sessionFigures } from './actions/session-figures.ts'
import { resourceUsage } from './store/resource-usage.ts'
import { setUp } from './actions/set-up.ts'
import { today } from './actions/today.ts'
import { changeWebhook, ownWebhookKey, subscribe, tellAgain } from './actions/webhooks.ts'
import type { houseApi } from './contract.ts'
import { mayGoToPrivate } from './reactions.ts'
import type { CallAsOwner } from './sample.ts'
import * as store from './store.ts'

/** Where nobody may be public there is no community to look at. */
async function communityOf(ctx: Ctx) {
  const { candidates, visibility } = await privacySettings(ctx)
  return candidates === 'NO_ONE' ? ('NO_ONE' as const) : visibility === 'VISIBLE_TO_ALL' ? ('ALL' as const) : ('MEMBERS' as const)
}

async function publicSite(ctx: Ctx) {
  const site = await currentSite(ctx)
  const address = await setting(ctx, 'site.address')
  return {
    siteId: site.id,
    name: site.name,
    tagline: site.tagline,
    accent: site.accent,
    timeZone: site.timeZone,
    currency: site.currency,
    language: site.language,
    weekStartsOn: site.weekStartsOn,
    clientId: await siteClientId(ctx),
    testPayments: paymentSetUp().testPayments,
    paymentPage: onlineProvider()?.page ?? ('none' as const),
    ...(address ? { address } : {}),
    community: await communityOf(ctx),
    openingHours: await openingHours(ctx),
  }
}

/** As `publicSite`, with what only the business sees. */
async function siteSettings(ctx: Ctx, addresses: AddressBook) {
  const [facts, { origin, origins }, first] = [await publicSite(ctx), await addresses.originsOf(ctx.siteId, ctx.tx), await addresses.firstSite(ctx.tx)]
  const stored = await addressesOf(ctx.tx, ctx.siteId)
  const isFixed = first === ctx.siteId && addresses.server().publicUrl !== undefined
  return {
    ...facts,
    addresses: { main: origin, others: origins.filter((own) => own !== origin), isFixed, isUnset: !isFixed && !stored.some(({ isMain }) => isMain) },
  }
}

/** Links that open accounts lead to the addresses of a site: only its owner may change them, and only as themselves. */
async function mayChangeAddresses(ctx: Ctx): Promise<void> {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
  await recentlySignedIn(ctx)
}

type LetterRow = NonNullable<Awaited<ReturnType<typeof store.letterById>>>
/** Words of a letter as this caller may read them: those that open somebody's account are for few. */
function readBy(ctx: Ctx, { template, state, variables }: LetterRow, words: string): string {
  const isOwnerAtDesk = ctx.caller.userId !== undefined && !ctx.caller.permissions
  return keyIsShown(template, { isKept: state === 'KEPT', isOwnerAtDesk }) ? words : withoutKeys(template, variables as Record<string, unknown>, words)
}
const asMessage = (ctx: Ctx, row: LetterRow) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  subject: readBy(ctx, row, row.subject ?? row.template),
  state: row.state,
  createdDate: row.createdAt.toString(),
  ...(row.error ? { error: row.error } : {}),
})

const asWebhook = ({ id, name, url, types, isActive, createdAt }: Awaited<ReturnType<typeof store.insertWebhook>>) => ({
  id,
  name,
  url,
  types,
  isActive,
  createdDate: createdAt.toString(),
})

/** The sample studio is filled through the public operations, so the set-up is handed a way to call them. */
export const houseHandlersWith = ({
  callAsOwner,
  addresses,
}: {
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
  addresses: AddressBook
}): Handlers<typeof houseApi> => ({
  getSite: publicSite,
  resolvePage: (ctx, { query }) => resolvePage(ctx, query.url),
  getSetup: async (ctx) => ({ needed: (await store.anySite(ctx)) === undefined, address: addresses.server().publicUrl ?? null }),
  setUp: (ctx, { body: { token, ...wish } }) => setUp(ctx, wish, { callAsOwner, addresses, proof: { token } }),
  addSite: async (ctx, { body }) => {
    orViolate(isZone(body.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    const owner = await ctx.write(callingSiteOwner)
    const siteId = ctx.newId()
    const { clientId } = await ctx.write(async (work) => {
      const founded = await foundSite(work, { ...body, siteId, owner, app: {} })
      await changeAddresses(work, addresses, { main: body.siteAddress })
      return founded
    }, siteId)
    return { siteId, clientId }
  },
  getToday: today,
  getResourceUsage: (ctx, { params }) => resourceUsage(ctx, params.id),
  getOrderHistory: (ctx, { params }) => orderHistory(ctx, params.id),
  getSessionFigures: (ctx, { query }) => sessionFigures(ctx, query.months ?? 12),
  getSiteSettings: (ctx) => siteSettings(ctx, addresses),
  updateSiteSettings: async (ctx, { body }) => {
    orViolate(body.timeZone && !isZone(body.timeZone) ? [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }] : [])
    const { address, timeZone, siteAddress, otherAddresses, ...change } = body
    if (siteAddress !== undefined || otherAddresses !== undefined) {
      await mayChangeAddresses(ctx)
      await changeAddresses(ctx, addresses, { main: siteAddress, others: otherAddresses })
    }
    await changeSite(ctx, change)
    if (timeZone) await changeTimeZone(ctx, timeZone)
    if (address) await changeSetting(ctx, 'site.address', address)
    return siteSettings(ctx, addresses)
  },
  previewTimeZone: async (ctx, { query }) => {
    orViolate(isZone(query.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    return previewTimeZone(ctx, query.timeZone)
  },
  listMessages: async (ctx, { query }) => {
    const { letters, total } = await store.listLetters(ctx, { to: query.to, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { messages: letters.map((letter) => asMessage(ctx, letter)), total }
  },
  getMessage: async (ctx, { params }) => {
    const row = (await store.letterById(ctx, params.id)) ?? refuseStandard('NOT_FOUND')
    return { message: asMessage(ctx, row), html: readBy(ctx, row, row.html ?? ''), text: readBy(ctx, row, row.bodyText ?? '') }
  },
  listWebhooks: async (ctx) => {
    const { publicKey } = await ownWebhookKey(ctx)
    const webhooks = await ctx.write(store.listWebhooks)
    return { webhooks: webhooks.map(asWebhook), publicKey, eventTypes: [...publicEventTypes] }
  },
  createWebhook: async (ctx, { body }) => ({ webhook: asWebhook(await subscribe(ctx, body, mayGoToPrivate())) }),
  updateWebhook: async (ctx, { params, body }) => ({ webhook: asWebhook(await changeWebhook(ctx, params.id, body, mayGoToPrivate())) }),
  deleteWebhook: async (ctx, { params }) => {
    if (!(await store.deleteWebhook(ctx, params.id))) refuseStandard('NOT_FOUND')
    return {}
  },
  listWebhookDeliveries: async (ctx, { params, query }) => {
    if (!(await store.webhookById(ctx, params.id))) refuseStandard('NOT_FOUND')
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
    await tellAgain(ctx, params.id)
    return {}
  },
})
