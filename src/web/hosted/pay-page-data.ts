import type { ReplyOf } from '../operations.ts'

/** What the server says about the bookings of a pay page. */
export type PayPageData = ReplyOf<'ecom.getPayPage'>
