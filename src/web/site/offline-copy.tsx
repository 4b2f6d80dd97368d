/** Keeps the next bookings of a member in their browser, for when there is no network. Loaded for members alone, after the page. */
import { useEffect, useState } from 'react'
import { OFFLINE_CACHE, OFFLINE_COPY_URL, type OfflineBooking, type OfflineCopy } from '#domains/pages/rules/offline-copy.ts'
import { toCheckInCode } from '#domains/bookings/rules/check-in-code.ts'
import { useApiQuery } from '../api.ts'
import { findOwnSession, forgetOfflineCopy } from '../auth.ts'
import { isOfflineCopyRecent, noteOfflineCopySaved, OFFLINE_COPY_OUTDATED } from '../offline-copy-age.ts'
import { joinTimes } from '../kit/days.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import { formatDateTime } from '../kit/when.tsx'
import { zoneName } from '../kit/zones.ts'
import type { ReplyOf } from '../operations.ts'
import { type SiteInfo, useSite } from '../site-context.tsx'
import { describeBookedLocation } from './catalog.ts'

const messages = defineMessages(
  { booking: 'Booking', pending: 'Waiting for confirmation' },
  {
    de: { booking: 'Buchung', pending: 'Wartet auf Bestätigung' },
    fr: { booking: 'Réservation', pending: 'En attente de confirmation' },
    es: { booking: 'Reserva', pending: 'Pendiente de confirmación' },
  },
)

/** The page and its first pictures come before. */
const DELAY_MS = 1500
const MAX_KEPT = 20

type NextBooking = ReplyOf<'extendedBookings.queryExtendedBookings'>['extendedBookings'][number]['booking']

/** Draws the codes: undefined without the library, the codes are then only written. */
const loadDrawing = () =>
  import('uqr').then(
    ({ renderSVG }) => renderSVG,
    () => undefined,
  )

async function toOfflineCopy(bookings: readonly NextBooking[], { name, language, timeZone }: SiteInfo): Promise<OfflineCopy> {
  const t = currentMessages(messages)
  const draw = await loadDrawing()
  const format = (at: string, style: 'full' | 'date' | 'time') => formatDateTime(at, timeZone, style, language)
  const toKept = ({ id, status, startDate, endDate, bookedEntity }: NextBooking): OfflineBooking => {
    const code = toCheckInCode(id)
    return {
      endsAt: Date.parse(endDate ?? startDate),
      title: bookedEntity.title ?? t.booking,
      when: `${joinTimes(startDate, endDate, (at) => format(at, 'full'), format)} ${zoneName(timeZone)}`,
      place: describeBookedLocation(bookedEntity, undefined),
      note: status === 'PENDING' ? t.pending : '',
      ...(status === 'CONFIRMED' ? { checkIn: { code, ...(draw ? { svg: draw(code) } : {}) } } : {}),
    }
  }
  return { language, siteName: name, savedAt: formatDateTime(Date.now(), timeZone, 'full', language), bookings: bookings.map(toKept) }
}

/** Writes the copy, unless the member has signed out, or another one in, since `session` was read. */
async function saveOfflineCopy(copy: OfflineCopy, session: string): Promise<void> {
  if (findOwnSession() !== session) return
  const cache = await caches.open(OFFLINE_CACHE)
  await cache.put(OFFLINE_COPY_URL, new Response(JSON.stringify(copy), { headers: { 'content-type': 'application/json' } }))
  if (findOwnSession() === session) noteOfflineCopySaved(copy.language)
  else await forgetOfflineCopy()
}

/** Whether this browser can: on addresses that are safe, and outside of some private windows. */
const canKeep = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator

/** From when on the bookings are asked for; empty while the copy is recent, and until the page is there. */
function useAskedFrom(language: string): string {
  const [from, setFrom] = useState('')
  useEffect(() => {
    if (!canKeep()) return undefined
    const ask = () => setFrom(new Date().toISOString())
    const timer = isOfflineCopyRecent(language) ? undefined : setTimeout(ask, DELAY_MS)
    addEventListener(OFFLINE_COPY_OUTDATED, ask)
    return () => {
      clearTimeout(timer)
      removeEventListener(OFFLINE_COPY_OUTDATED, ask)
    }
  }, [language])
  return from
}

/** Draws nothing: asks for the next bookings once the page is there, keeps them, and registers what shows them. */
export function OfflineCopy() {
  const site = useSite()
  const from = useAskedFrom(site.language)
  const filter = { status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gt: from } }
  const body = { query: { filter, sort: [{ fieldName: 'startDate', order: 'ASC' as const }], paging: { limit: MAX_KEPT, offset: 0 } } }
  const next = useApiQuery('extendedBookings.queryExtendedBookings', { body }, { enabled: from !== '' }).data?.extendedBookings
  useEffect(() => {
    const session = findOwnSession()
    if (!next || !session) return
    const keep = async () => {
      await saveOfflineCopy(
        await toOfflineCopy(
          next.map(({ booking }) => booking),
          site,
        ),
        session,
      )
      await navigator.serviceWorker.register('/service-worker.js')
    }
    // A full disk or a setting of the browser: there is no copy then, and the page needs none.
    keep().catch((error: unknown) => console.warn('Nothing is kept for when there is no network:', error))
  }, [next, site])
  return null
}
