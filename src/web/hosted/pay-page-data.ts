import type { ReplyOf } from '../operations.ts'

/** Wire types and queries of the pay page. */
export type PayPageData = ReplyOf<'ecom.getPayPage'>
