/** Times at which all services of a visit fit one after the other. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiError, call } from '../../api.ts'
import { type SlotEntry, useSlots } from '../../site/catalog.ts'
import type { ManagedPart } from './managed-booking.ts'
import { addDays } from '../../kit/days.ts'

export interface VisitSlotEntry extends SlotEntry {
  /** One per service, in their order. */
  nestedSlots?: { serviceId: string; scheduleId: string; start: string; end: string; resource?: { id: string } }[]
}
const slotsPerPage = 100
const maxPages = 15
/** All times that are asked for, page by page. */
async function fetchAllSlots(body: Record<string, unknown>): Promise<VisitSlotEntry[]> {
  const found: VisitSlotEntry[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const cursorPaging = { limit: slotsPerPage, ...(cursor ? { cursor } : {}) }
    const { slots, cursorPagingMetadata } = await call('availability.calculateMultiSlotAvailability', { body: { ...body, cursorPaging } })
    found.push(...slots)
    cursor = cursorPagingMetadata.cursors.next
    if (!cursor) break
  }
  return found
}
/** A hook that finds the times of the visit, in place of those of one service; undefined where there is only one. */
export function useVisitTimes(parts: readonly ManagedPart[]): typeof useSlots | undefined {
  const ids = parts.map(({ serviceId }) => serviceId).join(' ')
  const location = parts[0]?.booking.bookedEntity.slot?.location
  const [locationId, locationType] = [location?.id, location?.locationType]
  return useMemo(() => {
    const services = ids.split(' ')
    if (services.length < 2) return undefined
    const useTimes: typeof useSlots = (_serviceIds, from, days, zone, options = {}) => {
      const body = {
        timeZone: zone,
        from: `${from}T00:00:00`,
        to: `${addDays(from, days)}T00:00:00`,
        location: { locationType: locationType ?? 'OWNER_BUSINESS', ...(locationId ? { id: locationId } : {}) },
        slots: services.map((serviceId) => ({ serviceId })),
        bookable: true,
        ...(options.slotsPerDay ? { slotsPerDay: options.slotsPerDay } : {}),
      }
      return useQuery<{ availabilityEntries: SlotEntry[] }, ApiError>({
        queryKey: ['availability', 'visit', body],
        queryFn: async () => ({ availabilityEntries: await fetchAllSlots(body) }),
        enabled: options.enabled !== false,
        staleTime: 20_000,
        placeholderData: (old) => old,
      }) as ReturnType<typeof useSlots>
    }
    return useTimes
  }, [ids, locationId, locationType])
}
