/** What the page of a link reads of a booking or visit. */
import { useAsk } from '../../api.ts'
import type { ReplyOf } from '../../operations.ts'

export type Managed = ReplyOf<'bookings.getManagedBooking'>
export type ManagedPart = Managed['bookings'][number]
export interface Linked {
  token: string
  managed: Managed
}

const waitingRefreshMs = 30_000
/** The booking or visit of a link; while somebody waits for a place it is read again by itself. */
export const useManaged = (token: string) =>
  useAsk('bookings.getManagedBooking', { params: { token } }, { refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? waitingRefreshMs : false) })

/** The service of the booking, or those of the visit, in one line. */
export const titleOf = (managed: Managed): string => managed.bookings.map(({ booking }) => booking.bookedEntity.title).join(' + ')
export const zoneOf = ({ booking }: ManagedPart): string | undefined => booking.bookedEntity.slot?.timezone ?? booking.bookedEntity.schedule?.timezone
export const isOpen = ({ booking }: ManagedPart): boolean => booking.status !== 'CANCELED' && booking.status !== 'DECLINED'
