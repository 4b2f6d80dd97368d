import type { Schedule } from '#kit/jobs/runner.ts'
import { startNightlyCheck } from './actions/check.ts'
import { reconcileRefunds } from './actions/refunds.ts'

export const paymentSchedules: Schedule[] = [
  { name: 'payments.refunds', everySeconds: 900, own: true, run: reconcileRefunds },
  { name: 'payments.nightly', everySeconds: 900, run: startNightlyCheck },
]
