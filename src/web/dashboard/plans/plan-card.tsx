import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { formatPrice } from '../parts/format-times.ts'
import { describePricing } from '../parts/format.ts'
import type { Plan } from '../entities.ts'
import css from './plans.module.css'

const messages = defineDashboardMessages(
  {
    recommended: 'Recommended',
    name: 'Plan name',
    free: 'Free',
    trial: (days: number) => `First ${days} days free`,
    more: (count: number) => `and ${count} more`,
  },
  {
    de: {
      recommended: 'Empfohlen',
      name: 'Name des Tarifs',
      free: 'Kostenlos',
      trial: (days) => (days === 1 ? 'Erster Tag kostenlos' : `Die ersten ${days} Tage kostenlos`),
      more: (count) => (count === 1 ? 'und 1 weiterer Vorteil' : `und ${count} weitere Vorteile`),
    },
  },
)

/** The card of a plan as the site shows it. */
type Shown = Pick<Plan, 'name' | 'description' | 'perks' | 'pricing' | 'primary'>

export function PlanCard({ plan, corner, foot }: { plan: Shown; corner?: ReactNode; foot?: ReactNode }) {
  const t = useMessages(messages)
  const site = useSite()
  const price = plan.pricing?.price
  const perks = plan.perks?.values ?? []
  // A list that is longer by one or two is shown completely.
  const shownPerks = perks.length > 8 ? 6 : perks.length
  const free = !price || Number(price.value) === 0
  return (
    <article className={css.card} data-primary={plan.primary || undefined}>
      {plan.primary && <p className={css.ribbon}>{t.recommended}</p>}
      <div className={css.cardHead}>
        <h2>{plan.name || t.name}</h2>
        {corner}
      </div>
      <p className={css.price}>{free ? t.free : formatPrice({ ...price, currency: price.currency || site.currency }, site)}</p>
      <p className={css.period}>{describePricing(plan.pricing)}</p>
      {plan.pricing?.freeTrialDays ? <p className={css.trial}>{t.trial(plan.pricing.freeTrialDays)}</p> : null}
      {plan.description && <p className={css.description}>{plan.description}</p>}
      {perks.length > 0 && (
        <ul className={css.perks}>
          {perks.slice(0, shownPerks).map((perk, index) => (
            <li key={`${perk}-${index}`}>
              <IconCheck size={17} aria-hidden />
              {perk}
            </li>
          ))}
          {perks.length > shownPerks && <li className={css.morePerks}>{t.more(perks.length - shownPerks)}</li>}
        </ul>
      )}
      {foot && <div className={css.foot}>{foot}</div>}
    </article>
  )
}
