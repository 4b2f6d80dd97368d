import { formatPercent } from '#kit/pure/percent.ts'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { startOfDay } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { useSite } from '../business.tsx'
import type { Site, Today } from '../entities.ts'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import css from './today.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Last 7 days',
    same: (before: string) => `same as ${before} the week before`,
    up: (before: string) => `up from ${before} the week before`,
    down: (before: string) => `down from ${before} the week before`,
  },
  {
    de: {
      title: 'Letzte 7 Tage',
      same: (before) => `wie in der Vorwoche (${before})`,
      up: (before) => `mehr als in der Vorwoche (${before})`,
      down: (before) => `weniger als in der Vorwoche (${before})`,
    },
  },
)

type WeekFigure = Today['numbers'][number]

const formatFigure = (unit: WeekFigure['unit'], value: number, site: Site): string =>
  unit === 'MONEY'
    ? formatPrice({ value: String(value), currency: site.currency }, site)
    : unit === 'PERCENT'
      ? formatPercent(value, pageLanguage())
      : new Intl.NumberFormat(pageLanguage()).format(value)

/** The figures of the last seven days, each with its days as a line and against the seven before. */
export function WeekFigures({ week, numbers }: Pick<Today, 'week' | 'numbers'>) {
  const t = useMessages(messages)
  const site = useSite()
  const [first, last] = [week.firstDay, week.lastDay].map((day) => formatInstant(startOfDay(day, site.timeZone), site, 'day'))
  return (
    <section aria-labelledby="figures" className={css.figures}>
      <h2 id="figures" className={css.subtitle}>
        {t.title}
        <span className={css.period}>
          {first} – {last}
        </span>
      </h2>
      <div className={css.numbers}>
        {numbers.map((figure) => (
          <Figure key={figure.label} figure={figure} />
        ))}
      </div>
    </section>
  )
}

function Figure({ figure: { label, unit, value, previous, days } }: { figure: WeekFigure }) {
  const t = useMessages(messages)
  const site = useSite()
  const Arrow = value > previous ? IconArrowUpRight : value < previous ? IconArrowDownRight : IconMinus
  const describeTrend = value === previous ? t.same : value > previous ? t.up : t.down
  return (
    <div className={css.number}>
      <span className={css.numberLabel}>{label}</span>
      <span className={css.numberValue}>{formatFigure(unit, value, site)}</span>
      <Sparkline days={days} />
      <span className={css.trend} data-way={value > previous ? 'up' : value < previous ? 'down' : 'even'}>
        <Arrow size={16} aria-hidden />
        {describeTrend(formatFigure(unit, previous, site))}
      </span>
    </div>
  )
}

const [WIDTH, HEIGHT] = [100, 28]
/** A decoration: the figure and its trend are written beside it. */
function Sparkline({ days }: { days: readonly number[] }) {
  const most = Math.max(...days, 1)
  const points = days.map((value, nr) => `${(nr / Math.max(days.length - 1, 1)) * WIDTH},${HEIGHT - 2 - (value / most) * (HEIGHT - 4)}`).join(' ')
  return (
    <svg className={css.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={points} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
