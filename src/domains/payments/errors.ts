import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of calls about money. Source: guide pricing-plans §11, §16.2. */
export const { kinds, codes, refuse } = defineRefusals({
  invoice_not_found: { status: 404, message: 'This invoice does not exist.', de: 'Diese Rechnung gibt es nicht.' },
  BAD_SIGNATURE: { status: 400, message: 'The signature is invalid.', de: 'Die Signatur passt nicht.' },
  INVOICE_NOT_REFUNDABLE: { status: 428, message: 'There is nothing to refund on this invoice.', de: 'Bei dieser Rechnung gibt es nichts zu erstatten.' },
  REFUND_EXCEEDS_PAYMENT: { status: 428, message: "You can't refund more than was paid.", de: 'Du kannst nicht mehr erstatten, als bezahlt wurde.' },
})
