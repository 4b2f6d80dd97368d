import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of calls about money. Source: guide pricing-plans §11, §16.2. */
export const { kinds, codes, refuse } = defineRefusals({
  invoice_not_found: {
    status: 404,
    message: 'This invoice does not exist.',
    de: 'Diese Rechnung gibt es nicht.',
    fr: 'Cette facture n’existe pas.',
    es: 'Esta factura no existe.',
  },
  BAD_SIGNATURE: {
    status: 400,
    message: 'The signature is invalid.',
    de: 'Die Signatur passt nicht.',
    fr: 'La signature n’est pas valable.',
    es: 'La firma no es válida.',
  },
  INVOICE_NOT_REFUNDABLE: {
    status: 428,
    message: 'There is nothing to refund on this invoice.',
    de: 'Bei dieser Rechnung gibt es nichts zu erstatten.',
    fr: 'Il n’y a rien à rembourser sur cette facture.',
    es: 'No hay nada que reembolsar en esta factura.',
  },
  PAYOUT_NOT_FOUND: {
    status: 404,
    message: 'This payout does not exist.',
    de: 'Diese Auszahlung gibt es nicht.',
    fr: 'Ce virement n’existe pas.',
    es: 'Este pago del proveedor no existe.',
  },
  PAYMENT_PROVIDER_UNREACHABLE: {
    status: 503,
    message: 'Your payment provider didn’t answer. Please try again in a few minutes.',
    de: 'Dein Zahlungsanbieter hat nicht geantwortet. Bitte versuche es in ein paar Minuten noch einmal.',
    fr: 'Votre prestataire de paiement n’a pas répondu. Réessayez dans quelques minutes.',
    es: 'Tu proveedor de pagos no ha respondido. Inténtalo de nuevo en unos minutos.',
  },
  PAYMENT_PROVIDER_REFUSED: {
    status: 428,
    message: 'Your payment provider refused the request. Check the connection under Settings.',
    de: 'Dein Zahlungsanbieter hat die Anfrage abgelehnt. Prüfe die Verbindung in den Einstellungen.',
    fr: 'Votre prestataire de paiement a refusé la demande. Vérifiez la connexion dans les réglages.',
    es: 'Tu proveedor de pagos ha rechazado la petición. Revisa la conexión en los ajustes.',
  },
  REFUND_EXCEEDS_PAYMENT: {
    status: 428,
    message: "You can't refund more than was paid.",
    de: 'Du kannst nicht mehr erstatten, als bezahlt wurde.',
    fr: 'Vous ne pouvez pas rembourser plus que le montant payé.',
    es: 'No puedes reembolsar más de lo que se pagó.',
  },
})
