/** Summary beside the booking form: slot, location, what is chosen, price and cancellation rule. */
import { lazy, Suspense } from 'react'
import { Skeletons } from '../kit/states.tsx'
import { formatDuration, When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { describeLocation, hasOffer, findMinutes, type Service } from '../site/catalog.ts'
import { Price } from '../site/cards.tsx'
import { addOnMinutes, nameExtras, type Offer } from '../site/extras.ts'
import { Money } from '../kit/money.tsx'
import { useSite } from '../site-context.tsx'
import { PolicyTerms } from './policy-terms.tsx'
import { messages } from './booking-form.messages.tsx'
import type { ChosenSlot } from './chosen-slot.ts'
import type { useBookingForm } from './use-booking-form.ts'

// Only for courses.
const CourseDates = lazy(async () => ({ default: (await import('../site/course-dates.tsx')).CourseDates }))

interface BookingSummaryProps {
  service: Service
  offer: Offer
  chosen: ChosenSlot
  form: Pick<ReturnType<typeof useBookingForm>, 'extras' | 'due' | 'people'>
  /** Chosen on our own pages, where another time can be chosen; a course has none. */
  isOurs: boolean
}
export function BookingSummary({ service, offer, chosen, form, isOurs }: BookingSummaryProps) {
  const t = useMessages(messages)
  const isCourse = service.type === 'COURSE'
  const { firstSessionStart, lastSessionEnd } = service.schedule ?? {}
  const added = service.type === 'APPOINTMENT' ? addOnMinutes(offer, form.extras.addOns) : 0
  const minutes = service.type === 'APPOINTMENT' && form.extras.minutes !== undefined ? form.extras.minutes + added : findMinutes(service)
  const end = chosen.start && service.type === 'APPOINTMENT' && minutes ? new Date(Date.parse(chosen.start) + minutes * 60_000).toISOString() : chosen.end
  const [from, until] = isCourse ? [firstSessionStart, lastSessionEnd] : [chosen.start, end]
  const extras = nameExtras(offer, form.extras)
  return (
    <aside className="card stack" aria-label={t.what}>
      <h2 className="panel-title">{service.name}</h2>
      <dl className="facts">
        {from ? (
          <>
            <dt>{t.when}</dt>
            <dd>
              <When at={from} until={until} both {...(service.conferencing?.enabled && chosen.zone ? { zone: chosen.zone } : {})} />
            </dd>
          </>
        ) : null}
        {isCourse && service.schedule?.id ? (
          <>
            <dt>{t.dates}</dt>
            <dd>
              <Suspense fallback={<Skeletons kind="text" count={3} />}>
                <CourseDates scheduleId={service.schedule.id} usualPlace={service.locations?.[0]?.business?.name} />
              </Suspense>
            </dd>
          </>
        ) : null}
        {minutes ? (
          <>
            <dt>{t.length}</dt>
            <dd>{formatDuration(minutes)}</dd>
          </>
        ) : null}
        <dt>{t.place}</dt>
        <dd>{describeLocation(service)}</dd>
        {extras.length > 0 ? (
          <>
            <dt>{t.extras}</dt>
            <dd>
              {extras.map((one) => (
                <span className="block" key={one}>
                  {one}
                </span>
              ))}
            </dd>
          </>
        ) : null}
        <dt>{t.price}</dt>
        <dd aria-live="polite">
          <Amount service={service} form={form} />
          <PriceTax service={service} due={form.due} />
        </dd>
      </dl>
      <PolicyTerms service={service} />
      {isOurs && !isCourse ? (
        <a className="link" href={`/service/${service.mainSlug?.name ?? service.id}`}>
          {t.otherTime}
        </a>
      ) : null}
    </aside>
  )
}

/** The price of all that is chosen; of the service as everywhere, where there is nothing to choose. */
function Amount({ service, form: { due, people } }: Pick<BookingSummaryProps, 'service' | 'form'>) {
  const { tax } = useSite()
  const isCounted = hasOffer(service) || Number(people) > 1
  if (!isCounted || service.payment?.rateType === 'CUSTOM' || Number(due.total) === 0) return <Price service={service} />
  const value = tax && !tax.includedInPrice ? Number(due.total) - Number(due.tax) : due.total
  return <Money value={value} currency={findCurrency(service)} />
}

const findCurrency = ({ payment }: Service) => (payment?.fixed?.price ?? payment?.varied?.defaultPrice)?.currency

/** The tax of the price: within it, or what it comes to with it. */
function PriceTax({ service, due }: { service: Service; due: BookingSummaryProps['form']['due'] }) {
  const t = useMessages(messages)
  const { tax, language } = useSite()
  if (!tax || service.payment?.rateType === 'CUSTOM' || service.payment?.rateType === 'NO_FEE' || Number(due.total) === 0) return null
  const rate = Number(tax.rate).toLocaleString(language)
  return (
    <span className="block small dim">
      {tax.includedInPrice
        ? t.taxIncluded(<Money value={due.tax} currency={findCurrency(service)} />, tax.name, rate)
        : t.taxAdded(<Money value={due.total} currency={findCurrency(service)} />, tax.name, rate)}
    </span>
  )
}
