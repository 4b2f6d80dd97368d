/** What becomes of the card fields: the values that are sent, or what is wrong with them, and why a card was declined. */
import { throwInvalid } from '../kit/form.tsx'
import { currentMessages } from '../kit/messages.ts'
import type { CardDraft } from './card-draft.ts'
import { messages } from './card-form.messages.tsx'

/** The wire form of a card, or the fields that are not right yet. */
export function toCard(draft: CardDraft): { number: string; expMonth: number; expYear: number; cvc: string; name?: string } {
  const number = draft.number.replace(/\D/g, '')
  const [month, year] = draft.expiry.split(/[^\d]+/).map(Number)
  const wrong = []
  if (number.length < 12) wrong.push({ field: 'number', description: currentMessages(messages).enterNumber })
  if (!month || month > 12 || !year) wrong.push({ field: 'expiry', description: currentMessages(messages).enterExpiry })
  if (!/^\d{3,4}$/.test(draft.cvc)) wrong.push({ field: 'cvc', description: currentMessages(messages).enterCode })
  if (wrong.length > 0) throwInvalid(wrong)
  return {
    number,
    expMonth: month ?? 0,
    expYear: (year ?? 0) < 100 ? 2000 + (year ?? 0) : (year ?? 0),
    cvc: draft.cvc,
    ...(draft.name ? { name: draft.name } : {}),
  }
}

/** The message for a declined card. */
export function declineInWords(code: string | undefined): string {
  const t = currentMessages(messages)
  return t.declined[code ?? ''] ?? t.declinedAnyhow
}
