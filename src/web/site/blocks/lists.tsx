/** Blocks that show what the site has: the next classes, services, plans. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shownCards, shownClasses } from '#domains/pages/rules/first-calls.ts'
import { useApiQuery } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { Section } from '../../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { PlanCard, ServiceCard } from '../cards.tsx'
import { useNextTimes, useServices } from '../catalog.ts'
import { SessionList, SessionSkeleton } from '../sessions.tsx'
import { useShownZone, ZoneSwitch } from '../shown-zone.tsx'

const messages = defineMessages(
  {
    classes: 'Upcoming classes',
    schedule: 'Full schedule',
    services: 'Services',
    allServices: 'All services',
    none: 'No services yet',
    add: 'Add your first service',
    noneYet: 'Services will appear here. If this is your site, start by adding one.',
    plans: 'Plans',
    compare: 'Compare plans',
  },
  {
    de: {
      classes: 'Die nächsten Kurse',
      schedule: 'Zum Kursplan',
      services: 'Angebote',
      allServices: 'Alle Angebote',
      none: 'Noch keine Angebote',
      add: 'Angebot erstellen',
      noneYet: 'Hier erscheinen buchbare Angebote. Wenn das deine Website ist, erstelle dein erstes Angebot.',
      plans: 'Tarife',
      compare: 'Tarife vergleichen',
    },
    fr: {
      classes: 'Prochains cours',
      schedule: 'Voir le planning',
      services: 'Prestations',
      allServices: 'Toutes les prestations',
      none: 'Aucune prestation pour le moment',
      add: 'Créer une prestation',
      noneYet: 'Les prestations apparaîtront ici. Si ce site est le vôtre, commencez par en créer une.',
      plans: 'Formules',
      compare: 'Comparer les formules',
    },
    es: {
      classes: 'Próximas clases',
      schedule: 'Ver el horario',
      services: 'Servicios',
      allServices: 'Todos los servicios',
      none: 'Aún no hay servicios',
      add: 'Crear un servicio',
      noneYet: 'Aquí aparecerán los servicios. Si este sitio es tuyo, empieza por crear uno.',
      plans: 'Planes',
      compare: 'Comparar planes',
    },
  },
)

/** `title`: the owner's; `count`: how many are shown at most. */
interface ListProps {
  title: string
  count: number | undefined
}
/** All lists of a page share the answer about times: enough for the longest of them. */
const useTimes = (shown: number) => useNextTimes(Math.max(shown, shownClasses))
const linkTo = (to: '/schedule' | '/services' | '/plans', words: ReactNode) => (
  <Link className="link" to={to}>
    {words}
  </Link>
)

export function ClassesBlock({ title, count = shownClasses }: ListProps) {
  const shown = useShownZone()
  const t = useMessages(messages)
  const services = useServices()
  const times = useTimes(count)
  const classes = (services.data?.services ?? []).filter((one) => one.type === 'CLASS')
  const next = (times.data?.entries ?? []).filter((one) => classes.some((service) => service.id === one.slot.serviceId)).slice(0, count)
  const waiting = services.isPending || times.isPending
  if (!waiting && next.length === 0) return null
  return (
    <Section title={title || t.classes} actions={linkTo('/schedule', t.schedule)}>
      {waiting ? <SessionSkeleton count={count} /> : <SessionList entries={next} services={classes} withDay />}
      {waiting ? null : (
        <p className="small dim below-list">
          <ZoneSwitch {...shown} />
        </p>
      )}
    </Section>
  )
}

export function ServicesBlock({ title, count = shownCards }: ListProps) {
  const t = useMessages(messages)
  const services = useServices()
  const times = useTimes(shownClasses)
  const all = services.data?.services ?? []
  const entries = times.data?.entries ?? []
  return (
    <Section title={title || t.services} actions={linkTo('/services', t.allServices)}>
      {services.isPending ? (
        <Skeletons />
      ) : services.error ? (
        <ErrorState error={services.error} onRetry={() => void services.refetch()} />
      ) : all.length > 0 ? (
        <div className="grid">
          {pickOfEachType(all, count).map((one) => (
            <ServiceCard key={one.id} service={one} next={entries.find((entry) => entry.slot.serviceId === one.id)} />
          ))}
        </div>
      ) : (
        <div className="card">
          <EmptyState
            title={t.none}
            action={
              <ButtonLink href="/dashboard/services" variant="light">
                {t.add}
              </ButtonLink>
            }
          >
            {t.noneYet}
          </EmptyState>
        </div>
      )}
    </Section>
  )
}

export function PlansBlock({ title, count = shownCards }: ListProps) {
  const t = useMessages(messages)
  const plans = useApiQuery('plans.listPublicPlans', { query: { limit: count } })
  if (!plans.isPending && !plans.data?.plans.length) return null
  return (
    <Section title={title || t.plans} actions={linkTo('/plans', t.compare)}>
      {plans.isPending ? (
        <Skeletons kind="plans" />
      ) : (
        <div className="grid">
          {plans.data?.plans.slice(0, count).map((plan) => (
            <PlanCard key={plan.id} plan={plan} />
          ))}
        </div>
      )}
    </Section>
  )
}

/** Picks services: one of each type first, then further ones in their order. */
function pickOfEachType<S extends { type: string }>(services: readonly S[], count: number): S[] {
  const firsts = services.filter((one, at) => services.findIndex((other) => other.type === one.type) === at)
  return [...firsts, ...services.filter((one) => !firsts.includes(one))].slice(0, count)
}
