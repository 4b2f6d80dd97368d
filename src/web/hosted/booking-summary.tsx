/** Summary beside the booking form: slot, location, price and cancellation rule. */
import { formatDuration, When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { describeLocation, describeCancellation, minutesOf, type Service } from '../site/catalog.ts'
import { Price } from '../site/cards.tsx'
import { Money } from '../kit/money.tsx'
import { useSite } from '../site-context.tsx'
import { calculatePrice } from './booking-body.ts'
import { messages } from './booking-form.messages.tsx'
import type { ChosenSlot } from './chosen-slot.ts'

/** `isOurs`: chosen on our own pages, where another time can be chosen; a course has none. */
export function BookingSummary({ service, chosen, isOurs }: { service: Service; chosen: ChosenSlot; isOurs: boolean }) {
  const t = useMessages(messages)
  const isCourse = service.type === 'COURSE'
  const { firstSessionStart, lastSessionEnd } = service.schedule ?? {}
  const [start, end] = isCourse ? [firstSessionStart, lastSessionEnd] : [chosen.start, chosen.end]
  return (
    <aside className="card stack" aria-label={t.what}>
      <h2 className="panel-title">{service.name}</h2>
      <dl className="facts">
        {start ? (
          <>
            <dt>{t.when}</dt>
            <dd>
              <When at={start} until={end} both {...(service.conferencing?.enabled && chosen.zone ? { zone: chosen.zone } : {})} />
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
          <PriceTax service={service} />
        </dd>
      </dl>
      <p className="small dim">{describeCancellation(service)}.</p>
      {isOurs && !isCourse ? (
        <a className="link" href={`/service/${service.mainSlug?.name ?? service.id}`}>
          {t.otherTime}
        </a>
      ) : null}
    </aside>
  )
}

/** The tax of one person's price: within it, or what it comes to with it. */
function PriceTax({ service }: { service: Service }) {
  const t = useMessages(messages)
  const { tax, language } = useSite()
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency
  if (!tax || service.payment?.rateType === 'CUSTOM' || service.payment?.rateType === 'NO_FEE') return null
  const price = calculatePrice(service, 1, tax)
  if (Number(price.total) === 0) return null
  const rate = Number(tax.rate).toLocaleString(language)
  return (
    <span className="block small dim">
      {tax.includedInPrice
        ? t.taxIncluded(<Money value={price.tax} currency={currency} />, tax.name, rate)
        : t.taxAdded(<Money value={price.total} currency={currency} />, tax.name, rate)}
    </span>
  )
}
