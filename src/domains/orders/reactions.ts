import type { JobHandler } from '#kit/work/runner.ts'
import { charge } from './actions/charge.ts'
import { remind } from './actions/life.ts'

/** Calls to the payment provider, outside any transaction; reminders. */
export const ordersJobs: Record<string, JobHandler> = { 'orders.charge': { own: true, run: charge }, 'orders.notice': remind }
