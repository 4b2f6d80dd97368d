import { Link } from '@tanstack/react-router'
import { useApiQuery } from '../api.ts'
import { buttonClass, ButtonLink } from '../kit/button.tsx'
import { Section, useTitle } from '../kit/page.tsx'
import { Scene } from '../kit/picture.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { zoneName } from '../kit/when.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { useNextTimes, useServices } from './catalog.ts'
import { FindUs } from './find-us.tsx'
import { PlanCard, ServiceCard } from './cards.tsx'
import { SessionList, SessionSkeleton } from './sessions.tsx'

const messages = defineMessages(
  {
    welcome: 'Welcome',
    lead: 'Find a time that suits you.',
    book: 'Book now',
    seePlans: 'See plans',
    classes: 'Upcoming classes',
    schedule: 'Full schedule',
    zone: (zone: string) => `All times in ${zone}.`,
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
      welcome: 'Willkommen',
      lead: 'Wähle einen Termin und buche online.',
      book: 'Jetzt buchen',
      seePlans: 'Tarife ansehen',
      classes: 'Die nächsten Kurse',
      schedule: 'Zum Kursplan',
      zone: (zone) => `Alle Zeiten in ${zone}.`,
      services: 'Angebote',
      allServices: 'Alle Angebote',
      none: 'Noch keine Angebote',
      add: 'Angebot erstellen',
      noneYet: 'Hier erscheinen buchbare Angebote. Wenn das deine Website ist, erstelle dein erstes Angebot.',
      plans: 'Tarife',
      compare: 'Tarife vergleichen',
    },
  },
)

const shownClasses = 5
export function Home() {
  const site = useSite()
  const t = useMessages(messages)
  useTitle(site.name)
  const services = useServices()
  const times = useNextTimes(shownClasses)
  const plans = useApiQuery('plans.listPublicPlans', { query: { limit: 3 } })
  const all = services.data?.services ?? []
  const classes = all.filter((one) => one.type === 'CLASS')
  const entries = times.data?.entries ?? []
  const next = entries.filter((one) => classes.some((service) => service.id === one.slot.serviceId)).slice(0, shownClasses)
  const waiting = services.isPending || times.isPending
  return (
    <div className="page">
      <section className="hero" aria-label={t.welcome}>
        <div>
          <h1>{site.name}</h1>
          <p className="lead">{site.tagline || t.lead}</p>
          <div className="row">
            <Link to="/services" className={buttonClass({ size: 'lg' })}>
              {t.book}
            </Link>
            <Link to="/plans" className={buttonClass({ size: 'lg', variant: 'light' })}>
              {t.seePlans}
            </Link>
          </div>
        </div>
        <div className="hero-picture">
          <Scene seed={site.name || 'site'} ratio="5 / 4" own />
        </div>
      </section>
      {waiting || next.length > 0 ? (
        <Section
          title={t.classes}
          actions={
            <Link className="link" to="/schedule">
              {t.schedule}
            </Link>
          }
        >
          {waiting ? <SessionSkeleton count={shownClasses} /> : <SessionList entries={next} services={classes} withDay />}
          {waiting ? null : <p className="small dim below-list">{t.zone(zoneName(site.timeZone))}</p>}
        </Section>
      ) : null}
      <Section
        title={t.services}
        actions={
          <Link className="link" to="/services">
            {t.allServices}
          </Link>
        }
      >
        {services.isPending ? (
          <Skeletons />
        ) : services.error ? (
          <ErrorState error={services.error} onRetry={() => void services.refetch()} />
        ) : all.length > 0 ? (
          <div className="grid">
            {pickOfEachType(all).map((one) => (
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
      {plans.isPending || plans.data?.plans.length ? (
        <Section
          title={t.plans}
          actions={
            <Link className="link" to="/plans">
              {t.compare}
            </Link>
          }
        >
          {plans.isPending ? (
            <Skeletons kind="plans" />
          ) : (
            <div className="grid">
              {plans.data?.plans.slice(0, 3).map((plan) => (
                <PlanCard key={plan.id} plan={plan} />
              ))}
            </div>
          )}
        </Section>
      ) : null}
      <FindUs />
    </div>
  )
}

/** Picks three services: one of each type first, then a second of the same type. */
function pickOfEachType<S extends { type: string }>(services: readonly S[]): S[] {
  const firsts = services.filter((one, at) => services.findIndex((other) => other.type === one.type) === at)
  return [...firsts, ...services.filter((one) => !firsts.includes(one))].slice(0, 3)
}
