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

/** Pixels of the screen beside the weeks of a month; of a day without entries; of one entry. */
const [AROUND_MONTH, DAY_HEIGHT, ENTRY_HEIGHT] = [290, 52, 24]
const [FEWEST_ENTRIES, MOST_ENTRIES] = [2, 8]
/** How many entries of a day a month shows so that its weeks fill the window and do not exceed it; `height` of the window in pixels. */
export function countMonthEntries(date: string, weekStartsOn: number, height: number): number {
  const { from, to } = monthGrid(date, weekStartsOn)
  const weeks = (Date.parse(to) - Date.parse(from)) / (7 * 86_400_000)
  const fitting = Math.floor(((height - AROUND_MONTH) / weeks - DAY_HEIGHT) / ENTRY_HEIGHT)
  return Math.min(MOST_ENTRIES, Math.max(FEWEST_ENTRIES, fitting))
}
