import { createApiKey } from '#domains/identity/public.ts'
import { markAllNotificationsRead } from '#domains/reports/public.ts'
import { type AddressBook, changeAddresses } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { parseOrigin } from '#kit/pure/origin.ts'
import { createOwnContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { refuse } from '../errors.ts'
import { findSampleRegion } from '../rules/sample-region.ts'
import type { SampleName } from '../rules/sample-names.ts'
import type { CallAsOwner } from '../samples/calls.ts'
import { createSampleData, sampleSiteNames, toSampleLanguage } from '../samples/samples.ts'
import * as store from '../store/sites.ts'
import { deleteSetupTokens } from '../store/setup-tokens.ts'
import { createSiteWithOwner } from './create-site.ts'
import { assertSetupToken } from './setup-token.ts'

export interface SetUpInput {
  ownerName: string
  email: string
  password: string
  siteName: string
  timeZone: string
  currency: string
  weekStartsOn: number
  /** Language of the site, for visitors who prefer none of ours. */
  language?: string | undefined
  sample: SampleName | undefined
  /** Address of the site; the local address by default. */
  siteAddress?: string | undefined
}

/** First run: creates the owner and the site, once per server. Of two concurrent calls one is refused. */
export async function setUp(
  ctx: OwnTransactionContext,
  input: SetUpInput,
  parts: {
    callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
    addresses: AddressBook /** 'printed': called by main. */
    proof: { token: string | undefined } | 'printed'
  },
): Promise<{ siteId: string }> {
  const siteId = ctx.newId()
  const made = await ctx.transaction(async (inner) => {
    await store.lockSetup(inner)
    if (await store.findAnySite(inner)) refuse('ALREADY_SET_UP')
    if (parts.proof !== 'printed') await assertSetupToken(inner, parts.proof.token)
    const { accountId, userId } = await createSiteWithOwner(inner, {
      siteId,
      name: input.siteName,
      timeZone: input.timeZone,
      currency: input.currency,
      weekStartsOn: input.weekStartsOn,
      language: input.language,
      owner: { name: input.ownerName, email: input.email, password: input.password },
      app: {},
    })
    await storeSiteAddress(inner, input.siteAddress, parts.addresses)
    await deleteSetupTokens(inner)
    if (!input.sample) return undefined
    return { userId, ...(await createApiKey(inner, { name: 'Sample', accountId, userId, expiresAt: inner.authNow.add({ minutes: 10 }) })) }
  }, siteId)
  if (made && input.sample) {
    await createSampleData(parts.callAsOwner(siteId, made.key), { sample: input.sample, now: ctx.now, timeZone: input.timeZone, language: input.language })
    // What the sample did is no news to its owner.
    await ctx.transaction((inner) => markAllNotificationsRead(inner, made.userId), siteId)
  }
  return { siteId }
}

/** Stores the address as the site's own, unless it is the local one or PUBLIC_URL, which may change. */
async function storeSiteAddress(ctx: TransactionContext, address: string | undefined, addresses: AddressBook): Promise<void> {
  const { publicUrl, local } = addresses.server()
  if (address !== undefined && publicUrl === undefined && parseOrigin(address) !== local)
    await changeAddresses(ctx, addresses, { main: address }, { isTrusted: true })
}

/**
 * `npm start -- --sample`: creates a sample without the setup page, in the zone and language of the machine, with the currency of its country.
 * Does nothing on a server that has a site.
 */
export async function startSample(
  deps: MountDeps,
  sample: SampleName,
  parts: { callAsOwner: (siteId: string, apiKey: string) => CallAsOwner; addresses: AddressBook },
): Promise<{ email: string; password: string } | undefined> {
  const ctx = createOwnContext(deps, createSystemMeta('', (await deps.loadOrigins('')).origin))
  if (await ctx.read(store.findAnySite)) return undefined
  const password = `${sample}-${ctx.newId().slice(0, 8)}`
  const email = 'owner@sample.example'
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
  const language = matchLanguage(locale) ?? 'en'
  const { currency } = findSampleRegion(timeZone, language)
  const owner = { ownerName: 'Olive Owner', email, password, siteName: sampleSiteNames[sample][toSampleLanguage(language)] }
  await setUp(ctx, { ...owner, timeZone, currency, language, weekStartsOn: 1, sample }, { ...parts, proof: 'printed' })
  return { email, password }
}
