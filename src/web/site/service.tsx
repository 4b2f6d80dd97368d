import { Link, useParams } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { toTeamSlug } from '#domains/staff/rules/team-slug.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { useTitle } from '../kit/page.tsx'
import { Picture } from '../kit/picture.tsx'
import { Skeleton, Note } from '../kit/states.tsx'
import { formatDateTime, formatDuration, When } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import {
  describeLocation,
  describeCancellation,
  findCoveringPlan,
  imageOf,
  sessionMinutes,
  describeSpending,
  type Service,
  type SlotEntry,
  useMyBalances,
  useNextTimes,
  useService,
} from './catalog.ts'
import { useDirectBooking } from './direct-booking.ts'
import { Price } from './cards.tsx'
import { FailedPage, GonePage } from './instead-of-page.tsx'
import { toBookingUrl, canBook } from './sessions.tsx'
import { SlotPicker } from './slot-picker.tsx'

const messages = defineMessages(
  {
    service: 'Service',
    notFound: 'Service not found',
    gone: 'This service is no longer available',
    all: 'See all services',
    loading: 'Loading',
    price: 'Price',
    length: 'Duration',
    place: 'Location',
    people: 'With',
    cancelling: 'Cancellation',
    bookNamed: (service: string) => `Book ${service}`,
    join: 'Join this course',
    chooseTime: 'Choose a time',
    notOnline: 'This service can’t be booked online. Please contact us.',
    request: 'Request to book',
    book: 'Book',
    joinWaitlist: 'Join waitlist',
    seePlans: 'See plans that include this',
    timeFirst: 'Choose a time',
    left: (when: string, left: number, total: string) => `${when}. ${left} of ${total} left after this booking.`,
    bookWith: (spending: string) => `Book (${spending})`,
    otherwise: 'Pay another way or bring a guest',
  },
  {
    de: {
      service: 'Angebot',
      notFound: 'Angebot nicht gefunden',
      gone: 'Dieses Angebot gibt es nicht mehr',
      all: 'Alle Angebote ansehen',
      loading: 'Wird geladen',
      price: 'Preis',
      length: 'Dauer',
      place: 'Ort',
      people: 'Mit',
      cancelling: 'Absagen',
      bookNamed: (service) => `${service} buchen`,
      join: 'Kursreihe buchen',
      chooseTime: 'Zeit auswählen',
      notOnline: 'Dieses Angebot ist nicht online buchbar. Bitte melde dich bei uns.',
      request: 'Buchung anfragen',
      book: 'Buchen',
      joinWaitlist: 'Auf die Warteliste',
      seePlans: 'Passende Tarife ansehen',
      timeFirst: 'Wähle zuerst eine Zeit',
      left: (when, left, total) => `${when}. Danach sind noch ${left} von ${total} übrig.`,
      bookWith: (spending) => `Buchen (${spending})`,
      otherwise: 'Anders zahlen oder jemanden mitbringen',
    },
  },
)

export function ServicePage() {
  const t = useMessages(messages)
  const { slug } = useParams({ strict: false }) as { slug: string }
  const query = useService(slug)
  useTitle(query.data?.name ?? t.service)
  if (query.isPending) return <ServiceSkeleton />
  if (query.error) return <FailedPage title={t.service} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <GonePage title={t.notFound} message={t.gone} to="/services" link={t.all} />
  return <ServiceDetails service={query.data} />
}

function ServiceSkeleton() {
  const t = useMessages(messages)
  return (
    <div className="page" role="status" aria-busy="true">
      <span className="sr">{t.loading}</span>
      <div className="split">
        <div className="stack stack-l">
          <div className="skeleton skeleton-wide" />
          <Skeleton height={44} width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="40%" />
        </div>
        <div className="card stack">
          <Skeleton height={28} width="50%" />
          <Skeleton height={330} />
          <Skeleton height={46} />
        </div>
      </div>
    </div>
  )
}

function ServiceDetails({ service }: { service: Service }) {
  const t = useMessages(messages)
  const times = useNextTimes(1)
  const next = times.data?.entries.find((one) => one.slot.serviceId === service.id)
  const minutes = sessionMinutes(service, next)
  const people = service.staffMemberDetails?.staffMembers?.filter(({ name }) => name) ?? []
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
            <dt>{t.price}</dt>
            <dd>
              <Price service={service} />
            </dd>
            {minutes ? (
              <>
                <dt>{t.length}</dt>
                <dd>{formatDuration(minutes)}</dd>
              </>
            ) : null}
            <dt>{t.place}</dt>
            <dd>
              {describeLocation(service)}
              {address && address !== describeLocation(service) ? <span className="block dim small regular">{address}</span> : null}
            </dd>
            {people.length > 0 ? (
              <>
                <dt>{t.people}</dt>
                <dd>
                  {people.map(({ staffMemberId, name = '' }, at) => (
                    <Fragment key={staffMemberId}>
                      {at > 0 ? ', ' : ''}
                      <Link to="/team/$slug" params={{ slug: toTeamSlug(staffMemberId, name) }}>
                        {name}
                      </Link>
                    </Fragment>
                  ))}
                </dd>
              </>
            ) : null}
            <dt>{t.cancelling}</dt>
            <dd>{describeCancellation(service)}</dd>
          </dl>
          {service.description ? <div className="prose">{service.description}</div> : null}
        </div>
        <BookingPanel service={service} minutes={minutes} />
      </div>
    </div>
  )
}

function BookingPanel({ service, minutes }: { service: Service; minutes: number | undefined }) {
  const t = useMessages(messages)
  const [slot, setSlot] = useState<SlotEntry>()
  const balances = useMyBalances()
  const plan = findCoveringPlan(service, balances.data?.balances)
  const course = service.type === 'COURSE'
  return (
    <section className="panel card stack" aria-label={t.bookNamed(service.name)}>
      <div>
        <h2 className="panel-title">{course ? t.join : t.chooseTime}</h2>
        <p className="dim small">
          <Price service={service} />
          {minutes ? ` · ${formatDuration(minutes)}` : ''} · {describeLocation(service)}
          <br />
          {describeCancellation(service)}
        </p>
      </div>
      {service.onlineBooking?.enabled === false ? (
        <p className="card-quiet">{t.notOnline}</p>
      ) : course ? (
        <>
          {service.schedule?.firstSessionStart ? (
            <p>
              <When at={service.schedule.firstSessionStart} until={service.schedule.lastSessionEnd} both />
            </p>
          ) : null}
          <ButtonLink full href={`/hosted/booking-form?serviceId=${service.id}&scheduleId=${service.schedule?.id ?? ''}`}>
            {service.onlineBooking?.requireManualApproval ? t.request : t.book}
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
          {t.seePlans}
        </Link>
      ) : null}
    </section>
  )
}

/** Books with one click when a plan pays; otherwise links to the booking page. */
function BookButton({ service, slot, plan }: { service: Service; slot: SlotEntry | undefined; plan: ReturnType<typeof findCoveringPlan> }) {
  const site = useSite()
  const t = useMessages(messages)
  const direct = useDirectBooking()
  if (!slot)
    return (
      <Button full disabled>
        {t.timeFirst}
      </Button>
    )
  const when = formatDateTime(slot.slot.startDate, site.timeZone, 'short', site.language)
  const needsApproval = service.onlineBooking?.requireManualApproval === true
  // At the customer's place, the address is entered on the booking page first.
  const needsAddress = slot.slot.location?.locationType === 'CUSTOM'
  if (plan && canBook(slot) && !needsApproval && !needsAddress && direct.ready)
    return (
      <div className="sticky-bar stack-s">
        {direct.failure ? (
          <Note tone="bad" role="alert">
            {direct.failure}
          </Note>
        ) : null}
        <p className="small dim" role="status">
          {plan.unlimited ? when : t.left(when, Number(plan.balance) - 1, plan.total ?? '')}
        </p>
        <Button full busy={direct.busy} onClick={() => void direct.book(slot, plan)}>
          {t.bookWith(describeSpending(plan))}
        </Button>
        <a className="link small" href={toBookingUrl(slot)}>
          {t.otherwise}
        </a>
      </div>
    )
  return (
    <div className="sticky-bar">
      <ButtonLink full href={toBookingUrl(slot)}>
        {canBook(slot) ? (needsApproval ? t.request : t.book) : t.joinWaitlist} · {when}
      </ButtonLink>
    </div>
  )
}
