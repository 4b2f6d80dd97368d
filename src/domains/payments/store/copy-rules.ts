/** What a simulation copies of payments: the cards and receipts of some orders, moved to a provider without a network. */
import type { CopyRule } from '#kit/db/copy-rows.ts'

/** Both are SQL on the original row `r`: ids of saved cards, ids of what was paid. `cards` says whether the copied cards pay. */
export function paymentCopyRules({ methods, payables, cards }: { methods: string; payables: string; cards: 'work' | 'fail' }): CopyRule[] {
  const receipts = `select l.receipt_id from receipt_line l where l.site_id = r.site_id and l.kind = 'ORDER' and l.payable_id in (${payables})`
  const provider = `'simulation'`
  return [
    { table: 'payment_method', where: `r.id in (${methods})`, set: { provider, token: `'simulation:${cards}:' || r.exp_year || '-' || r.exp_month` } },
    { table: 'document_counter' },
    { table: 'receipt', where: `r.id in (${receipts})`, set: { provider, ref: `'simulation:${cards}:' || r.ref` } },
    ...(['receipt_line', 'dispute', 'ledger_entry'] as const).map((table) => ({ table, where: `r.receipt_id in (${receipts})` })),
    { table: 'refund', where: `r.receipt_id in (${receipts})`, set: { provider, ref: `'simulation:' || r.ref` } },
  ]
}

/** Attempts to charge the orders of a simulation; they follow the invoices. */
export const attemptCopyRule = ({ payables, cards }: { payables: string; cards: 'work' | 'fail' }): CopyRule => ({
  table: 'payment_attempt',
  where: `r.kind = 'ORDER' and r.payable_id in (${payables})`,
  set: {
    provider: `'simulation'`,
    ref: `case when r.ref is not null then 'simulation:${cards}:' || r.ref end`,
    page_url: 'null',
    // A buyer who left a payment page will not come back on the copy.
    check_at: `case when r.mode = 'off-session' or r.state = 'PROCESSING' then r.check_at end`,
  },
})
