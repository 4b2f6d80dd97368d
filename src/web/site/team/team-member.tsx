/** A staff member: portrait, description, next classes and services. */
import { Link, useParams } from '@tanstack/react-router'
import { useApiQuery } from '../../api.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { todayIn } from '../../kit/days.ts'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { Section, useTitle } from '../../kit/page.tsx'
import { ErrorState, Skeleton, Skeletons } from '../../kit/states.tsx'
import { ServiceCard } from '../cards.tsx'
import { type Service, useNextTimes, useServices, useSlots } from '../catalog.ts'
import { pageTime } from '../../rendered-page.ts'
import { FailedPage, GonePage } from '../instead-of-page.tsx'
import { SessionList, SessionSkeleton } from '../sessions.tsx'
import { useShownZone, ZoneSwitch } from '../shown-zone.tsx'
import type { TeamMember } from '../person-card.tsx'

const messages = defineMessages(
  {
    team: 'Our team',
    notFound: 'Team member not found',
    gone: 'This page is no longer available',
    all: 'See the whole team',
    loading: 'Loading',
    classes: 'Next classes',
    schedule: 'In the schedule',
    services: (name: string) => `Book with ${name}`,
    nothing: 'Nothing to book at the moment',
  },
  {
    de: {
      team: 'Unser Team',
      notFound: 'Teammitglied nicht gefunden',
      gone: 'Diese Seite gibt es nicht mehr',
      all: 'Das ganze Team ansehen',
      loading: 'Wird geladen',
      classes: 'Nächste Kurse',
      schedule: 'Im Kursplan',
      services: (name) => `Bei ${name} buchen`,
      nothing: 'Zurzeit gibt es nichts zu buchen',
    },
    fr: {
      team: 'Notre équipe',
      notFound: 'Membre de l’équipe introuvable',
      gone: 'Cette page n’existe plus',
      all: 'Voir toute l’équipe',
      loading: 'Chargement',
      classes: 'Prochains cours',
      schedule: 'Voir dans le planning',
      services: (name) => `Réserver avec ${name}`,
      nothing: 'Rien à réserver pour le moment',
    },
    es: {
      team: 'Nuestro equipo',
      notFound: 'Persona no encontrada en el equipo',
      gone: 'Esta página ya no existe',
      all: 'Ver todo el equipo',
      loading: 'Cargando',
      classes: 'Próximas clases',
      schedule: 'Ver en el horario',
      services: (name) => `Reservar con ${name}`,
      nothing: 'Ahora mismo no hay nada que reservar',
    },
  },
)
const SHOWN_DAYS = 28
const SHOWN_CLASSES = 6

export function TeamMemberPage() {
  const t = useMessages(messages)
  const { slug } = useParams({ strict: false }) as { slug: string }
  const found = useApiQuery('staff.getTeamMember', { params: { slug } })
  useTitle(found.data?.member.name ?? t.team)
  if (found.isPending)
    return (
      <div className="page page-narrow" role="status" aria-busy="true">
        <span className="sr">{t.loading}</span>
        <Skeleton height={44} width="60%" />
        <Skeleton width="80%" />
      </div>
    )
  if (found.error && found.error.status !== 404) return <FailedPage title={t.team} error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <GonePage title={t.notFound} message={t.gone} to="/team" link={t.all} />
  return <Profile person={found.data.member} />
}

function Profile({ person }: { person: TeamMember }) {
  const t = useMessages(messages)
  const services = useServices()
  const own = (services.data?.services ?? []).filter(({ staffMemberIds }) => staffMemberIds?.includes(person.resourceId))
  return (
    <div className="page">
      <header className="profile-head">
        <Avatar name={person.name} src={person.picture} size={120} />
        <div>
          <h1>{person.name}</h1>
          {person.description ? <p className="lead prose">{person.description}</p> : null}
        </div>
      </header>
      <NextClasses person={person} services={services.data?.services ?? []} isLoading={services.isPending} />
      <Section title={t.services(person.name)}>
        {services.isPending ? (
          <Skeletons />
        ) : services.error ? (
          <ErrorState error={services.error} onRetry={() => void services.refetch()} />
        ) : (
          <OwnServices services={own} />
        )}
      </Section>
      <p>
        <Link className="link" to="/team">
          {t.all}
        </Link>
      </p>
    </div>
  )
}

function OwnServices({ services }: { services: readonly Service[] }) {
  const t = useMessages(messages)
  const times = useNextTimes(1)
  if (services.length === 0) return <p className="dim">{t.nothing}</p>
  return (
    <div className="grid">
      {services.map((one) => (
        <ServiceCard key={one.id} service={one} next={times.data?.entries.find((entry) => entry.slot.serviceId === one.id)} />
      ))}
    </div>
  )
}

/** Nothing where there are none in the next weeks. */
function NextClasses({ person, services, isLoading }: { person: TeamMember; services: Service[]; isLoading: boolean }) {
  const t = useMessages(messages)
  const shown = useShownZone()
  const classes = services.filter(({ type }) => type === 'CLASS')
  const slots = useSlots(
    classes,
    todayIn(shown.zone),
    SHOWN_DAYS,
    shown.zone,
    // Those of today that are over are among them.
    { resourceId: person.resourceId, limit: SHOWN_CLASSES + 4, enabled: !isLoading },
  )
  const found = slots.isPlaceholderData ? [] : (slots.data?.availabilityEntries ?? [])
  const next = found.filter(({ slot }) => Date.parse(slot.endDate) > pageTime()).slice(0, SHOWN_CLASSES)
  const waiting = isLoading || (classes.length > 0 && slots.isPending)
  if (!waiting && next.length === 0) return null
  return (
    <Section
      title={t.classes}
      actions={
        <Link className="link" to="/schedule" search={{ teacher: person.resourceId }}>
          {t.schedule}
        </Link>
      }
    >
      {waiting ? <SessionSkeleton count={3} /> : <SessionList entries={next} services={classes} withDay />}
      <p className="small dim below-list">
        <ZoneSwitch {...shown} />
      </p>
    </Section>
  )
}
