/** The views of the calendar: which days they show, and what they are called. */
import { monthGrid } from '../business-time.ts'
import { addDays, addMonths, formatDay, startOfWeek } from '#web/kit/days.ts'

export const views = ['day', 'people', 'week', 'month', 'agenda'] as const
export type View = (typeof views)[number]
export const viewNames: Record<View, string> = { day: 'Day', people: 'Staff', week: 'Week', month: 'Month', agenda: 'Agenda' }
export const stepNames: Record<View, string> = { day: 'Day', people: 'Day', week: 'Week', month: 'Month', agenda: 'Two weeks' }

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
  if (view === 'month') return formatDay(date, 'en', { month: 'long', year: 'numeric' })
  if (view === 'day' || view === 'people') return formatDay(date, 'en', { weekday: 'long', day: 'numeric', month: 'long' })
  const last = addDays(to, -1)
  return `${formatDay(from, 'en', { day: 'numeric', month: from.slice(0, 7) === last.slice(0, 7) ? undefined : 'short' })} – ${formatDay(last, 'en', { day: 'numeric', month: 'long', year: 'numeric' })}`
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
