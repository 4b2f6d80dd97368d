/** Jobs of checkout. */
import { closeOpenPages } from './actions/pay-page.ts'

/** Enqueued by bookings when one that waits for its checkout is cancelled. */
export const checkoutJobs = { 'bookings.close-pages': { own: true as const, run: closeOpenPages } }
