/** The views of the calendar: which days they show, and what they are called. */
import { monthGrid } from '../business-time.ts'
import { addDays, addMonths, formatDay, formatDays, startOfWeek } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'

const messages = defineDashboardMessages(
  {
    views: { day: 'Day', people: 'Staff', week: 'Week', month: 'Month', agenda: 'Agenda' },
    range: (from: string, last: string) =>
      `${formatDay(from, 'en', { day: 'numeric', month: from.slice(0, 7) === last.slice(0, 7) ? undefined : 'short' })} – ${formatDay(last, 'en', { day: 'numeric', month: 'long', year: 'numeric' })}`,
  },
  {
    de: {
      views: { day: 'Tag', people: 'Team', week: 'Woche', month: 'Monat', agenda: 'Agenda' },
      range: (from, last) => formatDays(from, last, 'de', { day: 'numeric', month: 'long', year: 'numeric' }),
    },
  },
)

export const views = ['day', 'people', 'week', 'month', 'agenda'] as const
export type View = (typeof views)[number]
export const viewNames: Record<View, string> = currentMessages(messages).views

/** The first day of a view, and the day after its last one. */
export function visibleRange(view: View, date: string, weekStartsOn: number): { from: string; to: string } {
  if (view === 'week') {
    const from = startOfWeek(date, weekStartsOn)
    return { from, to: addDays(from, 7) }
  }
  if (view === 'month') return monthGrid(date, weekStartsOn)
  return { from: date, to: addDays(date, view === 'agenda' ? 14 : 1) }
}
export const stepDate = (view: View, date: string, direction: 1 | -1): string =>
  view === 'month' ? addMonths(date, direction) : addDays(date, direction * (view === 'week' ? 7 : view === 'agenda' ? 14 : 1))

export function rangeTitle(view: View, date: string, from: string, to: string): string {
  if (view === 'month') return formatDay(date, pageLanguage(), { month: 'long', year: 'numeric' })
  if (view === 'day' || view === 'people') return formatDay(date, pageLanguage(), { weekday: 'long', day: 'numeric', month: 'long' })
  return currentMessages(messages).range(from, addDays(to, -1))
}

/** Pixels of the screen beside the weeks of a month, on a phone more; of a day without entries; of one entry. */
const [AROUND_MONTH, AROUND_ON_PHONE, DAY_HEIGHT, ENTRY_HEIGHT] = [290, 380, 52, 24]
const [FEWEST_ENTRIES, MOST_ENTRIES, PHONE_WIDTH] = [1, 8, 720]
interface MonthLayout {
  /** Pixels of the window. */
  dayHeight: number
  /** How many a day shows. */
  entries: number
  /** A day has room for a number, not for a word beside it. */
  isNarrow: boolean
}
/** How high the days of a month are, so that its weeks fill the window and do not exceed it. In pixels of the window. */
export function layOutMonth(date: string, weekStartsOn: number, { width, height }: { width: number; height: number }): MonthLayout {
  const { from, to } = monthGrid(date, weekStartsOn)
  const weeks = (Date.parse(to) - Date.parse(from)) / (7 * 86_400_000)
  const isNarrow = width <= PHONE_WIDTH
  const fitting = Math.floor((height - (isNarrow ? AROUND_ON_PHONE : AROUND_MONTH)) / weeks)
  const toHeight = (entries: number) => DAY_HEIGHT + entries * ENTRY_HEIGHT
  const dayHeight = Math.min(toHeight(MOST_ENTRIES), Math.max(toHeight(FEWEST_ENTRIES), fitting))
  return { dayHeight, entries: Math.floor((dayHeight - DAY_HEIGHT) / ENTRY_HEIGHT), isNarrow }
}
