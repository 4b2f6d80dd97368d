/** Several bookings made at once, as a link carries them: a visit of several services in a row, or a series of one appointment. */
import type { Service, SlotEntry } from './catalog.ts'
import type { ChainSlotEntry } from './chain-times.ts'

export interface VisitPart {
  serviceId: string
  /** ISO instants. */
  start: string
  end: string
  resourceId?: string | undefined
}

/** The business location at which a service is given: the services of a visit share it. */
export const findPlace = ({ locations }: Pick<Service, 'locations'>): string | undefined => {
  const [first] = locations ?? []
  return first?.type === 'BUSINESS' ? (first.business?.id ?? first.id) : undefined
}

const minuteMs = 60_000
/** "service_minutes_person" for each part, joined by dots; each begins where the one before ends. */
export const writeParts = ({ nestedSlots = [] }: ChainSlotEntry): string =>
  nestedSlots
    .map(({ serviceId, start, end, resource }) => [serviceId, Math.round((Date.parse(end) - Date.parse(start)) / minuteMs), resource?.id ?? ''].join('_'))
    .join('.')

/** So many bookings are made at once. */
export const minParts = 2
export const maxParts = 8

/** The parts of a link; empty when it cannot be read. A fourth number says when a part begins, in minutes after the first one. */
export function readParts(text: string | undefined, start: string | undefined): VisitPart[] {
  let at = Date.parse(start ?? '')
  if (!text || Number.isNaN(at)) return []
  const parts: VisitPart[] = []
  for (const one of text.split('.')) {
    const [serviceId = '', minutes = '', resourceId = '', after] = one.split('_')
    const length = Number(minutes)
    if (!serviceId || !(length > 0)) return []
    if (after !== undefined) {
      if (!/^\d+$/.test(after)) return []
      at = Date.parse(start ?? '') + Number(after) * minuteMs
    }
    const end = at + length * minuteMs
    parts.push({ serviceId, start: new Date(at).toISOString(), end: new Date(end).toISOString(), resourceId: resourceId || undefined })
    at = end
  }
  return parts
}

/** Whether the parts are a series: dates of their own, none right after the other. */
export const isSeries = (text: string | undefined): boolean => text !== undefined && text.split('.').every((one) => one.split('_').length === 4)

const toMinutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / minuteMs)
/** A date of a series: ISO instants, and who gives it where it is known. */
export type SeriesDate = Pick<VisitPart, 'start' | 'end' | 'resourceId'>
/** The dates of a series as parts of a link; the first one begins at `first`. */
export const writeSeries = (serviceId: string, first: string, dates: readonly SeriesDate[]): string =>
  dates.map(({ start, end, resourceId }) => [serviceId, toMinutes(start, end), resourceId ?? '', toMinutes(first, start)].join('_')).join('.')

/** Start and parts of the link of a series; the dates may come in any order. */
export function toSeriesParts(serviceId: string, dates: readonly SeriesDate[]): { start: string; parts: string } {
  const sorted = dates.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const start = new Date(sorted[0]?.start ?? 0).toISOString()
  return { start, parts: writeSeries(serviceId, start, sorted) }
}

/** The address of the form that books the series. What is chosen beside the time counts for all dates. */
export function toSeriesUrl(entry: SlotEntry, dates: readonly SeriesDate[], extras = { choice: '', addOns: '' }): string {
  const { start, parts } = toSeriesParts(entry.slot.serviceId, dates)
  return toFormUrl(entry, start, parts, extras)
}

/** The address of the form that books the visit. What is chosen beside the time belongs to the first part. */
export function toVisitUrl(entry: ChainSlotEntry, extras: { choice: string; addOns: string }): string {
  return toFormUrl(entry, new Date(entry.slot.startDate).toISOString(), writeParts(entry), extras)
}

function toFormUrl({ slot }: Pick<SlotEntry, 'slot'>, start: string, parts: string, extras: { choice: string; addOns: string }): string {
  const search = new URLSearchParams({ start, zone: slot.timezone ?? '', parts })
  if (slot.location?.locationType) search.set('locationType', slot.location.locationType)
  if (slot.location?.id) search.set('locationId', slot.location.id)
  if (extras.choice) search.set('choice', extras.choice)
  if (extras.addOns) search.set('addOns', extras.addOns)
  return `/hosted/visit-form?${search}`
}
