import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../api.ts'
import { useTitle, Section } from '../kit/page.tsx'
import { Scene } from '../kit/picture.tsx'
import { dayIn } from '../kit/month.tsx'
import { EmptyState, Skeletons } from '../kit/states.tsx'
import { useSite } from '../site-context.tsx'
import { useServices, useSlots } from './catalog.ts'
import { PlanCard, ServiceCard } from './parts.tsx'
import { SessionList } from './sessions.tsx'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
export function Home() {
  const site = useSite()
  useTitle(site.name)
  const services = useServices()
  const plans = useAsk('plans.listPublicPlans', { query: { limit: 3 } })
  const all = services.data?.services ?? []
  const classes = all.filter((one) => one.type === 'CLASS')
  const slots = useSlots(
    classes.map((one) => one.id),
    dayIn(site.timeZone),
    7,
    site.timeZone,
  )
  const next = (slots.data?.availabilityEntries ?? []).filter((one) => Date.parse(one.slot.startDate) > Date.now()).slice(0, 5)
  return (
    <div className="page">
      <section className="hero" aria-label="Welcome">
        <div>
          <h1>{site.name}</h1>
          <p className="lead">{site.tagline || 'Book a time that suits you and look forward to it.'}</p>
          <div className="row">
            <Button component={Link} to="/services" size="lg">
              Book now
            </Button>
            <Button component={Link} to="/plans" size="lg" variant="light">
              See plans
            </Button>
          </div>
        </div>
        <div className="hero-picture">
          <Scene seed={site.name || 'site'} ratio="5 / 4" />
        </div>
      </section>
      {next.length > 0 ? (
        <Section
          title="Next classes"
          actions={
            <Link className="link" to="/schedule">
              Whole schedule
            </Link>
          }
        >
          <SessionList entries={next} services={classes} withDay />
        </Section>
      ) : null}
      <Section
        title="Services"
        actions={
          <Link className="link" to="/services">
            All services
          </Link>
        }
      >
        {services.isPending ? (
          <Skeletons />
        ) : all.length > 0 ? (
          <div className="grid">
            {all.slice(0, 3).map((one) => (
              <ServiceCard key={one.id} service={one} />
            ))}
          </div>
        ) : (
          <div className="card">
            <EmptyState
              title="Services are on their way"
              action={
                <Button component="a" href="/dashboard/services" variant="light">
                  Add your first service
                </Button>
              }
            >
              This is where people will choose what to book. If this is your site, start with one service.
            </EmptyState>
          </div>
        )}
      </Section>
      {plans.data?.plans.length ? (
        <Section
          title="Plans"
          actions={
            <Link className="link" to="/plans">
              Compare plans
            </Link>
          }
        >
          <div className="grid">
            {plans.data.plans.slice(0, 3).map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
          </div>
        </Section>
      ) : null}
      {site.openingHours?.length || site.address ? (
        <Section title="Find us">
          <div className="grid-2">
            {site.address ? (
              <div className="card stack-s">
                <h3>Address</h3>
                <p>
                  {site.address.line}
                  <br />
                  {site.address.postalCode} {site.address.city}
                </p>
                {site.address.phone ? (
                  <p>
                    <a href={`tel:${site.address.phone}`}>{site.address.phone}</a>
                  </p>
                ) : null}
                {site.address.email ? (
                  <p>
                    <a href={`mailto:${site.address.email}`}>{site.address.email}</a>
                  </p>
                ) : null}
              </div>
            ) : null}
            {site.openingHours?.length ? (
              <div className="card stack-s">
                <h3>Opening hours</h3>
                <dl className="facts">
                  {site.openingHours.map((hour) => (
                    <div key={`${hour.day}${hour.from}`} style={{ display: 'contents' }}>
                      <dt>{weekdays[hour.day % 7]}</dt>
                      <dd>
                        {hour.from}–{hour.to}
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            ) : null}
          </div>
        </Section>
      ) : null}
    </div>
  )
}
