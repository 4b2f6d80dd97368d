/** The provider refuses our key or request: charging stands still, no order is touched, the owner is told once. guide: pricing-plans 10.4 */
import type { Ctx } from '#kit/ctx.ts'
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
