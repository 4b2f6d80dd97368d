/** Summary beside the booking form: slot, location, what is chosen, price and cancellation rule. */
import { formatPercent } from '#kit/pure/percent.ts'
import { lazy, Suspense } from 'react'
import { fromMinor } from '#kit/pure/money.ts'
import { call } from '../api.ts'
import { Skeletons } from '../kit/states.tsx'
import { formatDuration, When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { describeLocation, hasOffer, findMinutes, type Service } from '../site/catalog.ts'
import { Price } from '../site/cards.tsx'
import { addOnMinutes, nameExtras, type Offer } from '../site/extras.ts'
import { Money } from '../kit/money.tsx'
import { useSite } from '../site-context.tsx'
import { CouponField } from './coupon-field.tsx'
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
  form: ReturnType<typeof useBookingForm>
  /** Chosen on our own pages, where another time can be chosen; a course has none. */
  isOurs: boolean
}
export function BookingSummary({ service, offer, chosen, form, isOurs }: BookingSummaryProps) {
  const t = useMessages(messages)
  const { tax } = useSite()
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
          {form.coupon && form.takesCoupon ? null : <PriceTax service={service} due={form.due} />}
        </dd>
        {form.coupon && form.takesCoupon ? (
          <>
            <dt>{t.coupon(form.coupon.code)}</dt>
            <dd>
              −<Money value={form.due.discount} currency={findCurrency(service)} />
            </dd>
            <dt>{t.total}</dt>
            <dd className="strong" aria-live="polite">
              <Money value={withoutAddedTax(form.due, tax)} currency={findCurrency(service)} free={t.free} />
              <PriceTax service={service} due={form.due} />
            </dd>
          </>
        ) : null}
      </dl>
      {form.takesCoupon ? <BookingCoupon service={service} form={form} /> : null}
      <PolicyTerms service={service} start={from} />
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
  const isCounted = hasOffer(service) || Number(people) > 1 || due.discount > 0
  if (due.discount > 0) return <Money value={withoutAddedTax(due, tax) + due.discount} currency={findCurrency(service)} />
  if (!isCounted || service.payment?.rateType === 'CUSTOM' || Number(due.total) === 0) return <Price service={service} />
  return <Money value={withoutAddedTax(due, tax)} currency={findCurrency(service)} />
}

/** The price as listed: with the tax where prices include it. */
const withoutAddedTax = (due: BookingSummaryProps['form']['due'], tax: { includedInPrice: boolean } | undefined): number =>
  tax && !tax.includedInPrice ? Number(due.total) - Number(due.tax) : Number(due.total)

/** The coupon of the booking; checked by the server when it is applied, and again when it is booked. */
function BookingCoupon({ service, form: { coupon, couponBase, setCoupon } }: Pick<BookingSummaryProps, 'service' | 'form'>) {
  const price = fromMinor(BigInt(couponBase), findCurrency(service) ?? '')
  return (
    <CouponField
      applied={coupon?.code}
      onApply={async (couponCode) => setCoupon(await call('bookingPages.previewCoupon', { body: { couponCode, serviceId: service.id, price } }))}
      onRemove={() => setCoupon(undefined)}
    />
  )
}

const findCurrency = ({ payment }: Service) => (payment?.fixed?.price ?? payment?.varied?.defaultPrice)?.currency

/** The tax of the price: within it, or what it comes to with it. */
function PriceTax({ service, due }: { service: Service; due: BookingSummaryProps['form']['due'] }) {
  const t = useMessages(messages)
  const { tax, language } = useSite()
  if (!tax || service.payment?.rateType === 'CUSTOM' || service.payment?.rateType === 'NO_FEE' || Number(due.total) === 0) return null
  const rate = formatPercent(tax.rate, language)
  return (
    <span className="block small dim">
      {tax.includedInPrice
        ? t.taxIncluded(<Money value={due.tax} currency={findCurrency(service)} />, tax.name, rate)
        : t.taxAdded(<Money value={due.total} currency={findCurrency(service)} />, tax.name, rate)}
    </span>
  )
}
