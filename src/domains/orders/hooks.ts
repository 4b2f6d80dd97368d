/** What this domain asks of those right of it. */
import { hook } from '#kit/api/hooks.ts'

/** An order ended or was cancelled after it had begun; bookings follow. Source: guide pricing-plans §13.4. */
export const onPlanEnded = hook<{ orderId: string }, void>()
