import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass, ButtonLink } from '../kit/button.tsx'
import { useTitle } from '../kit/page.tsx'
import { Picture } from '../kit/picture.tsx'
import { Bone, EmptyState, ErrorState, Note } from '../kit/states.tsx'
import { formatWhen, lengthInWords, When } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import {
  addressOf,
  cancelRule,
  coveringPlan,
  imageOf,
  lengthOf,
  spendingOf,
  type Service,
  type SlotEntry,
  useMyBalances,
  useNextTimes,
  useService,
} from './catalog.ts'
import { useDirectBooking } from './direct-booking.ts'
import { Price } from './parts.tsx'
import { bookingAddress } from './sessions.tsx'
import { SlotPicker } from './slot-picker.tsx'

export function ServicePage() {
  const { slug } = useParams({ strict: false }) as { slug: string }
  const asked = useService(slug)
  useTitle(asked.data?.name ?? 'Service')
  if (asked.isPending) return <ServiceSkeleton />
  if (asked.error)
    return (
      <div className="page">
        <h1 className="sr">Service</h1>
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      </div>
    )
  if (!asked.data)
    return (
      <div className="page">
        <h1 className="sr">Service not found</h1>
        <EmptyState
          title="This service is no longer offered"
          action={
            <Link to="/services" className={buttonClass({ variant: 'light' })}>
              See all services
            </Link>
          }
        />
      </div>
    )
  return <Details service={asked.data} />
}

function ServiceSkeleton() {
  return (
    <div className="page" role="status" aria-busy="true">
      <span className="sr">Loading</span>
      <div className="split">
        <div className="stack stack-l">
          <div className="bone bone-wide" />
          <Bone height={44} width="60%" />
          <Bone width="80%" />
          <Bone width="40%" />
        </div>
        <div className="card stack">
          <Bone height={28} width="50%" />
          <Bone height={330} />
          <Bone height={46} />
        </div>
      </div>
    </div>
  )
}

function Details({ service }: { service: Service }) {
  const times = useNextTimes(1)
  const next = times.data?.entries.find((one) => one.slot.serviceId === service.id)
  const minutes = lengthOf(service, next)
  const people = service.staffMembers
    ?.map((one) => one.name)
    .filter(Boolean)
    .join(', ')
  const place = service.locations?.[0]?.business
  const address = place?.address?.formattedAddress
  return (
    <div className="page">
      <div className="split">
        <div className="stack stack-l">
          <div className="service-hero">
            <Picture src={imageOf(service)} seed={service.name} ratio="16 / 8" sizes="(max-width: 900px) 100vw, 760px" eager />
          </div>
          <div>
            <h1>{service.name}</h1>
            {service.tagLine ? <p className="lead">{service.tagLine}</p> : null}
          </div>
          <dl className="facts">
            <dt>Price</dt>
            <dd>
              <Price service={service} />
            </dd>
            {minutes ? (
              <>
                <dt>Length</dt>
                <dd>{lengthInWords(minutes)}</dd>
              </>
            ) : null}
            <dt>Place</dt>
            <dd>
              {addressOf(service)}
              {address && address !== addressOf(service) ? <span className="block dim small regular">{address}</span> : null}
            </dd>
            {people ? (
              <>
                <dt>With</dt>
                <dd>{people}</dd>
              </>
            ) : null}
            <dt>Cancelling</dt>
            <dd>{cancelRule(service)}</dd>
          </dl>
          {service.description ? <div className="prose">{service.description}</div> : null}
        </div>
        <BookingPanel service={service} minutes={minutes} />
      </div>
    </div>
  )
}

function BookingPanel({ service, minutes }: { service: Service; minutes: number | undefined }) {
  const [slot, setSlot] = useState<SlotEntry>()
  const balances = useMyBalances()
  const plan = coveringPlan(service, balances.data?.balances)
  const course = service.type === 'COURSE'
  return (
    <section className="panel card stack" aria-label={`Book ${service.name}`}>
      <div>
        <h2 className="panel-title">{course ? 'Join this course' : 'Choose a time'}</h2>
        <p className="dim small">
          <Price service={service} />
          {minutes ? ` · ${lengthInWords(minutes)}` : ''} · {addressOf(service)}
          <br />
          {cancelRule(service)}
        </p>
      </div>
      {service.onlineBooking?.enabled === false ? (
        <p className="card-quiet">This service is not booked online. Please contact us.</p>
      ) : course ? (
        <>
          {service.schedule?.firstSessionStart ? (
            <p>
              Starts <When at={service.schedule.firstSessionStart} />
            </p>
          ) : null}
          <ButtonLink full href={`/hosted/booking-form?serviceId=${service.id}&scheduleId=${service.schedule?.id ?? ''}`}>
            {service.onlineBooking?.requireManualApproval ? 'Request to book' : 'Book'}
          </ButtonLink>
        </>
      ) : (
        <>
          <SlotPicker service={service} selected={slot} onSelect={setSlot} />
          <BookButton service={service} slot={slot} plan={plan} />
        </>
      )}
      {service.payment?.options?.pricingPlan && !plan ? (
        <Link to="/plans" className="link small">
          See plans that include this
        </Link>
      ) : null}
    </section>
  )
}

/** One click with a plan; else on to the booking page. */
function BookButton({ service, slot, plan }: { service: Service; slot: SlotEntry | undefined; plan: ReturnType<typeof coveringPlan> }) {
  const site = useSite()
  const direct = useDirectBooking()
  if (!slot)
    return (
      <Button full disabled>
        Choose a time first
      </Button>
    )
  const when = formatWhen(slot.slot.startDate, site.timeZone, 'short', site.language)
  const asks = service.onlineBooking?.requireManualApproval === true
  if (plan && slot.bookable && !asks && direct.ready)
    return (
      <div className="sticky-bar stack-s">
        {direct.failure ? (
          <Note tone="bad" role="alert">
            {direct.failure}
          </Note>
        ) : null}
        <p className="small dim" role="status">
          {when}
          {plan.unlimited ? '' : `. ${Number(plan.balance) - 1} of ${plan.total} left after this.`}
        </p>
        <Button full busy={direct.busy} onClick={() => void direct.book(slot, plan)}>
          Book ({spendingOf(plan)})
        </Button>
        <a className="link small" href={bookingAddress(slot)}>
          Pay in another way, or bring somebody
        </a>
      </div>
    )
  return (
    <div className="sticky-bar">
      <ButtonLink full href={bookingAddress(slot)}>
        {slot.bookable ? (asks ? 'Request to book' : 'Book') : 'Join waitlist'} · {when}
      </ButtonLink>
    </div>
  )
}
