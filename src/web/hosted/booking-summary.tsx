/** Summary beside the booking form: slot, location, price and cancellation rule. */
import { formatDuration, When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { describeLocation, describeCancellation, minutesOf, type Service } from '../site/catalog.ts'
import { Price } from '../site/cards.tsx'
import { messages } from './booking-form.messages.tsx'
import type { ChosenSlot } from './chosen-slot.ts'

/** `isOurs`: chosen on our own pages, where another time can be chosen. */
export function BookingSummary({ service, chosen, isOurs }: { service: Service; chosen: ChosenSlot; isOurs: boolean }) {
  const t = useMessages(messages)
  return (
    <aside className="card stack" aria-label={t.what}>
      <h2 className="panel-title">{service.name}</h2>
      <dl className="facts">
        {chosen.start ? (
          <>
            <dt>{t.when}</dt>
            <dd>
              <When at={chosen.start} until={chosen.end} both {...(service.conferencing?.enabled && chosen.zone ? { zone: chosen.zone } : {})} />
            </dd>
          </>
        ) : service.schedule?.firstSessionStart ? (
          <>
            <dt>{t.starts}</dt>
            <dd>
              <When at={service.schedule.firstSessionStart} />
            </dd>
          </>
        ) : null}
        {minutesOf(service) ? (
          <>
            <dt>{t.length}</dt>
            <dd>{formatDuration(minutesOf(service) ?? 0)}</dd>
          </>
        ) : null}
        <dt>{t.place}</dt>
        <dd>{describeLocation(service)}</dd>
        <dt>{t.price}</dt>
        <dd>
          <Price service={service} />
        </dd>
      </dl>
      <p className="small dim">{describeCancellation(service)}.</p>
      {isOurs ? (
        <a className="link" href={`/service/${service.mainSlug?.name ?? service.id}`}>
          {t.otherTime}
        </a>
      ) : null}
    </aside>
  )
}
