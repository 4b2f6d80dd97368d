/** The provider rejects our key or request while an order is charged: charging stops, the order stays as it is, the owners are notified once. Source: guide pricing-plans §10.4. */
import { insertProblem } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { orderMailer } from '../mailer.ts'
import type { Order } from '../rules/order.ts'
import * as payments from '../store/payments.ts'

/** The attempt waits and is sent again under its key. */
export async function reportOutageForAttempt(ctx: TransactionContext, order: Order, attempt: payments.Attempt, problem: string): Promise<void> {
  const current = await payments.attemptById(ctx, attempt.id)
  const isOpen = current && current.state !== 'SUCCEEDED' && current.state !== 'DECLINED'
  if (isOpen) await payments.updateAttempt(ctx, attempt.id, { state: current.state, checkAt: ctx.now.add({ minutes: 10 }) })
  if (!(await insertProblem(ctx, attempt.provider, problem))) return
  const { emailOwners } = await orderMailer(ctx, order)
  emailOwners('charges-stopped', { reasonPlain: problem }, `stopped:${ctx.now.epochMilliseconds}`)
}
