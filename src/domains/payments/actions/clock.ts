/** Stops the renewal engine while the server's clock is wrong, says so to the owner, and lets it go on when the clock is right. Source: guide pricing-plans §9.6. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { readClockState } from '#kit/jobs/unit-of-work.ts'
import { CLOCK_PROBLEM, findClockProblem } from '../rules/clock.ts'
import { deleteProblem, hasProblem, insertProblem, newestEventAt } from '../store/providers.ts'
import type { PaymentsEmails } from '../emails/variables.ts'

/** Whether the engine may work; what is wrong is noted and notified once. Needs a context without a transaction. */
export const checkClock = (ctx: OwnTransactionContext): Promise<boolean> =>
  ctx.transaction(async (inner) => {
    const { isRealTime, driftMs } = readClockState(inner)
    const newest = isRealTime ? await newestEventAt(inner) : undefined
    const problem = findClockProblem({ driftMs, nowMs: inner.now.epochMilliseconds, newestMs: newest?.epochMilliseconds })
    if (!problem) {
      if (await hasProblem(inner, CLOCK_PROBLEM)) await deleteProblem(inner, CLOCK_PROBLEM)
      return true
    }
    if (!(await insertProblem(inner, CLOCK_PROBLEM, problem))) return false
    await queueEmail<PaymentsEmails>(
      inner,
      { kind: 'owners' },
      { template: 'clock-is-wrong', variables: { reasonPlain: problem, link: `${inner.origin}/dashboard` } },
    )
    return false
  })
