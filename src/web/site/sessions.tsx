/** A list of class sessions with time, place, spots left and one button. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../kit/status-badge.tsx'
import { formatWhen, zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { addressOf, type Service, type SlotEntry } from './catalog.ts'
import { Price } from './parts.tsx'

/** Where a chosen time goes on: the booking form reads it from the address. */
export function bookingAddress(entry: SlotEntry): string {
  const { slot } = entry
  const search = new URLSearchParams({ serviceId: slot.serviceId, start: slot.startDate, end: slot.endDate, zone: slot.timezone ?? '' })
  if (slot.sessionId) search.set('eventId', slot.sessionId)
  if (slot.scheduleId) search.set('scheduleId', slot.scheduleId)
  if (slot.resource?.id) search.set('resourceId', slot.resource.id)
  return `/hosted/booking-form?${search}`
}
export function spotsLeft(entry: SlotEntry): string {
  return entry.openSpots === 1 ? '1 spot left' : `${entry.openSpots} spots left`
}

export function SessionList({ entries, services, withDay }: { entries: SlotEntry[]; services: Service[]; withDay?: boolean }) {
  const site = useSite()
  return (
    <ul className="card" style={{ paddingBlock: 8, margin: 0, listStyle: 'none' }}>
      {entries.map((entry) => {
        const service = services.find((one) => one.id === entry.slot.serviceId)
        if (!service) return null
        const time = `${formatWhen(entry.slot.startDate, site.timeZone, withDay ? 'short' : 'time', site.language)}–${formatWhen(entry.slot.endDate, site.timeZone, 'time', site.language)}`
        const full = entry.openSpots < 1,
          soon = !full && entry.openSpots <= 3
        return (
          <li className="session" key={`${entry.slot.sessionId ?? ''}${entry.slot.serviceId}${entry.slot.startDate}`}>
            <div>
              <span className="strong">{time}</span>
              <br />
              <span className="dim small">{zoneName(site.timeZone)}</span>
            </div>
            <div>
              <Link to="/service/$slug" params={{ slug: service.mainSlug?.name ?? service.id }} className="strong">
                {service.name}
              </Link>
              <br />
              <span className="dim small">
                {entry.slot.resource?.name ? `${entry.slot.resource.name} · ` : ''}
                {addressOf(service)} · <Price service={service} />
              </span>{' '}
              {full ? (
                <StatusBadge tone="warn">Full</StatusBadge>
              ) : soon ? (
                <StatusBadge tone="warn">{spotsLeft(entry)}</StatusBadge>
              ) : (
                <span className="small dim">· {spotsLeft(entry)}</span>
              )}
            </div>
            <div>
              {full && (entry.waitingList?.openSpots ?? 0) > 0 ? (
                <Button component="a" variant="light" href={bookingAddress(entry)} aria-label={`Join the waitlist for ${service.name}, ${time}`}>
                  Join waitlist
                </Button>
              ) : full || !entry.bookable ? (
                <span className="dim small">{full ? 'No spots left' : entry.bookingPolicyViolations?.tooEarlyToBook ? 'Opens soon' : 'Booking closed'}</span>
              ) : (
                <Button component="a" href={bookingAddress(entry)} aria-label={`Book ${service.name}, ${time}`}>
                  Book
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
