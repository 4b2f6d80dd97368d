import { paymentJobs, paymentsEmailCatalog, reconcileAttempts } from '#domains/payments/public.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { buildByLanguage } from '#kit/pure/languages.ts'
import { queueReminderEmail } from './actions/reminders.ts'
import { runSimulation } from './actions/simulate.ts'
import { orderEmailCatalog } from './emails/catalog.ts'
import { advanceDueOrders, repeatAfter } from './schedules.ts'

const jobs: Record<string, JobHandler> = {
  'orders.notice': queueReminderEmail,
}

const simulatedWork = {
  schedules: [{ run: advanceDueOrders, repeatAfter }, { run: reconcileAttempts }],
  jobs: { ...jobs, ...paymentJobs },
  emails: buildByLanguage((language) => ({ ...orderEmailCatalog[language], ...paymentsEmailCatalog[language] })),
}
export const orderJobs: Record<string, JobHandler> = {
  ...jobs,
  'orders.simulate': { own: true, run: (ctx, way) => runSimulation(ctx, way, simulatedWork) },
}
