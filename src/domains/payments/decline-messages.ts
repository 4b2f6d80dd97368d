/** Why a payment was declined, in plain words. Source: guide pricing-plans §10.3. */
import type { Language } from '#kit/pure/languages.ts'

const declineMessages: Record<Language, Record<string, string> & { other: string }> = {
  en: {
    insufficient_funds: 'Your bank said no: not enough funds.',
    lost_card: 'This card was reported lost.',
    stolen_card: 'This card was reported stolen.',
    expired_card: 'This card has expired.',
    incorrect_cvc: 'The security code is wrong.',
    incorrect_number: 'The card number is wrong.',
    card_not_supported: 'Your bank does not allow this kind of payment with this card.',
    processing_error: 'The payment could not be processed.',
    authentication_failed: 'The payment was not confirmed with your bank.',
    authentication_required: 'Your bank wants you to confirm the payment.',
    abandoned: 'The payment was not finished in time.',
    no_method: 'There is no card on file.',
    other: 'Your bank said no.',
  },
  de: {
    insufficient_funds: 'Deine Karte ist nicht ausreichend gedeckt.',
    lost_card: 'Diese Karte wurde als verloren gemeldet.',
    stolen_card: 'Diese Karte wurde als gestohlen gemeldet.',
    expired_card: 'Diese Karte ist abgelaufen.',
    incorrect_cvc: 'Die Prüfnummer ist falsch.',
    incorrect_number: 'Die Kartennummer ist falsch.',
    card_not_supported: 'Deine Karte unterstützt diese Zahlung nicht.',
    processing_error: 'Die Zahlung konnte nicht verarbeitet werden.',
    authentication_failed: 'Die Zahlung wurde bei deiner Bank nicht bestätigt.',
    authentication_required: 'Deine Bank bittet dich, die Zahlung zu bestätigen.',
    abandoned: 'Die Zahlung wurde nicht rechtzeitig abgeschlossen.',
    no_method: 'Es ist keine Karte hinterlegt.',
    other: 'Deine Bank hat die Zahlung abgelehnt.',
  },
}
/** Why a payment was declined, in a language; a general sentence for unknown codes. */
export const describeDecline = (code: string | null | undefined, language: Language = 'en'): string =>
  declineMessages[language][code ?? ''] ?? declineMessages[language].other
