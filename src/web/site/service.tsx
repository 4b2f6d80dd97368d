import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTitle } from '../kit/page.tsx'
import { Picture } from '../kit/picture.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { formatWhen, lengthInWords, When } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { addressOf, cancelRule, imageOf, minutesOf, type Service, type SlotEntry, useMyOrders, useService } from './catalog.ts'
import { Price } from './parts.tsx'
import { bookingAddress } from './sessions.tsx'
import { SlotPicker } from './slot-picker.tsx'

export function ServicePage() {
  const { slug } = useParams({ strict: false }) as { slug: string }
  const asked = useService(slug)
  useTitle(asked.data?.name ?? 'Service')
  if (asked.isPending)
    return (
      <div className="page">
        <Skeletons kind="text" count={6} />
      </div>
    )
  if (asked.error)
    return (
      <div className="page">
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
            <Button component={Link} to="/services" variant="light">
              See all services
            </Button>
          }
        />
      </div>
    )
  return <Details service={asked.data} />
}

function Details({ service }: { service: Service }) {
  const minutes = minutesOf(service)
  const people = service.staffMembers
    ?.map((one) => one.name)
    .filter(Boolean)
    .join(', ')
  return (
    <div className="page">
      <div className="split">
        <div className="stack" style={{ gap: 24 }}>
          <div style={{ borderRadius: 26, overflow: 'hidden' }}>
            <Picture src={imageOf(service)} seed={service.name} ratio="16 / 8" />
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
            <dd>{addressOf(service)}</dd>
            {people ? (
              <>
                <dt>With</dt>
                <dd>{people}</dd>
              </>
            ) : null}
            <dt>Cancelling</dt>
            <dd>{cancelRule(service)}</dd>
          </dl>
          {service.description ? <div style={{ whiteSpace: 'pre-line', maxWidth: '66ch' }}>{service.description}</div> : null}
        </div>
        <BookingPanel service={service} />
      </div>
    </div>
  )
}

function BookingPanel({ service }: { service: Service }) {
  const site = useSite()
  const [slot, setSlot] = useState<SlotEntry>()
  const orders = useMyOrders()
  const minutes = minutesOf(service)
  const plan = service.payment?.options?.pricingPlan
    ? orders.data?.orders.find((one) => one.status === 'ACTIVE' && service.payment?.pricingPlanIds?.includes(one.planId))
    : undefined
  const waits = slot !== undefined && !slot.bookable
  const label = waits ? 'Join waitlist' : service.onlineBooking?.requireManualApproval ? 'Request to book' : 'Book'
  const course = service.type === 'COURSE'
  return (
    <section className="panel card stack" aria-label={`Book ${service.name}`}>
      <div>
        <h2 style={{ fontSize: '1.25rem' }}>{course ? 'Join this course' : 'Choose a time'}</h2>
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
          <div className="sticky-bar">
            <Button component="a" fullWidth href={`/hosted/booking-form?serviceId=${service.id}&scheduleId=${service.schedule?.id ?? ''}`}>
              {label}
            </Button>
          </div>
        </>
      ) : (
        <>
          <SlotPicker service={service} selected={slot} onSelect={setSlot} />
          {plan ? <p className="note small">Your plan “{plan.planName}” can pay for this.</p> : null}
          <div className="sticky-bar">
            {slot ? (
              <Button component="a" fullWidth href={bookingAddress(slot)}>
                {label} · {formatWhen(slot.slot.startDate, site.timeZone, 'short', site.language)}
              </Button>
            ) : (
              <Button fullWidth disabled>
                Choose a time first
              </Button>
            )}
          </div>
        </>
      )}
      {service.payment?.options?.pricingPlan && !plan ? (
        <p className="small">
          <Link to="/plans" className="link">
            See plans that include this
          </Link>
        </p>
      ) : null}
    </section>
  )
}
