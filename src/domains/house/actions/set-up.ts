import { createApiKey } from '#domains/identity/public.ts'
import { type AddressBook, changeAddresses } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { MountDeps } from '#kit/mount.ts'
import { readOrigin } from '#kit/pure/origin.ts'
import { contextOf, houseOccasion } from '#kit/work/unit.ts'
import { refuse } from '../errors.ts'
import { fillSample, type CallAsOwner } from '../sample.ts'
import * as store from '../store.ts'
import { dropSetupTokens } from '../store/setup-tokens.ts'
import { foundSite } from './found-site.ts'
import { assertSetupToken } from './setup-token.ts'

export interface SetUpWish {
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
  wish: SetUpWish,
  parts: {
    callAsOwner: (siteId: string, apiKey: string) => CallAsOwner
    addresses: AddressBook /** 'printed': the start itself asks. */
    proof: { token: string | undefined } | 'printed'
  },
): Promise<{ siteId: string }> {
  const siteId = ctx.newId()
  const key = await ctx.write(async (inner) => {
    await store.setupLock(inner)
    if (await store.anySite(inner)) refuse('ALREADY_SET_UP')
    if (parts.proof !== 'printed') await assertSetupToken(inner, parts.proof.token)
    const { accountId, userId } = await foundSite(inner, {
      siteId,
      name: wish.siteName,
      timeZone: wish.timeZone,
      currency: wish.currency,
      weekStartsOn: wish.weekStartsOn,
      language: wish.language,
      owner: { name: wish.ownerName, email: wish.email, password: wish.password },
      app: {},
    })
    await storeAddress(inner, wish.siteAddress, parts.addresses)
    await dropSetupTokens(inner)
    return wish.sample ? createApiKey(inner, { name: 'Sample studio', accountId, userId, expiresAt: inner.authNow.add({ minutes: 10 }) }) : undefined
  }, siteId)
  if (key) await fillSample(parts.callAsOwner(siteId, key.key), { now: ctx.now, timeZone: wish.timeZone })
  return { siteId }
}

/** Keeps the address of the set-up as the site's own. What the server knows by itself is not kept: the port and PUBLIC_URL may change. */
async function storeAddress(ctx: Ctx, address: string | undefined, addresses: AddressBook): Promise<void> {
  const { publicUrl, local } = addresses.server()
  if (address !== undefined && publicUrl === undefined && readOrigin(address) !== local) await changeAddresses(ctx, addresses, { main: address })
}

/** `npm start -- --sample`: the sample studio without questions. On a server that has a site already nothing happens. */
export async function startSample(
  deps: MountDeps,
  parts: { callAsOwner: (siteId: string, apiKey: string) => CallAsOwner; addresses: AddressBook },
): Promise<{ email: string; password: string } | undefined> {
  const ctx = contextOf(deps, houseOccasion('', (await deps.originsOf('')).origin), deps.open.db as never)
  if (await store.anySite(ctx)) return undefined
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
