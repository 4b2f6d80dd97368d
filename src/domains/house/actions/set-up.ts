import { Temporal } from 'temporal-polyfill'
import type { Static } from 'typebox'
import type { Ctx } from '#kit/ctx.ts'
import type { houseApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { fillSample } from '../sample.ts'
import * as store from '../store.ts'
import { foundSite } from './found-site.ts'

type Wish = Static<typeof houseApi.setUp.body>

/** First run: the owner and the site, once per deployment; two people who press at once end with one site. */
export function setUp(ctx: Ctx, wish: Wish): Promise<{ siteId: string }> {
  const siteId = ctx.newId()
  return Object.assign(Object.create(ctx) as Ctx, {}).write(async (outer) => {
    await store.setupLock(outer)
    if (await store.anySite(outer)) refuse('ALREADY_SET_UP')
    const inner = Object.defineProperty(Object.create(outer) as Ctx, 'siteId', { value: siteId })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(wish.timeZone)
    await foundSite(inner, { siteId, name: wish.siteName, timeZone: wish.timeZone, currency: wish.currency, weekStartsOn: wish.weekStartsOn, owner: { name: wish.ownerName, email: wish.email, password: wish.password }, app: {} })
    if (wish.sample) await fillSample(inner)
    return { siteId }
  })
}
