import { createApiKey } from '#domains/identity/public.ts'
import { type AddressBook, changeAddresses } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { parseOrigin } from '#kit/pure/origin.ts'
import { createContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { refuse } from '../errors.ts'
import { createSampleData, type CallAsOwner } from '../sample-studio.ts'
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
  /** In which the owner set up: the site speaks it to whoever prefers none of ours. */
  language?: string | undefined
  sample: boolean
  /** Where the site is reached; where the server listens unless it is said. */
  siteAddress?: string | undefined
}

/** First run: the owner and the site, once per deployment; two people who press at once end with one site. */
export async function setUp(
  ctx: Ctx,
  input: SetUpInput,
  parts: {
    callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
    addresses: AddressBook /** 'printed': the start itself asks. */
    proof: { token: string | undefined } | 'printed'
  },
): Promise<{ siteId: string }> {
  const siteId = ctx.newId()
  const key = await ctx.transaction(async (inner) => {
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
    return input.sample ? createApiKey(inner, { name: 'Sample studio', accountId, userId, expiresAt: inner.authNow.add({ minutes: 10 }) }) : undefined
  }, siteId)
  if (key) await createSampleData(parts.callAsOwner(siteId, key.key), { now: ctx.now, timeZone: input.timeZone })
  return { siteId }
}

/** Keeps the address of the set-up as the site's own. What the server knows by itself is not kept: the port and PUBLIC_URL may change. */
async function storeSiteAddress(ctx: Ctx, address: string | undefined, addresses: AddressBook): Promise<void> {
  const { publicUrl, local } = addresses.server()
  if (address !== undefined && publicUrl === undefined && parseOrigin(address) !== local) await changeAddresses(ctx, addresses, { main: address })
}

/** `npm start -- --sample`: the sample studio without questions. On a server that has a site already nothing happens. */
export async function startSampleStudio(
  deps: MountDeps,
  parts: { callAsOwner: (siteId: string, apiKey: string) => CallAsOwner; addresses: AddressBook },
): Promise<{ email: string; password: string } | undefined> {
  const ctx = createContext(deps, createSystemMeta('', (await deps.loadOrigins('')).origin), deps.database.db as never)
  if (await store.findAnySite(ctx)) return undefined
  const password = `studio-${ctx.newId().slice(0, 8)}`
  const email = 'owner@sample.example'
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  await setUp(
    ctx,
    { ownerName: 'Olive Owner', email, password, siteName: 'Riverside Yoga & Movement', timeZone, currency: 'USD', weekStartsOn: 1, sample: true },
    { ...parts, proof: 'printed' },
  )
  return { email, password }
}
