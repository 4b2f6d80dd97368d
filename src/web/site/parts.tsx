/** Cards and facts shared by the screens of the site. */
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '../kit/button.tsx'
import { Money } from '../kit/money.tsx'
import { Picture } from '../kit/picture.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { formatWhen, lengthInWords } from '../kit/when.tsx'
import type { ReplyOf } from '../operations.ts'
import { useSite } from '../site-context.tsx'
import { addressOf, cancelRule, imageOf, lengthOf, type Service, type SlotEntry } from './catalog.ts'

export type PublicPlan = ReplyOf<'plans.listPublicPlans'>['plans'][number]

export function Price({ service }: { service: Service }) {
  const pay = service.payment
  if (pay?.rateType === 'CUSTOM') return <>{pay.custom?.description || 'Price on request'}</>
  if (pay?.rateType === 'VARIED')
    return (
      <>
        from <Money value={pay.varied?.minPrice?.value ?? pay.varied?.defaultPrice?.value} currency={pay.varied?.defaultPrice?.currency} />
      </>
    )
  if (pay?.rateType === 'FIXED' && !pay.options?.online && !pay.options?.inPerson && pay.options?.pricingPlan) return <>With a plan</>
  if (pay?.rateType === 'FIXED') return <Money value={pay.fixed?.price?.value} currency={pay.fixed?.price?.currency} free="Free" />
  return <>Free</>
}
const kinds = { APPOINTMENT: 'Appointment', CLASS: 'Class', COURSE: 'Course' } as const

/** `next` is the next bookable time: it says when, and how long a class takes. */
export function ServiceCard({ service, next, heading: Heading = 'h3' }: { service: Service; next?: SlotEntry | undefined; heading?: 'h2' | 'h3' }) {
  const site = useSite()
  const minutes = lengthOf(service, next)
  const begins = next?.slot.startDate ?? (service.type === 'COURSE' ? service.schedule?.firstSessionStart : undefined)
  return (
    <article className="card service-card">
      <div className="service-picture">
        <Picture src={imageOf(service)} seed={service.name} />
      </div>
      <div className="stack-s grow">
        <div className="row row-tight">
          <StatusBadge tone="accent">{kinds[service.type]}</StatusBadge>
          {service.payment?.options?.pricingPlan ? <span className="small dim">Plans accepted</span> : null}
        </div>
        <Heading className="h3">
          <Link className="stretched" to="/service/$slug" params={{ slug: service.mainSlug?.name ?? service.id }}>
            {service.name}
          </Link>
        </Heading>
        {service.tagLine ? <p className="dim">{service.tagLine}</p> : null}
        <p className="strong">
          <Price service={service} />
          {minutes ? <span className="dim"> · {lengthInWords(minutes)}</span> : null}
        </p>
        <p className="small dim">
          {addressOf(service)}
          <br />
          {cancelRule(service)}
        </p>
        {begins ? (
          <p className="small strong good-text">
            {service.type === 'COURSE' ? 'Starts' : 'Next:'} {formatWhen(begins, site.timeZone, 'short', site.language)}
          </p>
        ) : null}
      </div>
    </article>
  )
}

const unitWords: Record<string, [string, string]> = { DAY: ['day', 'days'], WEEK: ['week', 'weeks'], MONTH: ['month', 'months'], YEAR: ['year', 'years'] }
const span = (count: number, unit: string) => `${count} ${(unitWords[unit] ?? ['', ''])[count === 1 ? 0 : 1]}`
/** The first few at once; a long list opens in place. */
function Perks({ perks }: { perks: readonly string[] }) {
  const list = (some: readonly string[]) => (
    <ul className="ticks">
      {some.map((perk, index) => (
        <li key={`${index} ${perk}`}>{perk}</li>
      ))}
    </ul>
  )
  if (perks.length === 0) return null
  if (perks.length <= 8) return list(perks)
  return (
    <>
      {list(perks.slice(0, 6))}
      <details>
        <summary className="summary">and {perks.length - 6} more</summary>
        {list(perks.slice(6))}
      </details>
    </>
  )
}

/** "every month until cancelled", "once, valid for 3 months". */
export function periodInWords(pricing: PublicPlan['pricing']): string {
  const recurring = pricing.subscription
  if (recurring) {
    const { count, unit } = recurring.cycleDuration
    const every = count === 1 ? `every ${(unitWords[unit] ?? ['period'])[0]}` : `every ${span(count, unit)}`
    return recurring.cycleCount > 0 ? `${every}, ${recurring.cycleCount} times` : `${every} until you cancel`
  }
  const once = pricing.singlePaymentForDuration
  return once ? `once, valid for ${span(once.count, once.unit)}` : 'once, valid for good'
}
export function PlanCard({ plan, heading: Heading = 'h3' }: { plan: PublicPlan; heading?: 'h2' | 'h3' }) {
  const fees = plan.pricing.feeConfigs ?? []
  return (
    <article className="card plan-card stack" data-primary={plan.primary || undefined}>
      <div className="plan-head">
        <Heading className="h3">{plan.name}</Heading>
        {plan.primary ? <StatusBadge status="PRIMARY" /> : null}
      </div>
      <p>
        <span className="price">
          <Money value={plan.pricing.price.value} currency={plan.pricing.price.currency} free="Free" />
        </span>
        <br />
        <span className="dim small">{periodInWords(plan.pricing)}</span>
      </p>
      {plan.pricing.freeTrialDays ? (
        <p>
          <StatusBadge tone="good">{`First ${plan.pricing.freeTrialDays} days free`}</StatusBadge>
        </p>
      ) : null}
      {fees.map((one) => (
        <p className="small dim" key={one.fee.name}>
          plus <Money value={one.fee.amount} currency={plan.pricing.price.currency} /> {one.fee.name}, with the first payment
        </p>
      ))}
      {plan.description ? <p className="dim">{plan.description}</p> : null}
      <Perks perks={plan.perks.values} />
      <ButtonLink
        href={`/hosted/plans/checkout?planId=${plan.id}`}
        variant={plan.primary ? 'filled' : 'light'}
        full
        style={{ marginTop: 'auto' }}
        aria-label={`Choose ${plan.name}`}
      >
        Choose this plan
      </ButtonLink>
    </article>
  )
}
