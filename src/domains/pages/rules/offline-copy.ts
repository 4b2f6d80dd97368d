/**
 * What a browser keeps of a member's next bookings, for when there is no network: one copy, of one person, as text that the service worker
 * shows without the app. decision: written by the pages of a signed-in member, deleted at sign-out and at every sign-in. No I/O.
 */

/** The cache of the copy. Its number grows when the shape of the copy changes; the service worker deletes the others. */
export const OFFLINE_CACHE_PREFIX = 'my-bookings-'
export const OFFLINE_CACHE = `${OFFLINE_CACHE_PREFIX}1`
/** Names the copy within the cache; nothing is served at this address. */
export const OFFLINE_COPY_URL = '/my-bookings.json'

export interface OfflineBooking {
  /** Milliseconds since 1970: it is not shown after its end. */
  endsAt: number
  title: string
  /** As the pages write it, in the zone of the business, which it names. */
  when: string
  /** Empty where none is known. */
  place: string
  /** What is still open, such as an answer of the business; empty when nothing is. */
  note: string
  /** Of a booking that people are checked in with. */
  checkIn?: { code: string; svg?: string }
}
export interface OfflineCopy {
  /** Of the words around the bookings. */
  language: string
  siteName: string
  /** When it was made, as the pages write it. */
  savedAt: string
  bookings: OfflineBooking[]
}
