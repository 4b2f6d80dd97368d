import { paymentJobs } from '#domains/payments/public.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { sendAttempt } from './actions/charge.ts'
import { sendReminder } from './actions/reminders.ts'
import { runSimulation } from './actions/simulate.ts'
import { orderEmails as ordersMailsDe } from './emails/de.ts'
import { orderEmails } from './emails/en.ts'
import { reconcileAttempts, advanceDueOrders } from './schedules.ts'

/** Calls to the payment provider, outside any transaction; reminders. */
const jobs: Record<string, JobHandler> = {
  'orders.charge': { own: true, run: sendAttempt },
  'orders.notice': sendReminder,
}

const simulatedWork = { schedules: [advanceDueOrders, reconcileAttempts], jobs: { ...jobs, ...paymentJobs }, emails: { en: orderEmails, de: ordersMailsDe } }
export const orderJobs: Record<string, JobHandler> = {
  ...jobs,
  'orders.simulate': { own: true, run: (ctx, way) => runSimulation(ctx, way, simulatedWork) },
}
