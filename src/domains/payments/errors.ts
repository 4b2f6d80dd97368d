import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of calls about money. Source: guide pricing-plans §11, §16.2. */
export const { kinds, codes, refuse } = defineRefusals({
  invoice_not_found: { status: 404, message: 'This invoice does not exist.', de: 'Diese Rechnung gibt es nicht.' },
  BAD_SIGNATURE: { status: 400, message: 'The signature is invalid.', de: 'Die Signatur passt nicht.' },
  INVOICE_NOT_REFUNDABLE: { status: 428, message: 'There is nothing to refund on this invoice.', de: 'Bei dieser Rechnung gibt es nichts zu erstatten.' },
  PAYOUT_NOT_FOUND: { status: 404, message: 'This payout does not exist.', de: 'Diese Auszahlung gibt es nicht.' },
  PAYMENT_PROVIDER_UNREACHABLE: {
    status: 503,
    message: 'Your payment provider didn’t answer. Please try again in a few minutes.',
    de: 'Dein Zahlungsanbieter hat nicht geantwortet. Bitte versuche es in ein paar Minuten noch einmal.',
  },
  PAYMENT_PROVIDER_REFUSED: {
    status: 428,
    message: 'Your payment provider refused the request. Check the connection under Settings.',
    de: 'Dein Zahlungsanbieter hat die Anfrage abgelehnt. Prüfe die Verbindung in den Einstellungen.',
  },
  REFUND_EXCEEDS_PAYMENT: { status: 428, message: "You can't refund more than was paid.", de: 'Du kannst nicht mehr erstatten, als bezahlt wurde.' },
})
