/** Cards shared by the pages of the site. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../kit/button.tsx'
import { Money } from '../kit/money.tsx'
import { Picture } from '../kit/picture.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { formatDateTime, formatDuration } from '../kit/when.tsx'
import { formatLengths } from './length.tsx'
import { currentMessages, useMessages, defineMessages } from '../kit/messages.ts'
import type { ReplyOf } from '../operations.ts'
import { useSite } from '../site-context.tsx'
import { describeLocation, describeCancellation, findImage, sessionMinutes, type Service, type SlotEntry } from './catalog.ts'
import { describeLevel } from './level.ts'
import { useShownZone } from './shown-zone.tsx'

/** The units in which plans count time. */
type Unit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
const englishPeriod = (count: number, unit: Unit) => `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`
const messages = defineMessages(
  {
    onRequest: 'Price on request',
    from: (price: ReactNode) => <>from {price}</>,
    withPlan: 'With a plan',
    free: 'Free',
    kinds: { APPOINTMENT: 'Appointment', CLASS: 'Class', COURSE: 'Course' },
    plansAccepted: 'Plans accepted',
    starts: (when: string) => `Starts ${when}`,
    next: (when: string) => `Next: ${when}`,
    more: (count: number) => `and ${count} more`,
    every: (count: number, unit: Unit) => (count === 1 ? `every ${unit.toLowerCase()}` : `every ${englishPeriod(count, unit)}`),
    times: (every: string, count: number) => (count === 1 ? `${every}, once` : `${every}, ${count} times`),
    untilCancelled: (every: string) => `${every} until you cancel`,
    once: (count: number, unit: Unit) => `once, valid for ${englishPeriod(count, unit)}`,
    forGood: 'once, never expires',
    trial: (days: number) => (days === 1 ? 'First day free' : `First ${days} days free`),
    fee: (amount: ReactNode, name: string) => (
      <>
        plus {amount} {name} with the first payment
      </>
    ),
    choose: 'Choose this plan',
    chooseNamed: (plan: string) => `Choose ${plan}`,
  },
  {
    de: {
      onRequest: 'Preis auf Anfrage',
      from: (price) => <>ab {price}</>,
      withPlan: 'Mit einem Tarif',
      free: 'Kostenlos',
      kinds: { APPOINTMENT: 'Termin', CLASS: 'Kurs', COURSE: 'Kursreihe' },
      plansAccepted: 'Mit Tarif buchbar',
      starts: (when) => `Beginnt ${when}`,
      next: (when) => `Als Nächstes: ${when}`,
      more: (count) => `und ${count} weitere`,
      every: (count, unit) =>
        count === 1
          ? { DAY: 'jeden Tag', WEEK: 'jede Woche', MONTH: 'jeden Monat', YEAR: 'jedes Jahr' }[unit]
          : { DAY: `alle ${count} Tage`, WEEK: `alle ${count} Wochen`, MONTH: `alle ${count} Monate`, YEAR: `alle ${count} Jahre` }[unit],
      times: (every, count) => (count === 1 ? `${every}, einmal` : `${every}, ${count}-mal`),
      untilCancelled: (every) => `${every}, bis du kündigst`,
      once: (count, unit) => {
        const [one, many] = { DAY: ['Tag', 'Tage'], WEEK: ['Woche', 'Wochen'], MONTH: ['Monat', 'Monate'], YEAR: ['Jahr', 'Jahre'] }[unit]
        return `einmalig, gültig für ${count} ${count === 1 ? one : many}`
      },
      forGood: 'einmalig, unbegrenzt gültig',
      trial: (days) => (days === 1 ? 'Der erste Tag ist kostenlos' : `Die ersten ${days} Tage kostenlos`),
      fee: (amount, name) => (
        <>
          zzgl. {amount} {name} mit der ersten Zahlung
        </>
      ),
      choose: 'Tarif wählen',
      chooseNamed: (plan) => `${plan} wählen`,
    },
    fr: {
      onRequest: 'Prix sur demande',
      from: (price) => <>à partir de {price}</>,
      withPlan: 'Avec une formule',
      free: 'Gratuit',
      kinds: { APPOINTMENT: 'Rendez-vous', CLASS: 'Cours', COURSE: 'Cycle de cours' },
      plansAccepted: 'Formules acceptées',
      starts: (when) => `Début : ${when}`,
      next: (when) => `Prochaine date : ${when}`,
      more: (count) => (count < 2 ? `et ${count} autre` : `et ${count} autres`),
      every: (count, unit) =>
        count === 1
          ? { DAY: 'tous les jours', WEEK: 'toutes les semaines', MONTH: 'tous les mois', YEAR: 'tous les ans' }[unit]
          : { DAY: `tous les ${count} jours`, WEEK: `toutes les ${count} semaines`, MONTH: `tous les ${count} mois`, YEAR: `tous les ${count} ans` }[unit],
      times: (every, count) => `${every}, ${count} fois`,
      untilCancelled: (every) => `${every}, jusqu’à résiliation`,
      once: (count, unit) => {
        const [one, many] = { DAY: ['jour', 'jours'], WEEK: ['semaine', 'semaines'], MONTH: ['mois', 'mois'], YEAR: ['an', 'ans'] }[unit]
        return `paiement unique, valable ${count} ${count === 1 ? one : many}`
      },
      forGood: 'paiement unique, sans limite de durée',
      trial: (days) => (days === 1 ? 'Premier jour gratuit' : `${days} premiers jours gratuits`),
      fee: (amount, name) => (
        <>
          plus {amount} ({name}) avec le premier paiement
        </>
      ),
      choose: 'Choisir cette formule',
      chooseNamed: (plan) => `Choisir ${plan}`,
    },
    es: {
      onRequest: 'Precio a consultar',
      from: (price) => <>desde {price}</>,
      withPlan: 'Con un plan',
      free: 'Gratis',
      kinds: { APPOINTMENT: 'Cita', CLASS: 'Clase', COURSE: 'Curso' },
      plansAccepted: 'Se aceptan planes',
      starts: (when) => `Empieza: ${when}`,
      next: (when) => `Próxima fecha: ${when}`,
      more: (count) => `y ${count} más`,
      every: (count, unit) =>
        count === 1
          ? { DAY: 'cada día', WEEK: 'cada semana', MONTH: 'cada mes', YEAR: 'cada año' }[unit]
          : { DAY: `cada ${count} días`, WEEK: `cada ${count} semanas`, MONTH: `cada ${count} meses`, YEAR: `cada ${count} años` }[unit],
      times: (every, count) => (count === 1 ? `${every}, 1 vez` : `${every}, ${count} veces`),
      untilCancelled: (every) => `${every}, hasta que lo canceles`,
      once: (count, unit) => {
        const [one, many] = { DAY: ['día', 'días'], WEEK: ['semana', 'semanas'], MONTH: ['mes', 'meses'], YEAR: ['año', 'años'] }[unit]
        return `pago único, válido durante ${count} ${count === 1 ? one : many}`
      },
      forGood: 'pago único, no caduca',
      trial: (days) => (days === 1 ? 'Primer día gratis' : `Primeros ${days} días gratis`),
      fee: (amount, name) => (
        <>
          más {amount} ({name}) con el primer pago
        </>
      ),
      choose: 'Elegir este plan',
      chooseNamed: (plan) => `Elegir ${plan}`,
    },
  },
)

export type PublicPlan = ReplyOf<'plans.listPublicPlans'>['plans'][number]

export function Price({ service }: { service: Service }) {
  const t = useMessages(messages)
  const pay = service.payment
  if (pay?.rateType === 'CUSTOM') return <>{pay.custom?.description || t.onRequest}</>
  if (pay?.rateType === 'VARIED')
    return t.from(<Money value={pay.varied?.minPrice?.value ?? pay.varied?.defaultPrice?.value} currency={pay.varied?.defaultPrice?.currency} />)
  if (pay?.rateType === 'FIXED' && !pay.options?.online && !pay.options?.inPerson && pay.options?.pricingPlan) return <>{t.withPlan}</>
  if (pay?.rateType === 'FIXED') return <Money value={pay.fixed?.price?.value} currency={pay.fixed?.price?.currency} free={t.free} />
  return <>{t.free}</>
}

interface ServiceCardProps {
  service: Service
  /** The next bookable time: it says when, and how long a class takes. */
  next?: SlotEntry | undefined
  heading?: 'h2' | 'h3'
  /** Stands at the top of its page: the picture is asked for first. */
  isFirst?: boolean
}
export function ServiceCard({ service, next, heading: Heading = 'h3', isFirst = false }: ServiceCardProps) {
  const site = useSite()
  const { zone } = useShownZone()
  const t = useMessages(messages)
  const minutes = sessionMinutes(service, next)
  const starts = next?.slot.startDate ?? (service.type === 'COURSE' ? service.schedule?.firstSessionStart : undefined)
  return (
    <article className="card service-card">
      <div className="service-picture">
        <Picture src={findImage(service)} seed={service.name} isService eager={isFirst} />
      </div>
      <div className="stack-s grow">
        <div className="row row-tight">
          <StatusBadge tone="accent">{t.kinds[service.type]}</StatusBadge>
          {service.payment?.options?.pricingPlan ? <span className="small dim">{t.plansAccepted}</span> : null}
        </div>
        <Heading className="h3">
          <Link className="stretched" to="/service/$slug" params={{ slug: service.mainSlug?.name ?? service.id }}>
            {service.name}
          </Link>
        </Heading>
        {service.tagLine ? <p className="dim">{service.tagLine}</p> : null}
        <p className="strong">
          <Price service={service} />
          {minutes ? <span className="dim"> · {formatLengths(service) || formatDuration(minutes)}</span> : null}
          {service.level ? <span className="dim"> · {describeLevel(service.level)}</span> : null}
        </p>
        <p className="small dim">
          {describeLocation(service)}
          <br />
          {describeCancellation(service)}
        </p>
        {starts ? (
          <p className="small strong good-text">{(service.type === 'COURSE' ? t.starts : t.next)(formatDateTime(starts, zone, 'short', site.language))}</p>
        ) : null}
      </div>
    </article>
  )
}

/** Shows the first few; the rest on demand. */
function Perks({ perks }: { perks: readonly string[] }) {
  const t = useMessages(messages)
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
        <summary className="summary">{t.more(perks.length - 6)}</summary>
        {list(perks.slice(6))}
      </details>
    </>
  )
}

/** "every month until cancelled", "once, valid for 3 months". */
export function describePeriod(pricing: PublicPlan['pricing']): string {
  const t = currentMessages(messages)
  const recurring = pricing.subscription
  if (recurring) {
    const every = t.every(recurring.cycleDuration.count, recurring.cycleDuration.unit as Unit)
    return recurring.cycleCount > 0 ? t.times(every, recurring.cycleCount) : t.untilCancelled(every)
  }
  const once = pricing.singlePaymentForDuration
  return once ? t.once(once.count, once.unit as Unit) : t.forGood
}
export function PlanCard({ plan, heading: Heading = 'h3' }: { plan: PublicPlan; heading?: 'h2' | 'h3' }) {
  const t = useMessages(messages)
  const fees = plan.pricing.feeConfigs ?? []
  return (
    <article className="card plan-card stack" data-primary={plan.primary || undefined}>
      <div className="plan-head">
        <Heading className="h3">{plan.name}</Heading>
        {plan.primary ? <StatusBadge status="PRIMARY" /> : null}
      </div>
      <p>
        <span className="price">
          <Money value={plan.pricing.price.value} currency={plan.pricing.price.currency} free={t.free} />
        </span>
        <br />
        <span className="dim small">{describePeriod(plan.pricing)}</span>
      </p>
      {plan.pricing.freeTrialDays ? (
        <p>
          <StatusBadge tone="good">{t.trial(plan.pricing.freeTrialDays)}</StatusBadge>
        </p>
      ) : null}
      {fees.map((one) => (
        <p className="small dim" key={one.fee.name}>
          {t.fee(<Money value={one.fee.amount} currency={plan.pricing.price.currency} />, one.fee.name)}
        </p>
      ))}
      {plan.description ? <p className="dim">{plan.description}</p> : null}
      <Perks perks={plan.perks.values} />
      <ButtonLink
        href={`/hosted/plans/checkout?planId=${plan.id}`}
        variant={plan.primary ? 'filled' : 'light'}
        full
        style={{ marginTop: 'auto' }}
        aria-label={t.chooseNamed(plan.name)}
      >
        {t.choose}
      </ButtonLink>
    </article>
  )
}
