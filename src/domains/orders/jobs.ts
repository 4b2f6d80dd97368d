import { paymentJobs, reconcileAttempts } from '#domains/payments/public.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { sendReminder } from './actions/reminders.ts'
import { runSimulation } from './actions/simulate.ts'
import { orderEmails as ordersMailsDe } from './emails/de.ts'
import { orderEmails } from './emails/en.ts'
import { advanceDueOrders } from './schedules.ts'

const jobs: Record<string, JobHandler> = {
  'orders.notice': sendReminder,
}

const simulatedWork = { schedules: [advanceDueOrders, reconcileAttempts], jobs: { ...jobs, ...paymentJobs }, emails: { en: orderEmails, de: ordersMailsDe } }
export const orderJobs: Record<string, JobHandler> = {
  ...jobs,
  'orders.simulate': { own: true, run: (ctx, way) => runSimulation(ctx, way, simulatedWork) },
}
