/** Operation → action: set-up, sites and their settings. */
import { getCallingSiteOwner } from '#domains/collaborators/public.ts'
import { getSiteClientId } from '#domains/identity/public.ts'
import { findPublicPage, findPublicWebsite } from '#domains/website/public.ts'
import { getPrivacySettings } from '#domains/members/public.ts'
import { getCustomerChoices } from '#domains/availability/public.ts'
import { hasMultiServiceBooking, listOpeningHours } from '#domains/services/public.ts'
import { type AddressBook, checkAddress, listAddresses, changeAddresses, changeSetting, changeSite, getSite, getSetting } from '#domains/site/public.ts'
import { areTextsOn } from '#domains/texts/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { getOnlineProvider, getPaymentSetup } from '#kit/payments/providers.ts'
import { isZone } from '#kit/pure/zone.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { changeTimeZone, previewTimeZone } from './actions/change-time-zone.ts'
import { createSiteWithOwner } from './actions/create-site.ts'
import { describeLimits } from './actions/describe-limits.ts'
import { setUp } from './actions/set-up.ts'
import type { setupApi } from './contract.ts'
import { toSampleName } from './rules/sample-names.ts'
import type { CallAsOwner } from './samples/calls.ts'
import { findAnySite } from './store/sites.ts'

/** Without public members there is no community. */
async function getCommunityVisibility(ctx: ReadContext) {
  const { candidates, visibility } = await getPrivacySettings(ctx)
  return candidates === 'NO_ONE' ? ('NO_ONE' as const) : visibility === 'VISIBLE_TO_ALL' ? ('ALL' as const) : ('MEMBERS' as const)
}

/** What differs from the defaults: the client may choose who gives an appointment, and sees the zone of the business until they switch. */
async function listCustomerChoices(ctx: ReadContext) {
  const { staffSelection, timeZone } = await getCustomerChoices(ctx)
  const isDefaultZone = timeZone.basedOn === 'BUSINESS_TIME_ZONE' && timeZone.canChange
  return { ...(staffSelection !== 'CUSTOMER_MAY_CHOOSE' && { staffSelection }), ...(!isDefaultZone && { timeZoneDisplay: timeZone }) }
}

async function getPublicSite(ctx: ReadContext) {
  const site = await getSite(ctx)
  const address = await getSetting(ctx, 'site.address')
  const tax = await getSetting(ctx, 'plans.tax')
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
    testPayments: (await getPaymentSetup(ctx)).testPayments,
    paymentPage: (await getOnlineProvider(ctx))?.page ?? ('none' as const),
    ...(address ? { address } : {}),
    ...(tax ? { tax: { name: tax.name, rate: tax.rate, includedInPrice: tax.includedInPrice } } : {}),
    community: await getCommunityVisibility(ctx),
    openingHours: await listOpeningHours(ctx),
    ...((await areTextsOn(ctx)) && { textMessages: true }),
    ...(!(await hasMultiServiceBooking(ctx)) && { isOneServicePerVisit: true }),
    ...(await listCustomerChoices(ctx)),
  }
}

/** For the pages themselves: with the website of the owner, and the page at a path. */
async function getSiteOfPage(ctx: ReadContext, path: string | undefined) {
  const site = await getPublicSite(ctx)
  const website = await findPublicWebsite(ctx)
  const [, slug] = website && path !== undefined ? (/^\/([a-z0-9-]*)\/?$/.exec(path) ?? []) : []
  const page = slug === undefined ? undefined : await findPublicPage(ctx, slug)
  return { ...site, ...(website ? { website } : {}), ...(page ? { page } : {}) }
}

/** As `getPublicSite`, with what only the business sees. */
async function getSiteSettings(ctx: ReadContext, addresses: AddressBook) {
  const [publicSettings, { origin }, first] = [await getPublicSite(ctx), await addresses.getOrigins(ctx.siteId, ctx.db), await addresses.findFirstSite(ctx.db)]
  const stored = await listAddresses(ctx.db, ctx.siteId)
  const limits = await describeLimits(ctx)
  const isFixed = first === ctx.siteId && addresses.server().publicUrl !== undefined
  return {
    ...publicSettings,
    addresses: {
      main: origin,
      others: stored.map((own) => own.origin).filter((own) => own !== origin),
      unchecked: stored.flatMap(({ origin: address, state, problem }) => (state === 'CHECKED' ? [] : [{ address, ...(problem && { problem }) }])),
      isFixed,
      isUnset: !isFixed && !stored.some(({ isMain }) => isMain),
    },
    ...(limits.length > 0 && { limits }),
  }
}

/** Links that open accounts lead to these addresses: only the owner may change them. */
function assertCanChangeAddresses(ctx: ReadContext): void {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
}

/** What setup needs of the running server: the address book, and a way to call public operations for the samples. */
export interface SetupServer {
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
  addresses: AddressBook
}

export const setupHandlers = ({ callAsOwner, addresses }: SetupServer): Handlers<typeof setupApi> => ({
  getSite: (ctx, { query }) => getSiteOfPage(ctx, query.path),
  getSetup: async (ctx) => ({ needed: (await findAnySite(ctx)) === undefined, address: addresses.server().publicUrl ?? null }),
  setUp: (ctx, { body: { token, sample, ...input } }) => setUp(ctx, { ...input, sample: toSampleName(sample) }, { callAsOwner, addresses, proof: { token } }),
  addSite: async (ctx, { body }) => {
    assertNoViolations(isZone(body.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    const owner = await ctx.transaction(getCallingSiteOwner)
    const siteId = ctx.newId()
    // The owner of the first site is the one who set the server up.
    const isTrusted = (await addresses.findFirstSite()) === ctx.siteId
    const { clientId } = await ctx.transaction(async (work) => {
      const created = await createSiteWithOwner(work, { ...body, siteId, owner, app: {} })
      await changeAddresses(work, addresses, isTrusted ? { main: body.siteAddress } : { others: [body.siteAddress] }, { isTrusted })
      return created
    }, siteId)
    return { siteId, clientId }
  },
  getSiteSettings: (ctx) => getSiteSettings(ctx, addresses),
  updateSiteSettings: async (ctx, { body }) => {
    assertNoViolations(
      body.timeZone && !isZone(body.timeZone) ? [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }] : [],
    )
    const { address, timeZone, siteAddress, otherAddresses, ...change } = body
    if (siteAddress !== undefined || otherAddresses !== undefined) {
      assertCanChangeAddresses(ctx)
      await changeAddresses(ctx, addresses, { main: siteAddress, others: otherAddresses }, { isTrusted: false })
    }
    await changeSite(ctx, change)
    if (timeZone) await changeTimeZone(ctx, timeZone)
    if (address) await changeSetting(ctx, 'site.address', address)
    return getSiteSettings(ctx, addresses)
  },
  checkSiteAddress: async (ctx, { body }) => {
    await checkAddress(ctx, body.address)
    return ctx.read((inner) => getSiteSettings(inner, addresses))
  },
  previewTimeZone: async (ctx, { query }) => {
    assertNoViolations(isZone(query.timeZone) ? [] : [{ field: 'timeZone', description: 'is not a known time zone', violatedRule: 'FORMAT', data: {} }])
    return previewTimeZone(ctx, query.timeZone)
  },
})
