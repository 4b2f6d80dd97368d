/** Formats times of the site. The zone is always named; where visitor and business differ, both can be shown. */
import { pageLanguage } from '../language.ts'
import { useSite } from '../site-context.tsx'
import { dateFormat, joinTimes } from './days.ts'
import { currentMessages, useMessages, defineMessages } from './messages.ts'
import { useVisitorZone } from './visitor-zone.ts'
import { zoneName } from './zones.ts'

const messages = defineMessages(
  {
    whereYouAre: (time: string, zone: string) => `${time} your time (${zone})`,
    length: (hours: number, minutes: number) => [hours > 0 ? `${hours} h` : '', minutes > 0 || hours === 0 ? `${minutes} min` : ''].filter(Boolean).join(' '),
  },
  {
    de: {
      whereYouAre: (time, zone) => `${time} deine Zeit (${zone})`,
      length: (hours, minutes) => [hours > 0 ? `${hours} Std.` : '', minutes > 0 || hours === 0 ? `${minutes} Min.` : ''].filter(Boolean).join(' '),
    },
    fr: {
      whereYouAre: (time, zone) => `${time} chez vous (${zone})`,
      length: (hours, minutes) => [hours > 0 ? `${hours} h` : '', minutes > 0 || hours === 0 ? `${minutes} min` : ''].filter(Boolean).join(' '),
    },
    es: {
      whereYouAre: (time, zone) => `${time} en tu zona (${zone})`,
      length: (hours, minutes) => [hours > 0 ? `${hours} h` : '', minutes > 0 || hours === 0 ? `${minutes} min` : ''].filter(Boolean).join(' '),
    },
  },
)

type Style = 'full' | 'date' | 'day' | 'weekday' | 'time' | 'short'
const styles: Record<Exclude<Style, 'full' | 'short'>, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
}
/** Formats an instant (ISO or milliseconds) in a zone: "Tuesday 3 March, 14:30". */
export function formatDateTime(value: string | number | Date, zone: string, style: Style = 'full', language: string = pageLanguage()): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  // `Intl` joins day and time differently in every language; a comma is short and understood in all.
  if (style === 'full' || style === 'short')
    return `${formatDateTime(date, zone, style === 'full' ? 'day' : 'weekday', language)}, ${formatDateTime(date, zone, 'time', language)}`
  try {
    return dateFormat(language, { ...styles[style], timeZone: zone }).format(date)
  } catch {
    // A zone that this browser does not know.
    return dateFormat(language, styles[style]).format(date)
  }
}
/** An instant, or a range with `until`. `both` adds the visitor's own time where it differs. */
export function When({
  at,
  until,
  zone,
  style = 'full',
  showZone = true,
  both = false,
}: {
  at: string | number | Date | undefined | null
  until?: string | undefined
  zone?: string
  style?: Style
  showZone?: boolean
  both?: boolean
}) {
  const site = useSite()
  const t = useMessages(messages)
  const ownZone = useVisitorZone()
  if (at === undefined || at === null || at === '') return null
  const shown = zone || site.timeZone
  const format = (value: string | number | Date, as: Style) => formatDateTime(value, shown, as, site.language)
  const clock = style !== 'date' && style !== 'day'
  const differs = both && formatDateTime(at, ownZone, 'short') !== formatDateTime(at, shown, 'short')
  const text = joinTimes(at, until || undefined, (value) => format(value, style), format)
  const lastWord = text.lastIndexOf(' ') + 1
  return (
    <time dateTime={new Date(at).toISOString()}>
      {text.slice(0, lastWord)}
      {/* "07:30–08:30" stays on one line. */}
      <span className="nowrap">{text.slice(lastWord)}</span>
      {clock && showZone ? <span className="dim small"> {zoneName(shown)}</span> : null}
      {differs ? (
        <span className="block small dim">{t.whereYouAre(formatDateTime(at, ownZone, 'short', site.language), zoneName(ownZone))}</span>
      ) : both && ownZone === site.timeZone ? (
        <span className="block small room-other-clock">&nbsp;</span>
      ) : null}
    </time>
  )
}

/** "60 min", "1 h 30 min". */
export function formatDuration(minutes: number): string {
  return currentMessages(messages).length(Math.floor(minutes / 60), minutes % 60)
}
