/** What becomes of the card fields: the values that are sent, or what is wrong with them, and why a card was declined. */
import { throwInvalid } from '../kit/form.tsx'
import { currentMessages } from '../kit/messages.ts'
import type { CardDraft } from './card-draft.ts'
import { messages } from './card-form.messages.tsx'

const readCard = ({ number, expiry }: CardDraft) => ({ number: number.replace(/\D/g, ''), date: expiry.split(/[^\d]+/).map(Number) })

/** The fields that are not right yet. */
export function findCardViolations(draft: CardDraft): { field: string; description: string }[] {
  const {
    number,
    date: [month, year],
  } = readCard(draft)
  const wrong = []
  if (number.length < 12) wrong.push({ field: 'number', description: currentMessages(messages).enterNumber })
  if (!month || month > 12 || !year) wrong.push({ field: 'expiry', description: currentMessages(messages).enterExpiry })
  if (!/^\d{3,4}$/.test(draft.cvc)) wrong.push({ field: 'cvc', description: currentMessages(messages).enterCode })
  return wrong
}

/** The wire form of a card; throws with the fields that are not right yet. */
export function toCard(draft: CardDraft): { number: string; expMonth: number; expYear: number; cvc: string; name?: string } {
  const wrong = findCardViolations(draft)
  if (wrong.length > 0) throwInvalid(wrong)
  const {
    number,
    date: [month, year],
  } = readCard(draft)
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
