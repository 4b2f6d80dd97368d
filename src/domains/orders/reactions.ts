import type { JobHandler } from '#kit/work/runner.ts'
import { charge } from './actions/charge.ts'
import { check } from './actions/check.ts'
import { detachCard } from './actions/cards.ts'
import { remind } from './actions/notices.ts'
import { follow } from './actions/provider-events.ts'
import { sendPayableRefund } from './actions/payables.ts'
import { sendRefund } from './actions/refund.ts'
import { rehearse } from './actions/rehearse.ts'
import { ordersMails as ordersMailsDe } from './mails/de.ts'
import { ordersMails } from './mails/en.ts'
import { askAgain, moveOrders } from './sweeps.ts'

/** Calls to the payment provider, outside any transaction; reminders. */
const jobs: Record<string, JobHandler> = {
  'orders.charge': { own: true, run: charge },
  'orders.refund': { own: true, run: sendRefund },
  'orders.provider-event': { own: true, run: follow },
  'orders.detach-card': { own: true, run: detachCard },
  'orders.notice': remind,
}

const rehearsed = { sweeps: [moveOrders, askAgain], jobs, mails: { en: ordersMails, de: ordersMailsDe } }
export const ordersJobs: Record<string, JobHandler> = {
  ...jobs,
  'orders.payable-refund': { own: true, run: sendPayableRefund },
  'orders.check': check,
  'orders.rehearse': { own: true, run: (ctx, way) => rehearse(ctx, way, rehearsed) },
}
