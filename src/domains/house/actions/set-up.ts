import { createApiKey } from '#domains/identity/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { MountDeps } from '#kit/mount.ts'
import { contextOf, houseOccasion } from '#kit/work/unit.ts'
import { refuse } from '../errors.ts'
import { fillSample, type CallAsOwner } from '../sample.ts'
import * as store from '../store.ts'
import { foundSite } from './found-site.ts'

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
}

/** First run: the owner and the site, once per deployment; two people who press at once end with one site. */
export async function setUp(ctx: Ctx, wish: SetUpWish, callAsOwner: (siteId: string, apiKey: string) => CallAsOwner): Promise<{ siteId: string }> {
  const siteId = ctx.newId()
  const key = await ctx.write(async (inner) => {
    await store.setupLock(inner)
    if (await store.anySite(inner)) refuse('ALREADY_SET_UP')
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
    return wish.sample ? createApiKey(inner, { name: 'Sample studio', accountId, userId, expiresAt: inner.authNow.add({ minutes: 10 }) }) : undefined
  }, siteId)
  if (key) await fillSample(callAsOwner(siteId, key.key), { now: ctx.now, timeZone: wish.timeZone })
  return { siteId }
}

/** `npm start -- --sample`: the sample studio without questions. On a server that has a site already nothing happens. */
export async function startSample(
  deps: MountDeps,
  callAsOwner: (siteId: string, apiKey: string) => CallAsOwner,
): Promise<{ email: string; password: string } | undefined> {
  const ctx = contextOf(deps, houseOccasion('', 'http://localhost'), deps.open.db as never)
  if (await store.anySite(ctx)) return undefined
  const password = `studio-${ctx.newId().slice(0, 8)}`
  const email = 'owner@sample.example'
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  await setUp(
    ctx,
    { ownerName: 'Olive Owner', email, password, siteName: 'Riverside Yoga & Movement', timeZone, currency: 'USD', weekStartsOn: 1, sample: true },
    callAsOwner,
  )
  return { email, password }
}
