/** Stops the renewal engine while the server's clock is wrong, says so to the owner, and lets it go on when the clock is right. guide: pricing-plans 9.6 */
import { ownerEmails } from '#domains/identity/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { clockTrouble } from '../rules/clock.ts'
import { newestEventAt } from '../store/orders.ts'
import * as payments from '../store/payments.ts'

/** Stands in the list of payment problems beside those of the providers. */
export const CLOCK = 'clock'

/** Whether the engine may work; what is wrong is noted and told once. Needs a context without a transaction. */
export const clockIsRight = (ctx: Ctx): Promise<boolean> =>
  ctx.write(async (inner) => {
    const newest = inner.followsWall ? await newestEventAt(inner) : undefined
    const trouble = clockTrouble({ driftMs: inner.clockDriftMs, nowMs: inner.now.epochMilliseconds, newestMs: newest?.epochMilliseconds })
    if (!trouble) {
      if (await payments.hasProblem(inner, CLOCK)) await payments.clearProblem(inner, CLOCK)
      return true
    }
    if (!(await payments.noteProblem(inner, CLOCK, trouble))) return false
    const site = await currentSite(inner)
    for (const to of await ownerEmails(inner.tx, inner.siteId))
      inner.send({
        to,
        template: 'clock-is-wrong',
        language: site.language,
        variables: { siteName: site.name, reasonPlain: trouble, link: `${inner.origin}/dashboard` },
      })
    return false
  })
