/** How many spots of the chosen session or course are open; asked where several people can be booked together. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { toDay } from '../kit/days.ts'
import { useSite } from '../site-context.tsx'
import type { Service } from '../site/catalog.ts'
import { fetchSlots } from '../site/time-slots.ts'
import { type ChosenSlot, toSlotKey } from './chosen-slot.ts'

/** Null where it is not known, or where the open spots are kept for the waitlist: the server decides then. */
async function countOpenSpots(service: Service, { start, eventId }: ChosenSlot, zone: string): Promise<number | null> {
  const scheduleId = service.schedule?.id
  if (service.type === 'COURSE')
    return scheduleId ? (await call('availability.getScheduleAvailability', { params: { scheduleId } })).availability.openSpots : null
  if (!start) return null
  const sessions = await fetchSlots([service], { from: toDay(start, zone), days: 1, zone }, {}, false)
  const session = sessions.find(({ slot }) => (eventId ? slot.sessionId === eventId : Date.parse(slot.startDate) === Date.parse(start)))
  return session && !session.locked ? session.openSpots : null
}

export function useOpenSpots(service: Service, chosen: ChosenSlot, isNeeded: boolean) {
  const { timeZone } = useSite()
  const { data, refetch } = useQuery({
    queryKey: ['open-spots', toSlotKey(chosen), chosen.eventId],
    queryFn: () => countOpenSpots(service, chosen, timeZone),
    enabled: isNeeded,
    staleTime: 20_000,
  })
  return { openSpots: data ?? undefined, recount: async () => (isNeeded ? ((await refetch()).data ?? undefined) : undefined) }
}
