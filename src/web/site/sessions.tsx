/** A list of class sessions with time, place, spots left and one button. */
import { joinClocks } from '#kit/pure/date-format.ts'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../kit/button.tsx'
import { Skeleton } from '../kit/states.tsx'
import { useVisitorZone } from '../kit/visitor-zone.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { formatDateTime } from '../kit/when.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'
import { toTeamSlug } from '#domains/staff/rules/team-slug.ts'
import { useSite } from '../site-context.tsx'
import { describeLocation, type Service, type SlotEntry } from './catalog.ts'
import { Price } from './cards.tsx'
import { describeLevel } from './level.ts'
import { useShownZone } from './shown-zone.tsx'

const messages = defineMessages(
  {
    spotsLeft: (count: number) => (count === 1 ? '1 spot left' : `${count} spots left`),
    whereYouAre: (time: string) => `${time} your time`,
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
    fr: {
      spotsLeft: (count) => (count < 2 ? `${count} place libre` : `${count} places libres`),
      whereYouAre: (time) => `${time} chez vous`,
      full: 'Complet',
      joinWaitlist: 'Rejoindre la liste d’attente',
      joinWaitlistFor: (session) => `Rejoindre la liste d’attente : ${session}`,
      noSpots: 'Plus de place',
      opensSoon: 'Bientôt réservable',
      closed: 'Réservations closes',
      book: 'Réserver',
      bookNamed: (session) => `Réserver ${session}`,
      loading: 'Chargement',
    },
    es: {
      spotsLeft: (count) => (count === 1 ? '1 plaza libre' : `${count} plazas libres`),
      whereYouAre: (time) => `${time} en tu zona`,
      full: 'Completo',
      joinWaitlist: 'Unirse a la lista de espera',
      joinWaitlistFor: (session) => `Unirse a la lista de espera: ${session}`,
      noSpots: 'No quedan plazas',
      opensSoon: 'Se abre pronto',
      closed: 'Reservas cerradas',
      book: 'Reservar',
      bookNamed: (session) => `Reservar ${session}`,
      loading: 'Cargando',
    },
  },
)

/** Links to the booking form or the waitlist form, with the slot and what was chosen with it in the query. */
export function toBookingUrl(entry: SlotEntry, extras?: { choice: string; addOns: string }): string {
  const { slot } = entry
  const search = new URLSearchParams({ serviceId: slot.serviceId, start: slot.startDate, end: slot.endDate, zone: slot.timezone ?? '' })
  const optional = {
    eventId: slot.sessionId,
    scheduleId: slot.scheduleId,
    resourceId: slot.resource?.id,
    locationType: slot.location?.locationType,
    locationId: slot.location?.id,
    ...extras,
  }
  for (const [name, value] of Object.entries(optional)) if (value) search.set(name, value)
  return `/hosted/${hasWaitlist(entry) ? 'waitlist' : 'booking-form'}?${search}`
}
export const describeSpotsLeft = (entry: SlotEntry): string => currentMessages(messages).spotsLeft(entry.openSpots)
/** Free and not reserved for the waitlist. */
export const canBook = (entry: SlotEntry): boolean => entry.bookable && entry.locked !== true
/** Full, and the waitlist has room. */
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
  const t = useMessages(messages)
  const { slot } = entry
  const { zone } = useShownZone()
  const format = (at: string, style: 'time' | 'weekday', inZone = zone) => formatDateTime(at, inZone, style, site.language)
  const time = joinClocks(format(slot.startDate, 'time'), format(slot.endDate, 'time'))
  const day = withDay ? format(slot.startDate, 'weekday') : ''
  const mine = useVisitorZone()
  const visitorTime = format(slot.startDate, 'time', mine)
  const full = isFull(entry),
    few = !full && entry.openSpots <= 3
  const accessibleName = `${service.name}, ${day ? `${day}, ` : ''}${time}`
  return (
    <li className="session">
      <div>
        {day ? <span className="block small dim">{day}</span> : null}
        <span className="strong">{time}</span>
        {visitorTime !== format(slot.startDate, 'time') ? (
          <span className="block small dim">{t.whereYouAre(visitorTime)}</span>
        ) : mine === site.timeZone ? (
          <span className="block small room-other-clock">&nbsp;</span>
        ) : null}
      </div>
      <div className="session-what">
        <Link to="/service/$slug" params={{ slug: service.mainSlug?.name ?? service.id }} className="strong">
          {service.name}
        </Link>
        <span className="block dim small">
          {/* No line begins with the dot. */}
          {slot.resource?.id && slot.resource.name ? (
            <>
              <Link to="/team/$slug" params={{ slug: toTeamSlug(slot.resource.id, slot.resource.name) }} className="plain">
                {slot.resource.name}
              </Link>
              {'\u00a0· '}
            </>
          ) : null}
          {service.level ? `${describeLevel(service.level)}\u00a0· ` : null}
          {describeLocation(service)}&nbsp;· <Price service={service} />
          {full || few ? null : `\u00a0· ${describeSpotsLeft(entry)}`}
        </span>
        {full || few ? <StatusBadge tone="warn">{full ? t.full : describeSpotsLeft(entry)}</StatusBadge> : null}
      </div>
      <div>
        {hasWaitlist(entry) ? (
          <ButtonLink variant="light" href={toBookingUrl(entry)} aria-label={t.joinWaitlistFor(accessibleName)}>
            {t.joinWaitlist}
          </ButtonLink>
        ) : full || !canBook(entry) ? (
          <span className="dim small">{full ? t.noSpots : entry.bookingPolicyViolations?.tooEarlyToBook ? t.opensSoon : t.closed}</span>
        ) : (
          <ButtonLink href={toBookingUrl(entry)} aria-label={t.bookNamed(accessibleName)}>
            {t.book}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** Skeleton of the list, of the same height. */
export function SessionSkeleton({ count }: { count: number }) {
  const t = useMessages(messages)
  return (
    <div role="status" aria-busy="true" className="card sessions">
      <span className="sr">{t.loading}</span>
      {Array.from({ length: count }, (_, at) => (
        <div className="session" key={at}>
          <Skeleton width={92} height={40} />
          <div className="stack-s">
            <Skeleton width="38%" />
            <Skeleton width="62%" height={14} />
          </div>
          <Skeleton width={120} height={46} />
        </div>
      ))}
    </div>
  )
}
