/** The provider refuses our key or request: charging stands still, no order is touched, the owner is told once. guide: pricing-plans 10.4 */
import { ownerEmails } from '#domains/identity/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { spoken } from '#kit/pure/languages.ts'
import { voiceOf } from '../letters.ts'
import type { Order } from '../rules/order.ts'
import * as payments from '../store/payments.ts'

/** The try waits and is sent again under its key. */
export async function chargesStopped(ctx: Ctx, order: Order, attempt: payments.Attempt, problem: string): Promise<void> {
  const fresh = await payments.attemptById(ctx, attempt.id)
  const isOpen = fresh && fresh.state !== 'SUCCEEDED' && fresh.state !== 'DECLINED'
  if (isOpen) await payments.setAttempt(ctx, attempt.id, { state: fresh.state, checkAt: ctx.now.add({ minutes: 10 }) })
  if (!(await payments.noteProblem(ctx, attempt.provider, problem))) return
  const { tell } = await voiceOf(ctx, order)
  tell('charges-stopped', { reasonPlain: problem }, `stopped:${ctx.now.epochMilliseconds}`)
}

/** The provider refuses us while no order is charged: kept for the dashboard, and told to the owners once until it works again. */
export async function noteProviderProblem(ctx: Ctx, provider: string, problem: string): Promise<void> {
  if (!(await payments.noteProblem(ctx, provider, problem))) return
  const site = await currentSite(ctx)
  for (const to of await ownerEmails(ctx.tx, ctx.siteId))
    ctx.send({
      to,
      template: 'charges-stopped',
      language: spoken(site.language) ?? 'en',
      once: `stopped:${provider}:${ctx.now.epochMilliseconds}:${to}`,
      variables: { siteName: site.name, reasonPlain: problem, link: `${ctx.origin}/dashboard/money` },
    })
}
/** The provider works again. */
export async function clearProviderProblem(ctx: Ctx, provider: string): Promise<void> {
  if (await payments.hasProblem(ctx, provider)) await payments.clearProblem(ctx, provider)
}
