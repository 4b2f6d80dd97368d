/** The sessions of a week, a column for each day; on a narrow screen the days stand below each other. */
import { StatusBadge } from '../../kit/status-badge.tsx'
import { formatDateTime } from '../../kit/when.tsx'
import { joinClocks } from '#kit/pure/date-format.ts'
import { formatDay } from '../../kit/days.ts'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import type { Service, SlotEntry } from '../catalog.ts'
import { describeLevel } from '../level.ts'
import { useShownZone } from '../shown-zone.tsx'
import { canBook, describeSpotsLeft, hasWaitlist, isFull, toBookingUrl } from '../sessions.tsx'

const messages = defineMessages(
  { none: 'No classes', noMore: 'No more classes', over: 'Over', full: 'Full', waitlist: 'Join waitlist', book: 'Book' },
  {
    de: { none: 'Keine Kurse', noMore: 'Keine Kurse mehr', over: 'Vorbei', full: 'Ausgebucht', waitlist: 'Auf die Warteliste', book: 'Buchen' },
    fr: { none: 'Aucun cours', noMore: 'Plus de cours', over: 'Passé', full: 'Complet', waitlist: 'Rejoindre la liste d’attente', book: 'Réserver' },
    es: { none: 'Sin clases', noMore: 'No hay más clases', over: 'Ya pasó', full: 'Completo', waitlist: 'Unirse a la lista de espera', book: 'Reservar' },
  },
)

interface WeekGridProps {
  days: readonly { day: string; list: SlotEntry[] }[]
  services: readonly Service[]
  today: string
}
export function WeekGrid({ days, services, today }: WeekGridProps) {
  const t = useMessages(messages)
  const { language } = useSite()
  return (
    <div className="week-grid">
      {days.map(({ day, list }) => (
        <section key={day} data-today={day === today || undefined} aria-label={formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}>
          <h3>
            {formatDay(day, language, { weekday: 'short' })} <span className="regular">{formatDay(day, language, { day: 'numeric', month: 'short' })}</span>
          </h3>
          {list.length === 0 ? (
            <p className="small dim">{day < today ? t.over : day === today ? t.noMore : t.none}</p>
          ) : (
            <ul>
              {list.map((entry) => {
                const service = services.find(({ id }) => id === entry.slot.serviceId)
                return service ? <GridSession key={`${entry.slot.sessionId ?? ''}${entry.slot.startDate}`} entry={entry} service={service} /> : null
              })}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

/** The whole cell leads to the booking form or the waitlist; a session that cannot be booked is words only. */
function GridSession({ entry, service }: { entry: SlotEntry; service: Service }) {
  const t = useMessages(messages)
  const site = useSite()
  const { slot } = entry
  const { zone } = useShownZone()
  const time = (at: string) => formatDateTime(at, zone, 'time', site.language)
  const full = isFull(entry)
  const action = hasWaitlist(entry) ? t.waitlist : canBook(entry) && !full ? t.book : undefined
  const words = (
    <>
      <span className="strong">{joinClocks(time(slot.startDate), time(slot.endDate))}</span>
      <span className="week-what">{service.name}</span>
      {slot.resource?.name ? <span className="small dim">{slot.resource.name}</span> : null}
      {service.level ? <span className="small dim">{describeLevel(service.level)}</span> : null}
      {full || entry.openSpots <= 3 ? <StatusBadge tone="warn">{full ? t.full : describeSpotsLeft(entry)}</StatusBadge> : null}
      {action ? <span className="sr">{action}</span> : null}
    </>
  )
  return (
    <li>
      {action ? (
        <a className="week-cell" href={toBookingUrl(entry)}>
          {words}
        </a>
      ) : (
        <div className="week-cell">{words}</div>
      )}
    </li>
  )
}
