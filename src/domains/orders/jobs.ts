import type { JobHandler } from '#kit/jobs/runner.ts'
import { sendAttempt } from './actions/charge.ts'
import { runCheck } from './actions/check.ts'
import { detachCard } from './actions/cards.ts'
import { sendReminder } from './actions/reminders.ts'
import { handleProviderEvent } from './actions/provider-events.ts'
import { sendPayableRefund } from './actions/payables.ts'
import { sendRefund } from './actions/refund.ts'
import { runSimulation } from './actions/simulate.ts'
import { orderEmails as ordersMailsDe } from './emails/de.ts'
import { orderEmails } from './emails/en.ts'
import { reconcileAttempts, advanceDueOrders } from './schedules.ts'

/** Calls to the payment provider, outside any transaction; reminders. */
const jobs: Record<string, JobHandler> = {
  'orders.charge': { own: true, run: sendAttempt },
  'orders.refund': { own: true, run: sendRefund },
  'orders.provider-event': { own: true, run: handleProviderEvent },
  'orders.detach-card': { own: true, run: detachCard },
  'orders.notice': sendReminder,
}

const simulatedWork = { sweeps: [advanceDueOrders, reconcileAttempts], jobs, emails: { en: orderEmails, de: ordersMailsDe } }
export const orderJobs: Record<string, JobHandler> = {
  ...jobs,
  'orders.payable-refund': { own: true, run: sendPayableRefund },
  'orders.check': runCheck,
  'orders.rehearse': { own: true, run: (ctx, way) => runSimulation(ctx, way, simulatedWork) },
}
