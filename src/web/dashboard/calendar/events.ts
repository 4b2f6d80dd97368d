/** What the calendar shows, on the wall clock of the business, and what a drop onto it means. */
import type { ScheduleEventData } from '@mantine/schedule'
import { instantOf, wallOf } from '../business-time.ts'
import type { CalendarItem } from '../entities.ts'

const hues = ['#8a5a3c', '#2f6b57', '#2f5d8a', '#7a4b8c', '#a3483c', '#4f6b2a', '#20706f', '#8a6a1f'] as const
/** Always the same colour for the same service. */
export const colourOf = (serviceId: string): string =>
  hues[[...serviceId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % hues.length] ?? hues[0]

export function eventsOf(items: CalendarItem[], zone: string): ScheduleEventData[] {
  return items
    .filter((item) => item.status !== 'CANCELED' && item.status !== 'CANCELLED' && item.status !== 'DECLINED')
    .map((item) => ({
      id: item.id,
      title: item.title,
      start: wallOf(item.startDate, zone),
      end: wallOf(item.endDate, zone),
      color: colourOf(item.serviceId),
      payload: { item },
    }))
}

/** Only appointments are moved by hand here; the dates of a class belong to its series. */
export const mayMove = (item: CalendarItem): boolean =>
  item.kind === 'APPOINTMENT' && (item.status === 'CONFIRMED' || item.status === 'PENDING') && item.bookings.length === 1

export interface Move {
  startDate: string
  endDate: string
}
export const moveOf = (newStart: string, newEnd: string, zone: string): Move => ({ startDate: instantOf(newStart, zone), endDate: instantOf(newEnd, zone) })

/** The hours worth showing: the usual day, stretched to whatever lies outside it. */
export function hoursOf(events: ScheduleEventData[]): { startTime: string; endTime: string } {
  const hour = (wall: ScheduleEventData['start']) => Number(String(wall).slice(11, 13))
  const first = Math.min(7, ...events.map((event) => hour(event.start)))
  const last = Math.max(21, ...events.map((event) => (String(event.end).slice(0, 10) > String(event.start).slice(0, 10) ? 24 : hour(event.end) + 1)))
  return { startTime: `${String(first).padStart(2, '0')}:00:00`, endTime: last >= 24 ? '23:59:59' : `${String(last).padStart(2, '0')}:00:00` }
}
