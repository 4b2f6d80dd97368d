/**
 * The sentence that a customer agrees to when a card is kept for fees: each fee with its time in words. The page shows it and the server
 * stores it, both from here. Source: guide bookings §14.4.
 */
import { type Language, type LocalizedText, translate } from '#kit/pure/languages.ts'
import { calculateFee, type FeeInput } from './fees.ts'
import { formatDuration } from './duration-text.ts'

export type FeeConsentInput = Pick<FeeInput, 'policy' | 'price' | 'minorPerMajor'>

const messages = {
  late: {
    message: '{amount} for cancelling less than {time} before',
    de: '{amount} bei einer Absage weniger als {time} vorher',
    fr: '{amount} en cas d’annulation moins de {time} avant',
    es: '{amount} si cancelas con menos de {time} de antelación',
  },
  missed: {
    message: '{amount} for a missed booking',
    de: '{amount} bei einer verpassten Buchung',
    fr: '{amount} en cas d’absence',
    es: '{amount} si no acudes a la reserva',
  },
  consent: {
    message: 'I agree that my card is kept and may be charged: {fees}.',
    de: 'Ich bin einverstanden, dass meine Karte gespeichert und belastet werden darf: {fees}.',
    fr: 'J’accepte que ma carte soit enregistrée et puisse être débitée : {fees}.',
    es: 'Acepto que se guarde mi tarjeta y que se le pueda cobrar: {fees}.',
  },
} satisfies Record<string, LocalizedText>

/** Undefined where no fee can follow. `formatMoney` gets minor units. */
export function describeFeeConsent(input: FeeConsentInput, language: Language, formatMoney: (amount: number) => string): string | undefined {
  const times = [...new Set(input.policy.windows.map((window) => window.startInMinutes ?? 0))].filter((minutes) => minutes > 0).sort((a, b) => b - a)
  const fees = [
    ...times.map((minutes) => ({ text: messages.late, minutes, amount: calculateFee({ ...input, trigger: 'CANCELED', lead: minutes }) })),
    { text: messages.missed, minutes: 1, amount: calculateFee({ ...input, trigger: 'NOT_ATTENDED', lead: 0 }) },
  ].filter(({ amount }) => amount > 0)
  if (fees.length === 0) return undefined
  const words = fees.map(({ text, minutes, amount }) => translate(text, language, { amount: formatMoney(amount), time: formatDuration(minutes, language) }))
  return translate(messages.consent, language, { fees: words.join(', ') })
}
