/** Whose money a row of a money list is: a member by id, a guest by the name on the receipt. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { useMemberNames } from '../parts/people.ts'

const text = currentMessages(
  defineDashboardMessages(
    { unknown: 'unknown payer', guest: 'a guest', unmatched: (title: string) => `Unmatched payment (${title})` },
    { de: { unknown: 'Unbekannt', guest: 'Gast', unmatched: (title) => `Nicht zugeordnete Zahlung (${title})` } },
  ),
)

export interface PaymentSubject {
  /** ORDER of a plan, BOOKING, or UNKNOWN. */
  kind: string
  title: string
  orderId?: string | undefined
  bookingId?: string | undefined
  memberId?: string | undefined
  buyerName?: string | undefined
}

/** The name behind each row on screen. */
export function usePayerNames(rows: readonly PaymentSubject[] | undefined): (row: PaymentSubject) => string {
  const getName = useMemberNames(rows?.flatMap(({ memberId }) => memberId ?? []))
  return (row) => row.buyerName || (row.memberId ? getName(row.memberId) : row.kind === 'UNKNOWN' ? text.unknown : text.guest)
}

/** The item of a payment, as lists and panels call it. */
export const describeSubject = ({ kind, title }: PaymentSubject): string => (kind === 'UNKNOWN' ? text.unmatched(title) : title)
