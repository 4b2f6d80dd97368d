import type { Schedule } from '#kit/jobs/runner.ts'
import { startNightlyCheck } from './actions/check.ts'
import { reconcileAttempts } from './actions/provider-calls.ts'
import { reconcileRefunds } from './actions/refunds.ts'

/** What the instants of `nextCheckAt` wait for. */
export const attemptSchedule: Schedule = { name: 'payments.attempts', everySeconds: 15, own: true, run: reconcileAttempts }

export const paymentSchedules: Schedule[] = [
  attemptSchedule,
  { name: 'payments.refunds', everySeconds: 900, own: true, run: reconcileRefunds },
  { name: 'payments.nightly', everySeconds: 900, run: startNightlyCheck },
]
