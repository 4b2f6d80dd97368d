/** The state of a pay page of bookings, and the ways to pay on it. Source: guide bookings §12.1, §12.5. */

export type PayPageState = 'OPEN' | 'DONE' | 'GONE'

/** All or none: a page stays open while every booking waits for its checkout, and is done once they are booked or requested. */
export function getPayPageState(statuses: readonly string[]): PayPageState {
  const waiting = statuses.filter((status) => status === 'CREATED').length
  if (waiting > 0) return waiting === statuses.length ? 'OPEN' : 'GONE'
  return statuses.some((status) => status === 'CONFIRMED' || status === 'PENDING') ? 'DONE' : 'GONE'
}

/** A booking of the page: how it is to be paid, and which ways it takes. */
interface ItemToPay {
  option: string
  isFree: boolean
  terms: { online: boolean; inPerson: boolean }
}

/** The options to choose from: those that every booking accepts, if all are to be paid in the same way. */
export function listPaymentOptions(items: readonly ItemToPay[], takesCards: boolean): ('ONLINE' | 'OFFLINE')[] {
  if (new Set(items.map(({ option }) => option)).size !== 1) return []
  if (items.some(({ option, isFree }) => (option !== 'ONLINE' && option !== 'OFFLINE') || isFree)) return []
  const ways = (['ONLINE', 'OFFLINE'] as const).filter(
    (way) => (way === 'OFFLINE' || takesCards) && items.every(({ terms }) => (way === 'ONLINE' ? terms.online : terms.inPerson)),
  )
  return ways.length > 1 ? ways : []
}
