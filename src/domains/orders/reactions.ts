import type { JobHandler } from '#kit/work/runner.ts'
import { charge } from './actions/charge.ts'

/** Calls to the payment provider, outside any transaction. */
export const ordersJobs: Record<string, JobHandler> = { 'orders.charge': { own: true, run: charge } }
