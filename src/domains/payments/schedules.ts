import type { Schedule } from '#kit/jobs/runner.ts'
import { startNightlyCheck } from './actions/check.ts'
import { reconcileAttempts } from './actions/provider-calls.ts'
import { reconcileRefunds } from './actions/refunds.ts'
import { hasAttemptsToCheck } from './store/attempts.ts'
import { hasNoRecentCheck } from './store/check.ts'
import { hasOpenRefunds } from './store/receipts.ts'

/** What the instants of `nextCheckAt` wait for. */
export const attemptSchedule: Schedule = { name: 'payments.attempts', everySeconds: 15, isDue: hasAttemptsToCheck, own: true, run: reconcileAttempts }

export const paymentSchedules: Schedule[] = [
  attemptSchedule,
  { name: 'payments.refunds', everySeconds: 900, isDue: hasOpenRefunds, own: true, run: reconcileRefunds },
  { name: 'payments.nightly', everySeconds: 900, isDue: hasNoRecentCheck, run: startNightlyCheck },
]
