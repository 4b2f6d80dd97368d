/** Which invoices may still be collected. Source: guide pricing-plans §9.2. */

export const invoiceStates = ['OPEN', 'PAID', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const wasPaid = (state: InvoiceState): boolean => state === 'PAID' || state === 'PARTIALLY_REFUNDED' || state === 'REFUNDED'
/** Whether the owner may note that the money came another way. */
export const isCollectable = (state: InvoiceState): boolean => state === 'OPEN' || state === 'RETRYING' || state === 'SKIPPED' || state === 'FAILED'
