/** So many entries side by side that none could be read: the first ones are drawn, the others stand behind one that says how many they are. Pure. */
import type { ScheduleEventData } from '@mantine/schedule'
import { blockedColor, type EntryPart, toPart } from '../parts/events.ts'
import type { View } from './views.ts'

/** Entries that a day has room for beside each other, by the width of the window: the widest that is reached counts. */
const MOST_BESIDE: Partial<Record<View, readonly (readonly [from: number, most: number])[]>> = {
  day: [
    [1200, 8],
    [720, 5],
    [0, 3],
  ],
  week: [
    [1900, 4],
    [1500, 3],
    [0, 2],
  ],
}
/** Absent: as many as there are. */
export const getMostBeside = (view: View, width: number): number | undefined => MOST_BESIDE[view]?.find(([from]) => width >= from)?.[1]

interface Placed {
  event: ScheduleEventData
  start: string
  end: string
  column: number
}
/** The number of entries that one stands for; undefined for an entry of its own. */
export const countFolded = ({ payload }: ScheduleEventData): number | undefined => (payload as { more?: number }).more

/** The first free column for each, by start; what covers the whole day is last. Starts and ends are wall times of one day, which sort as text. */
function place(events: readonly ScheduleEventData[]): Placed[] {
  const placed: Placed[] = []
  const inOrder = events.toSorted((a, b) => Number(toPart(a).isAllDay) - Number(toPart(b).isAllDay) || String(a.start).localeCompare(String(b.start)))
  for (const event of inOrder) {
    const [start, end] = [String(event.start), String(event.end)]
    const taken = new Set(placed.flatMap((other) => (other.start < end && start < other.end ? other.column : [])))
    let column = 0
    while (taken.has(column)) column++
    placed.push({ event, start, end, column })
  }
  return placed
}

/** Those that lie beside each other without a gap, as one span each. */
function joinSpans(hidden: readonly Placed[]): { start: string; end: string; parts: [EntryPart, ...EntryPart[]] }[] {
  const spans: ReturnType<typeof joinSpans> = []
  for (const { event, start, end } of hidden.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const last = spans.at(-1)
    if (last && start < last.end) {
      last.parts.push(toPart(event))
      if (end > last.end) last.end = end
    } else spans.push({ start, end, parts: [toPart(event)] })
  }
  return spans
}

/** What stands behind a number: all that found no room, and what stood in the last column beside any of it, which the number takes. */
function findHidden(placed: readonly Placed[], most: number): ReadonlySet<Placed> {
  const hidden = new Set(placed.filter(({ column }) => column >= most))
  for (let added = hidden.size > 0; added; ) {
    const spans = joinSpans([...hidden])
    const touching = placed.filter((one) => one.column === most - 1 && !hidden.has(one) && spans.some(({ start, end }) => one.start < end && start < one.end))
    for (const one of touching) hidden.add(one)
    added = touching.length > 0
  }
  return hidden
}

/** At most `most` beside each other; `toTitle` says how many more there are. */
export function foldCrowded(events: readonly ScheduleEventData[], most: number, toTitle: (count: number) => string): ScheduleEventData[] {
  const days = [...new Set(events.map((event) => toPart(event).day))]
  return days.flatMap((day) => {
    const placed = place(events.filter((event) => toPart(event).day === day))
    const hidden = findHidden(placed, most)
    const shown = placed.filter((one) => !hidden.has(one)).map(({ event }) => event)
    const more = joinSpans([...hidden]).map(({ start, end, parts: [first, ...others] }): ScheduleEventData => {
      const count = others.length + 1
      const part = { ...first, day, start, end, isWhole: false, isAllDay: [first, ...others].some(({ isAllDay }) => isAllDay) }
      return { id: `more/${start}`, title: toTitle(count), start, end, color: blockedColor, payload: { part, more: count } }
    })
    return [...shown, ...more]
  })
}
