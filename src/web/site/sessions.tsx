/** A list of class sessions with time, place, spots left and one button. */
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../kit/button.tsx'
import { Bone } from '../kit/states.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { formatWhen, visitorZone } from '../kit/when.tsx'
import { sayNow, useWords, words } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import { addressOf, type Service, type SlotEntry } from './catalog.ts'
import { Price } from './parts.tsx'

const said = words(
  {
    spotsLeft: (count: number) => (count === 1 ? '1 spot left' : `${count} spots left`),
    whereYouAre: (time: string) => `${time} where you are`,
    full: 'Full',
    joinWaitlist: 'Join waitlist',
    joinWaitlistFor: (session: string) => `Join the waitlist for ${session}`,
    noSpots: 'No spots left',
    opensSoon: 'Opens soon',
    closed: 'Booking closed',
    book: 'Book',
    bookNamed: (session: string) => `Book ${session}`,
    loading: 'Loading',
  },
  {
    de: {
      spotsLeft: (count) => (count === 1 ? '1 Platz frei' : `${count} Plätze frei`),
      whereYouAre: (time) => `bei dir ${time}`,
      full: 'Ausgebucht',
      joinWaitlist: 'Auf die Warteliste',
      joinWaitlistFor: (session) => `Auf die Warteliste für ${session}`,
      noSpots: 'Keine Plätze frei',
      opensSoon: 'Bald buchbar',
      closed: 'Nicht mehr buchbar',
      book: 'Buchen',
      bookNamed: (session) => `${session} buchen`,
      loading: 'Wird geladen',
    },
  },
)

/** Where a chosen time goes on, to the booking form or to the form of the waiting list: both read it from the address. */
export function bookingAddress(entry: SlotEntry): string {
  const { slot } = entry
  const search = new URLSearchParams({ serviceId: slot.serviceId, start: slot.startDate, end: slot.endDate, zone: slot.timezone ?? '' })
  if (slot.sessionId) search.set('eventId', slot.sessionId)
  if (slot.scheduleId) search.set('scheduleId', slot.scheduleId)
  if (slot.resource?.id) search.set('resourceId', slot.resource.id)
  if (slot.location?.locationType) search.set('locationType', slot.location.locationType)
  if (slot.location?.id) search.set('locationId', slot.location.id)
  return `/hosted/${hasWaitlist(entry) ? 'waitlist' : 'booking-form'}?${search}`
}
export const spotsLeft = (entry: SlotEntry): string => sayNow(said).spotsLeft(entry.openSpots)
/** Free, and not kept for those who wait. */
export const canBook = (entry: SlotEntry): boolean => entry.bookable && entry.locked !== true
/** Nothing left for newcomers, and the line takes one more. */
export const hasWaitlist = (entry: SlotEntry): boolean =>
  isFull(entry) && (entry.waitingList?.openSpots ?? 0) > 0 && !entry.bookingPolicyViolations?.tooLateToBook
export const isFull = (entry: SlotEntry): boolean => entry.openSpots < 1 || entry.locked === true

export function SessionList({ entries, services, withDay }: { entries: SlotEntry[]; services: Service[]; withDay?: boolean }) {
  return (
    <ul className="card sessions">
      {entries.map((entry) => {
        const service = services.find((one) => one.id === entry.slot.serviceId)
        return service ? (
          <SessionRow
            key={`${entry.slot.sessionId ?? ''}${entry.slot.serviceId}${entry.slot.startDate}`}
            entry={entry}
            service={service}
            withDay={withDay ?? false}
          />
        ) : null
      })}
    </ul>
  )
}

function SessionRow({ entry, service, withDay }: { entry: SlotEntry; service: Service; withDay: boolean }) {
  const site = useSite()
  const t = useWords(said)
  const { slot } = entry
  const write = (at: string, style: 'time' | 'weekday', zone = site.timeZone) => formatWhen(at, zone, style, site.language)
  const time = `${write(slot.startDate, 'time')}–${write(slot.endDate, 'time')}`
  const day = withDay ? write(slot.startDate, 'weekday') : ''
  const mine = visitorZone()
  const there = write(slot.startDate, 'time', mine)
  const full = isFull(entry),
    few = !full && entry.openSpots <= 3
  const named = `${service.name}, ${day ? `${day}, ` : ''}${time}`
  return (
    <li className="session">
      <div>
        {day ? <span className="block small dim">{day}</span> : null}
        <span className="strong nowrap">{time}</span>
        {mine !== site.timeZone && there !== write(slot.startDate, 'time') ? <span className="block small dim">{t.whereYouAre(there)}</span> : null}
      </div>
      <div className="session-what">
        <Link to="/service/$slug" params={{ slug: service.mainSlug?.name ?? service.id }} className="strong">
          {service.name}
        </Link>
        <span className="block dim small">
          {slot.resource?.name ? `${slot.resource.name} · ` : ''}
          {addressOf(service)} · <Price service={service} />
          {full || few ? null : ` · ${spotsLeft(entry)}`}
        </span>
        {full || few ? <StatusBadge tone="warn">{full ? t.full : spotsLeft(entry)}</StatusBadge> : null}
      </div>
      <div>
        {hasWaitlist(entry) ? (
          <ButtonLink variant="light" href={bookingAddress(entry)} aria-label={t.joinWaitlistFor(named)}>
            {t.joinWaitlist}
          </ButtonLink>
        ) : full || !canBook(entry) ? (
          <span className="dim small">{full ? t.noSpots : entry.bookingPolicyViolations?.tooEarlyToBook ? t.opensSoon : t.closed}</span>
        ) : (
          <ButtonLink href={bookingAddress(entry)} aria-label={t.bookNamed(named)}>
            {t.book}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** The same list before it is known, in the same height. */
export function SessionSkeleton({ count }: { count: number }) {
  const t = useWords(said)
  return (
    <div role="status" aria-busy="true" className="card sessions">
      <span className="sr">{t.loading}</span>
      {Array.from({ length: count }, (_, at) => (
        <div className="session" key={at}>
          <Bone width={92} height={40} />
          <div className="stack-s">
            <Bone width="38%" />
            <Bone width="62%" height={14} />
          </div>
          <Bone width={120} height={46} />
        </div>
      ))}
    </div>
  )
}
