import type { ReadContext } from '#kit/api/context.ts'
import { listPayables, type ReceiptDetails } from '../hooks.ts'

/** What the domains say about receipts of theirs. */
export async function describeReceipts(ctx: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, ReceiptDetails>> {
  const all = new Map<string, ReceiptDetails>()
  for (const payable of listPayables()) for (const [id, details] of (await payable.describeReceipts?.(ctx, ids)) ?? []) all.set(id, details)
  return all
}
