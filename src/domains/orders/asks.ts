/** Questions that this domain puts to those who know. `domains.ts` ties them. */
import { question } from '#kit/asks.ts'

/** An order ended or was cancelled after it had begun; bookings follow (guide: pricing-plans 13.4). */
export const followPlanEnd = question<{ orderId: string }, void>()
