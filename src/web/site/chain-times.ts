/** Times of appointments of a chosen length, and times at which several services fit one after the other. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiError, call } from '../api.ts'
import { addDays } from '../kit/days.ts'
import { useSite } from '../site-context.tsx'
import type { Service, SlotEntry, useSlots } from './catalog.ts'

export interface ChainSlotEntry extends SlotEntry {
  /** One per service, in their order. */
  nestedSlots?: { serviceId: string; scheduleId: string; start: string; end: string; resource?: { id: string; name?: string } }[]
}
export interface ChainPart {
  serviceId: string
  /** The length without add-ons, where there is a choice. */
  minutes?: number | undefined
  addOnIds?: readonly string[] | undefined
  /** The price depends on who gives it: the first of those who are free is named. */
  namesPerson?: boolean | undefined
}
export interface ChainLocation {
  id?: string | undefined
  locationType: string
}

const slotsPerPage = 100
const maxPages = 15
/** All times that are asked for, page by page. */
async function fetchAllSlots(body: Record<string, unknown>, limit = slotsPerPage * maxPages): Promise<ChainSlotEntry[]> {
  const found: ChainSlotEntry[] = []
  let cursor: string | undefined
  while (found.length < limit) {
    const cursorPaging = { limit: Math.min(limit - found.length, slotsPerPage), ...(cursor ? { cursor } : {}) }
    const { slots, cursorPagingMetadata } = await call('availability.calculateMultiSlotAvailability', { body: { ...body, cursorPaging } })
    found.push(...slots)
    cursor = cursorPagingMetadata.cursors.next
    if (!cursor) break
  }
  return found
}

/** The entry without those who need not be named: the server chooses among those who are free when it is booked. */
function nameOnly(entry: ChainSlotEntry, isNamed: (at: number) => boolean): ChainSlotEntry {
  const { resource, ...slot } = entry.slot
  const nestedSlots = entry.nestedSlots?.map(({ resource: person, ...part }, at) => (isNamed(at) && person ? { ...part, resource: person } : part))
  return { ...entry, slot: isNamed(0) && resource ? { ...slot, resource } : slot, ...(nestedSlots ? { nestedSlots } : {}) }
}

const typeOnSlots: Readonly<Record<string, string>> = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' }
/** The places of a service as slots name them. */
export const listChainLocations = (service: Service): ChainLocation[] =>
  (service.locations ?? []).map(({ id, type, business }) => ({
    locationType: typeOnSlots[type ?? ''] ?? 'OWNER_BUSINESS',
    ...(type === 'BUSINESS' ? { id: business?.id ?? id } : {}),
  }))

/** A hook that finds the times of the chain, in place of those of one service as usual; undefined without parts. */
export function useChainTimes(parts: readonly ChainPart[], locations: readonly ChainLocation[]): typeof useSlots | undefined {
  const key = JSON.stringify([parts, locations])
  return useMemo(() => {
    const [services, places] = JSON.parse(key) as [ChainPart[], ChainLocation[]]
    if (services.length === 0 || places.length === 0) return undefined
    const useTimes: typeof useSlots = (_services, from, days, zone, options = {}) => {
      const mustName = useSite().staffSelection === 'CUSTOMER_MUST_CHOOSE'
      const isNamed = (at: number) => mustName || (at === 0 && options.resourceId !== undefined) || services[at]?.namesPerson === true
      const fetchAt = (location: ChainLocation) => fetchAllSlots({ ...body, location }, options.limit)
      const body = {
        timeZone: zone,
        from: `${from}T00:00:00`,
        // What begins before the last midnight may end after it.
        to: `${addDays(from, Math.min(days, 365))}T12:00:00`,
        slots: services.map(({ serviceId, minutes, addOnIds }, at) => ({
          serviceId,
          customerChoices: { ...(minutes ? { durationInMinutes: minutes } : {}), ...(addOnIds?.length ? { addOnIds: [...addOnIds] } : {}) },
          ...(options.resourceId && at === 0 ? { resourcesFilter: { resourceIds: [options.resourceId] } } : {}),
        })),
        ...(options.bookableOnly ? { bookable: true } : {}),
        ...(options.slotsPerDay ? { slotsPerDay: options.slotsPerDay } : {}),
      }
      return useQuery<{ availabilityEntries: SlotEntry[] }, ApiError>({
        queryKey: ['availability', 'chain', places, body, options.limit, services.map((_, at) => isNamed(at))],
        queryFn: async () => ({ availabilityEntries: (await Promise.all(places.map(fetchAt))).flat().map((entry) => nameOnly(entry, isNamed)) }),
        enabled: options.enabled !== false,
        staleTime: 20_000,
        placeholderData: (old) => old,
      }) as ReturnType<typeof useSlots>
    }
    return useTimes
  }, [key])
}
