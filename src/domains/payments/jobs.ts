import type { JobHandler } from '#kit/jobs/runner.ts'
import { compareWithProvider, runCheck } from './actions/check.ts'
import { sendAttempt } from './actions/provider-calls.ts'
import { handleProviderEvent } from './actions/provider-events.ts'
import { refundRest } from './actions/refund-rest.ts'
import { sendRefund } from './actions/refunds.ts'
import { detachCard } from './actions/saved-cards.ts'

/** Calls to the payment provider, outside any transaction; the nightly check. */
export const paymentJobs: Record<string, JobHandler> = {
  'payments.charge': { own: true, run: sendAttempt },
  'payments.refund': { own: true, run: sendRefund },
  'payments.refund-rest': { own: true, run: refundRest },
  'payments.provider-event': { own: true, run: handleProviderEvent },
  'payments.detach-card': { own: true, run: detachCard },
  'payments.check': runCheck,
  'payments.check-provider': { own: true, run: compareWithProvider },
}
