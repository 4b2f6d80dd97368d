/** Invoices of all orders of a site, for the owner's lists. */
import type { Ctx } from '#kit/ctx.ts'
import type { InvoiceState } from '../rules/payments.ts'
import type { Snapshot } from '../rules/order.ts'
import type { Invoice } from './payments.ts'

/** The newest first; `states` narrows, for example to what is being retried. */
export async function listInvoices(
  ctx: Ctx,
  states: readonly InvoiceState[] | undefined,
  limit: number,
  offset: number,
): Promise<(Invoice & { memberId: string; planName: string })[]> {
  let query = ctx.tx
    .selectFrom('planInvoice')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'planInvoice.siteId').onRef('planOrder.id', '=', 'planInvoice.orderId'))
    .where('planInvoice.siteId', '=', ctx.siteId)
  if (states && states.length > 0) query = query.where('planInvoice.state', 'in', states)
  const rows = await query
    .selectAll('planInvoice')
    .select(['planOrder.memberId', 'planOrder.snapshot'])
    .orderBy('planInvoice.dueAt', 'desc')
    .orderBy('planInvoice.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ snapshot, ...row }) => ({ ...(row as unknown as Invoice & { memberId: string }), planName: (snapshot as Snapshot).planName }))
}
