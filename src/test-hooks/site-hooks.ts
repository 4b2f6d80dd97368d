/** Test hooks that make or change a site and what is in it. */
import type { Static } from 'typebox'
import { changeSignInSettings, createApiKey } from '#domains/identity/public.ts'
import { findOrCreateContact } from '#domains/members/public.ts'
import { markAllNotificationsRead } from '#domains/reports/public.ts'
import { createSampleData, createSiteWithOwner, toSampleName } from '#domains/setup/public.ts'
import { changeAddresses, changeSetting, changeSite } from '#domains/site/public.ts'
import { createWebhook, findOrCreateWebhookKey } from '#domains/webhooks/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { testHooksApi } from './contract.ts'
import type { HookContexts, TestHookDeps } from './contexts.ts'

type SiteInput = Static<(typeof testHooksApi)['site']['body']>

/** A site with its owner, an app and an API key; answers everything that a test needs to call it. */
async function createTestSite(ctx: TransactionContext, input: SiteInput, addresses: TestHookDeps['addresses']) {
  const { siteId } = ctx
  const ownerEmail = `owner-${siteId.slice(0, 8)}@example.org`
  const ownerPassword = `Studio door ${siteId.slice(0, 8)}`
  const site = await createSiteWithOwner(ctx, {
    siteId,
    name: input.name ?? 'Test studio',
    timeZone: input.timeZone ?? 'UTC',
    currency: input.currency ?? 'USD',
    weekStartsOn: 1,
    language: input.language,
    owner: { name: 'Olive Owner', email: ownerEmail, password: ownerPassword },
    app: {
      clientId: input.clientId,
      redirectUris: input.redirectUris ?? [],
      redirectDomains: input.redirectDomains ?? [],
      ...(input.allowLocalhost === undefined ? {} : { allowLocalhost: input.allowLocalhost }),
    },
  })
  const key = await createApiKey(ctx, { name: 'Test key', accountId: site.accountId, userId: site.userId })
  if (input.address) await changeAddresses(ctx, addresses, { main: input.address }, { isTrusted: true })
  const url = input.address ?? (await addresses.getOrigins(siteId, ctx.tx)).origin
  return {
    metaSiteId: siteId,
    accountId: site.accountId,
    siteUrl: url,
    apiUrl: url,
    clientId: site.clientId,
    apiKey: key.key,
    appId: site.clientId,
    appSecret: site.clientSecret,
    instanceId: siteId,
    ownerEmail,
    ownerPassword,
    ownerUserId: site.userId,
    ownerMemberId: site.ownerMemberId,
  }
}

type SiteHook = 'site' | 'authSettings' | 'contacts' | 'subscribe' | 'settings'

export const buildSiteHooks = ({ addresses, callAsOwner }: TestHookDeps, contexts: HookContexts): Pick<Handlers<typeof testHooksApi>, SiteHook> => ({
  site: async (ctx, { body }) => {
    const siteId = ctx.newId()
    const made = await contexts.inTransaction(siteId, (inner) => createTestSite(inner, body, addresses))
    const webhookPublicKey = body.webhookKey === false ? undefined : (await findOrCreateWebhookKey(await contexts.forSite(siteId))).publicKey
    const sample = toSampleName(body.sample)
    if (sample) {
      await createSampleData(callAsOwner(siteId, made.apiKey), { sample, now: ctx.now, timeZone: body.timeZone ?? 'UTC', language: body.language })
      await contexts.inTransaction(siteId, (inner) => markAllNotificationsRead(inner, made.ownerUserId))
    }
    return { ...made, ...(webhookPublicKey && { webhookPublicKey }) }
  },
  authSettings: async (_ctx, { body: { metaSiteId, ...change } }) =>
    // The provider `dev` takes the token that a test knows beforehand. Source: guide identity §9.3.
    contexts.inTransaction(metaSiteId, async (inner) => {
      await changeSignInSettings(inner, { ...change, ...(change.captcha && { captcha: { ...change.captcha, provider: 'dev' } }) })
      return {}
    }),
  contacts: async (_ctx, { body }) =>
    contexts.inTransaction(body.metaSiteId, async (inner) => {
      const [phone] = body.phones ?? []
      return { contactId: (await findOrCreateContact(inner, { email: body.email, firstName: body.firstName, phone })).id }
    }),
  subscribe: async (_ctx, { body }) =>
    contexts.inTransaction(body.metaSiteId, async (inner) => ({ id: (await createWebhook(inner, { url: body.url, types: body.types }, true)).id })),
  settings: async (ctx, { body }) =>
    contexts.inTransaction(body.metaSiteId ?? ctx.siteId, async (inner) => {
      await changeSite(inner, { ...(body.timeZone ? { timeZone: body.timeZone } : {}), ...(body.currency ? { currency: body.currency } : {}) })
      if (body.tax !== undefined) await changeSetting(inner, 'plans.tax', body.tax)
      if (body.minRecurringCycleDays !== undefined) await changeSetting(inner, 'plans.minRecurringCycleDays', body.minRecurringCycleDays)
      return {}
    }),
})
