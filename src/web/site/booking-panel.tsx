/** The panel of a service page: when, what it costs, and the button that books it. */
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ButtonLink } from '../kit/button.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Skeleton, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { Length } from './length.tsx'
import { describeLocation, hasOffer, type Service } from './catalog.ts'
import { findCoveringPlan, useMyBalances } from './member-data.ts'
import { Price } from './cards.tsx'
import { CancellationLines } from './policy-lines.tsx'
import { findPlace } from './visit.ts'

const VisitServices = lazy(async () => ({ default: (await import('./visit-services.tsx')).VisitServices }))
// Each kind of service loads its own part.
const ChoiceBooking = lazy(async () => ({ default: (await import('./choice-booking.tsx')).ChoiceBooking }))
const PlainBooking = lazy(async () => ({ default: (await import('./plain-booking.tsx')).PlainBooking }))
const CourseDates = lazy(async () => ({ default: (await import('./course-dates.tsx')).CourseDates }))

const messages = defineMessages(
  {
    bookNamed: (service: string) => `Book ${service}`,
    join: 'Join this course',
    chooseTime: 'Choose a time',
    notOnline: 'This service can’t be booked online. Please contact us.',
    request: 'Request to book',
    book: 'Book',
    seePlans: 'See plans that include this',
  },
  {
    de: {
      bookNamed: (service) => `${service} buchen`,
      join: 'Kursreihe buchen',
      chooseTime: 'Zeit auswählen',
      notOnline: 'Dieses Angebot ist nicht online buchbar. Bitte melde dich bei uns.',
      request: 'Buchung anfragen',
      book: 'Buchen',
      seePlans: 'Passende Tarife ansehen',
    },
    fr: {
      bookNamed: (service) => `Réserver ${service}`,
      join: 'Réserver ce cycle de cours',
      chooseTime: 'Choisir un créneau',
      notOnline: 'Cette prestation ne se réserve pas en ligne. Contactez-nous.',
      request: 'Demander une réservation',
      book: 'Réserver',
      seePlans: 'Voir les formules qui l’incluent',
    },
    es: {
      bookNamed: (service) => `Reservar ${service}`,
      join: 'Reservar este curso',
      chooseTime: 'Elegir una hora',
      notOnline: 'Este servicio no se puede reservar en línea. Ponte en contacto con nosotros.',
      request: 'Solicitar reserva',
      book: 'Reservar',
      seePlans: 'Ver los planes que lo incluyen',
    },
  },
)

export function BookingPanel({ service, minutes }: { service: Service; minutes: number | 'pending' | undefined }) {
  const t = useMessages(messages)
  const balances = useMyBalances()
  const plan = findCoveringPlan(service, balances.data?.balances)
  const isCourse = service.type === 'COURSE'
  const { isOneServicePerVisit } = useSite()
  const canHaveMore = service.type === 'APPOINTMENT' && !isOneServicePerVisit && findPlace(service) !== undefined
  const [added, setAdded] = useState<Service[]>([])
  return (
    <section className="panel card stack" aria-label={t.bookNamed(service.name)}>
      <div>
        <h2 className="panel-title">{isCourse ? t.join : t.chooseTime}</h2>
        <p className="dim small">
          <Price service={service} />
          <Length minutes={minutes} before=" · " /> · {describeLocation(service)}
          <CancellationLines services={[service, ...added]} />
        </p>
      </div>
      {service.onlineBooking?.enabled === false ? (
        <p className="card-quiet">{t.notOnline}</p>
      ) : isCourse ? (
        <CoursePanel service={service} />
      ) : (
        <>
          {/* Its own boundary: what is ticked stays in view while the times for it load. */}
          {canHaveMore ? (
            <Suspense fallback={<Skeleton height={44} />}>
              <VisitServices service={service} added={added} onChange={setAdded} />
            </Suspense>
          ) : null}
          <Suspense fallback={<Skeleton height={330} />}>
            {hasOffer(service) || added.length > 0 ? (
              <ChoiceBooking service={service} added={added} plan={plan} />
            ) : (
              <PlainBooking service={service} plan={plan} />
            )}
          </Suspense>
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

/** From when until when it runs, and each of its dates. */
function CoursePanel({ service }: { service: Service }) {
  const t = useMessages(messages)
  const { id = '', firstSessionStart, lastSessionEnd } = service.schedule ?? {}
  return (
    <>
      {firstSessionStart ? (
        <p>
          <When at={firstSessionStart} until={lastSessionEnd} both />
        </p>
      ) : null}
      <ButtonLink full href={`/hosted/booking-form?serviceId=${service.id}&scheduleId=${id}`}>
        {service.onlineBooking?.requireManualApproval ? t.request : t.book}
      </ButtonLink>
      {/* Below the button, which stays where it is while they load. */}
      {id && firstSessionStart ? (
        <Suspense fallback={<Skeletons kind="text" count={3} />}>
          <CourseDates scheduleId={id} usualPlace={service.locations?.[0]?.business?.name} />
        </Suspense>
      ) : null}
    </>
  )
}
