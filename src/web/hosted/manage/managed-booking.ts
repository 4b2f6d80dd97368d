/** Wire types and query of the booking page. */
import { useApiQuery } from '../../api.ts'
import type { ReplyOf } from '../../operations.ts'

export type ManagedBooking = ReplyOf<'managedBookings.getManagedBooking'>
export type ManagedPart = ManagedBooking['bookings'][number]
export interface ManageProps {
  token: string
  managed: ManagedBooking
}

const waitingRefreshMs = 30_000
/** Loads the booking or visit of a link; polls while it is waitlisted. */
export const useManagedBooking = (token: string) =>
  useApiQuery(
    'managedBookings.getManagedBooking',
    { params: { token } },
    { refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? waitingRefreshMs : false) },
  )

/** The service of the booking, or those of the visit, in one line; of a series its service with the number of dates. */
export function joinTitles({ bookings }: ManagedBooking): string {
  const titles = bookings.map(({ booking }) => booking.bookedEntity.title ?? '')
  return [...new Set(titles)]
    .map((title) => [titles.filter((one) => one === title).length, title])
    .map(([count, title]) => (count === 1 ? title : `${count} × ${title}`))
    .join(' + ')
}
export const findZone = ({ booking }: ManagedPart): string | undefined => booking.bookedEntity.slot?.timezone ?? booking.bookedEntity.schedule?.timezone
/** Who booked, as the sign-up form takes it. */
export function nameOfGuest({ bookings }: ManagedBooking): { email: string; name: string } {
  const { email = '', firstName, lastName } = bookings[0]?.booking.contactDetails ?? {}
  return { email, name: [firstName, lastName].filter(Boolean).join(' ') }
}
export const isOpen = ({ booking }: ManagedPart): boolean => booking.status !== 'CANCELED' && booking.status !== 'DECLINED'
