/** The provider refuses our key or request: charging stands still, no order is touched, the owner is told once. guide: pricing-plans 10.4 */
import { ownerEmails } from '#domains/collaborators/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { orderMailer } from '../mailer.ts'
import type { Order } from '../rules/order.ts'
import * as payments from '../store/payments.ts'

/** The try waits and is sent again under its key. */
export async function reportOutageForAttempt(ctx: Ctx, order: Order, attempt: payments.Attempt, problem: string): Promise<void> {
  const current = await payments.attemptById(ctx, attempt.id)
  const isOpen = current && current.state !== 'SUCCEEDED' && current.state !== 'DECLINED'
  if (isOpen) await payments.updateAttempt(ctx, attempt.id, { state: current.state, checkAt: ctx.now.add({ minutes: 10 }) })
  if (!(await payments.insertProblem(ctx, attempt.provider, problem))) return
  const { emailOwners } = await orderMailer(ctx, order)
  emailOwners('charges-stopped', { reasonPlain: problem }, `stopped:${ctx.now.epochMilliseconds}`)
}

/** The provider refuses us while no order is charged: kept for the dashboard, and told to the owners once until it works again. */
export async function reportProviderOutage(ctx: Ctx, provider: string, problem: string): Promise<void> {
  if (!(await payments.insertProblem(ctx, provider, problem))) return
  const site = await getSite(ctx)
  for (const to of await ownerEmails(ctx.tx, ctx.siteId))
    ctx.queueEmail({
      to,
      template: 'charges-stopped',
      language: matchLanguage(site.language) ?? 'en',
      uniqueKey: `stopped:${provider}:${ctx.now.epochMilliseconds}:${to}`,
      variables: { siteName: site.name, reasonPlain: problem, link: `${ctx.origin}/dashboard/money` },
    })
}
/** The provider works again. */
export async function clearProviderOutage(ctx: Ctx, provider: string): Promise<void> {
  if (await payments.hasProblem(ctx, provider)) await payments.deleteProblem(ctx, provider)
}
