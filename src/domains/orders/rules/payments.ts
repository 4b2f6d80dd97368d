/** Which invoices may still be collected. Source: guide pricing-plans §9.2. */

export const invoiceStates = ['OPEN', 'PAID', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const wasPaid = (state: InvoiceState): boolean => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
/** Whether the owner may note that the money came another way. */
export const isCollectable = (state: InvoiceState): boolean => state === 'OPEN' || state === 'RETRYING' || state === 'SKIPPED' || state === 'FAILED'

/**
 * Whether an offline order is paid once this invoice is: it is that of the running cycle, or no other is owed. An older one leaves what the running
 * cycle owes. Source: guide pricing-plans §9.5.
 */
export const paysOfflineOrder = (paid: PayableCycle, invoices: readonly PayableCycle[], runningCycle: number): boolean =>
  paid.cycleIndex === runningCycle || !invoices.some((one) => one.cycleIndex !== paid.cycleIndex && isCollectable(one.state))
interface PayableCycle {
  cycleIndex: number
  state: InvoiceState
}
