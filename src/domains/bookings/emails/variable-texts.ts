/** What emails about bookings say in their variables: how a booking is paid, what comes back, what a request is. Source: guide bookings §12, §20.1. */
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { TextRenderer } from '../rules/locale-formatter.ts'
import type { BookingRow } from '../store/bookings.ts'

/** How a booking is paid, by its payment status; nothing of the others. */
export const paymentTexts: Partial<Record<BookingRow['paymentStatus'], LocalizedText>> = {
  PAID: { message: 'Paid.', de: 'Bezahlt.', fr: 'Payé.', es: 'Pagado.' },
  PARTIALLY_PAID: {
    message: 'Partly paid; the rest is due on site.',
    de: 'Teilweise bezahlt. Der Rest ist vor Ort fällig.',
    fr: 'Payé en partie ; le reste est à payer sur place.',
    es: 'Pagado en parte; el resto se paga en el local.',
  },
  NOT_PAID: { message: 'Pay on site.', de: 'Zahlung vor Ort.', fr: 'À payer sur place.', es: 'Pago en el local.' },
}
export const moneyBackText: TextRenderer = ({ translate }) =>
  translate({
    message: 'Your payment will be refunded.',
    de: 'Deine Zahlung wird erstattet.',
    fr: 'Votre paiement sera remboursé.',
    es: 'Te reembolsaremos el pago.',
  })
export const creditBackText: TextRenderer = ({ translate }) =>
  translate({
    message: 'The session is back on your plan.',
    de: 'Der Besuch ist deinem Tarif wieder gutgeschrieben.',
    fr: 'La séance est de nouveau disponible dans votre formule.',
    es: 'La sesión vuelve a estar en tu plan.',
  })
export const paidWithPlanText: TextRenderer = ({ translate }) =>
  translate({ message: 'Paid with your plan.', de: 'Mit deinem Tarif bezahlt.', fr: 'Payé avec votre formule.', es: 'Pagado con tu plan.' })

/** The tax within an amount. */
export const includedTaxText: LocalizedText = {
  message: 'incl. {amount} {name} ({rate})',
  de: 'inkl. {amount} {name} ({rate})',
  fr: 'dont {amount} {name} ({rate})',
  es: 'incl. {amount} {name} ({rate})',
}
/** A coupon and what it took off. */
export const couponText: LocalizedText = {
  message: 'coupon {code}: −{amount}',
  de: 'Gutschein {code}: −{amount}',
  fr: 'code promo {code} : −{amount}',
  es: 'cupón {code}: −{amount}',
}
/** What a request is and how long its time is kept, and what becomes of money that was paid for it. */
export const approvalTexts = {
  held: {
    message: 'This isn’t a confirmed booking yet. We keep the time for you until we answer; if it starts before that, the request ends by itself.',
    de: 'Das ist noch keine bestätigte Buchung. Wir halten dir die Zeit frei, bis wir antworten. Kommt bis zum Beginn keine Antwort, endet die Anfrage von selbst.',
    fr: 'Ce n’est pas encore une réservation confirmée. Nous gardons l’horaire pour vous jusqu’à notre réponse ; sans réponse avant le début, la demande prend fin d’elle-même.',
    es: 'Todavía no es una reserva confirmada. Te guardamos la hora hasta que respondamos; si empieza antes, la solicitud termina sola.',
  },
  paid: {
    message: 'What you paid is refunded if we can’t take you.',
    de: 'Können wir dich nicht annehmen, bekommst du dein Geld zurück.',
    fr: 'Si nous ne pouvons pas vous accepter, votre paiement vous sera remboursé.',
    es: 'Si no podemos aceptarte, te devolvemos lo que has pagado.',
  },
} satisfies Record<string, LocalizedText>
