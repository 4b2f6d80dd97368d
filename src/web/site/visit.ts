/** A visit of several services in a row: how a link carries it, and what it costs. */
import type { Service } from './catalog.ts'
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

/** The parts of a link; empty when it cannot be read. */
export function readParts(text: string | undefined, start: string | undefined): VisitPart[] {
  let at = Date.parse(start ?? '')
  if (!text || Number.isNaN(at)) return []
  const parts: VisitPart[] = []
  for (const one of text.split('.')) {
    const [serviceId = '', minutes = '', resourceId = ''] = one.split('_')
    const length = Number(minutes)
    if (!serviceId || !(length > 0)) return []
    const end = at + length * minuteMs
    parts.push({ serviceId, start: new Date(at).toISOString(), end: new Date(end).toISOString(), resourceId: resourceId || undefined })
    at = end
  }
  return parts
}

/** The address of the form that books the visit. What is chosen beside the time belongs to the first part. */
export function toVisitUrl(entry: ChainSlotEntry, extras: { choice: string; addOns: string }): string {
  const { slot } = entry
  const search = new URLSearchParams({ start: new Date(slot.startDate).toISOString(), zone: slot.timezone ?? '', parts: writeParts(entry) })
  if (slot.location?.locationType) search.set('locationType', slot.location.locationType)
  if (slot.location?.id) search.set('locationId', slot.location.id)
  if (extras.choice) search.set('choice', extras.choice)
  if (extras.addOns) search.set('addOns', extras.addOns)
  return `/hosted/visit-form?${search}`
}
