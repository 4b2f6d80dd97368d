/** Wire types of services and slots as far as the site reads them, and the queries that load them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { allServicesInput, toServiceInput } from '#domains/pages/rules/first-calls.ts'
import { formatLocationText } from '#domains/bookings/rules/location-text.ts'
import { type ApiError, call, queryClient } from '../api.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import type { InputOf } from '../operations.ts'
import { useSite } from '../site-context.tsx'
import { listLengths } from './service-lengths.ts'
import { fetchSlots, type SlotEntry, type SlotFilter, type SlotService } from './time-slots.ts'

export type { SlotEntry } from './time-slots.ts'

const messages = defineMessages(
  {
    online: 'Online',
    atYours: 'At your place',
    atOurs: 'At our location',
    notOnline: 'Can’t be cancelled online',
    anyTime: 'Cancel any time before it starts',
    tooLate: 'It’s too late to cancel online',
    before: (count: number, unit: 'day' | 'hour' | 'minute') => `Cancel up to ${count} ${count === 1 ? unit : `${unit}s`} before`,
  },
  {
    de: {
      online: 'Online',
      atYours: 'Bei dir',
      atOurs: 'Bei uns',
      notOnline: 'Online nicht absagbar',
      anyTime: 'Bis zum Beginn absagbar',
      tooLate: 'Für eine Online-Absage ist es zu spät',
      before: (count, unit) => {
        const [one, many] = { day: ['Tag', 'Tage'], hour: ['Stunde', 'Stunden'], minute: ['Minute', 'Minuten'] }[unit]
        return `Bis ${count} ${count === 1 ? one : many} vorher absagbar`
      },
    },
    fr: {
      online: 'En ligne',
      atYours: 'Chez vous',
      atOurs: 'Dans nos locaux',
      notOnline: 'Pas d’annulation en ligne',
      anyTime: 'Annulation possible jusqu’au début',
      tooLate: 'Il est trop tard pour annuler en ligne',
      before: (count, unit) => {
        const [one, many] = { day: ['jour', 'jours'], hour: ['heure', 'heures'], minute: ['minute', 'minutes'] }[unit]
        return `Annulation possible jusqu’à ${count} ${count < 2 ? one : many} avant`
      },
    },
    es: {
      online: 'En línea',
      atYours: 'A domicilio',
      atOurs: 'En nuestro local',
      notOnline: 'No se puede cancelar en línea',
      anyTime: 'Se puede cancelar hasta el inicio',
      tooLate: 'Es tarde para cancelar en línea',
      before: (count, unit) => {
        const [one, many] = { day: ['día', 'días'], hour: ['hora', 'horas'], minute: ['minuto', 'minutos'] }[unit]
        return `Se puede cancelar hasta ${count} ${count === 1 ? one : many} antes`
      },
    },
  },
)

export interface Image {
  id?: string
  url?: string
  altText?: string
}
export interface Service {
  id: string
  name: string
  description?: string
  tagLine?: string
  level?: 'BEGINNER' | 'INTERMEDIATE' | 'ADVANCED' | 'ALL'
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  hidden?: boolean
  mainSlug?: { name: string }
  seoData?: unknown
  form?: { id: string }
  category?: { id: string; name: string }
  media?: { mainMedia?: { image?: Image }; coverMedia?: { image?: Image }; items?: { image?: Image }[] }
  defaultCapacity?: number
  payment?: {
    rateType?: string
    fixed?: { price?: Amount; deposit?: Amount; fullUpfrontPaymentAllowed?: boolean }
    varied?: { defaultPrice?: Amount; minPrice?: Amount; maxPrice?: Amount; deposit?: Amount }
    custom?: { description?: string }
    options?: { online?: boolean; inPerson?: boolean; pricingPlan?: boolean; deposit?: boolean }
    pricingPlanIds?: string[]
    /** Where add-ons are paid that go with a plan: ONLINE or IN_PERSON. */
    addOnOption?: string
  }
  /** What can be added; what each costs is loaded with `useOffer`. */
  addOnGroups?: { id: string }[]
  onlineBooking?: { enabled?: boolean; requireManualApproval?: boolean }
  schedule?: {
    id?: string
    firstSessionStart?: string
    lastSessionEnd?: string
    availabilityConstraints?: { sessionDurations?: number[]; durations?: { minutes: number }[] }
  }
  locations?: {
    id?: string
    type?: string
    business?: { id?: string; name?: string; address?: { formattedAddress?: string } }
    custom?: { address?: { formattedAddress?: string } }
    calculatedAddress?: { formattedAddress?: string }
  }[]
  /** Ids of resources. */
  staffMemberIds?: string[]
  /** The same with their names, when asked for. */
  staffMemberDetails?: { staffMembers?: { staffMemberId: string; name?: string }[] }
  conferencing?: { enabled?: boolean }
  bookingPolicy?: {
    description?: string
    customPolicyDescription?: { enabled?: boolean; description?: string }
    cancellationPolicy?: { enabled?: boolean; limitLatestCancellation?: boolean; latestCancellationInMinutes?: number }
    participantsPolicy?: { maxParticipantsPerBooking?: number }
    waitlistPolicy?: { enabled?: boolean }
    reschedulePolicy?: { enabled?: boolean; limitLatestReschedule?: boolean; latestRescheduleInMinutes?: number }
    cancellationFeePolicy?: { enabled?: boolean; cancellationWindows?: FeeWindow[] }
    saveCreditCardPolicy?: { enabled?: boolean }
  }
}
export interface Amount {
  value?: string
  currency?: string
}
export interface FeeWindow {
  amount?: Amount | null
  percentage?: string | null
  /** Counts from so many minutes before the start. */
  startInMinutes?: number | null
}

/** The location of a booking, as it was when it was booked. */
export interface BookedLocation {
  id?: string | undefined
  name?: string | undefined
  formattedAddress?: string | undefined
  locationType?: string | undefined
}

export const describeLocation = (service: Service): string => {
  if (service.conferencing?.enabled) return currentMessages(messages).online
  const place = service.locations?.[0]
  if (place?.type === 'CUSTOMER') return currentMessages(messages).atYours
  return place?.business?.name ?? place?.calculatedAddress?.formattedAddress ?? place?.custom?.address?.formattedAddress ?? currentMessages(messages).atOurs
}
/** Name and address of the location, or that the session is online. */
export function describeBookedLocation(
  { slot, schedule }: { slot?: { location?: BookedLocation | undefined } | undefined; schedule?: { location?: BookedLocation | undefined } | undefined },
  service: Service | null | undefined,
): string {
  const place = slot?.location ?? schedule?.location
  const known = place && formatLocationText({ ...place, locationType: 'OWNER_BUSINESS' }, false, ({ message }) => message)
  if (service?.conferencing?.enabled) return currentMessages(messages).online
  if (known) return known
  return place?.locationType === 'CUSTOM' ? currentMessages(messages).atYours : service ? describeLocation(service) : ''
}
export const findMinutes = (service: Service): number | undefined =>
  service.schedule?.availabilityConstraints?.sessionDurations?.[0] ?? service.schedule?.availabilityConstraints?.durations?.[0]?.minutes
/** Whether there is something to choose beside the time. */
export const hasOffer = (service: Service): boolean => hasVaryingPrice(service) || (service.addOnGroups?.length ?? 0) > 0 || listLengths(service).length > 0
/** Length in minutes; undefined for classes, whose sessions set their own. */
export const sessionMinutes = (service: Service, entry: SlotEntry | undefined): number | undefined =>
  findMinutes(service) ?? (entry ? Math.round((Date.parse(entry.slot.endDate) - Date.parse(entry.slot.startDate)) / 60_000) : undefined)
export const findImage = (service: Service): string | undefined => (service.media?.mainMedia ?? service.media?.coverMedia)?.image?.url
/** What the picture shows, in the words of the owner. */
export const findImageAlt = (service: Service): string => (service.media?.mainMedia ?? service.media?.coverMedia)?.image?.altText ?? ''
/** The pictures of its page besides the one at its top, in their order. Storefronts' items name that one again. */
export function listGalleryPictures({ media }: Service): { url: string; altText?: string }[] {
  const top = (media?.mainMedia ?? media?.coverMedia)?.image?.url
  return (media?.items ?? []).flatMap(({ image }) =>
    image?.url && image.url !== top ? [{ url: image.url, ...(image.altText ? { altText: image.altText } : {}) }] : [],
  )
}
/** Whether the price depends on what is chosen, maybe on who gives the service. */
export const hasVaryingPrice = ({ payment }: Pick<Service, 'payment'>): boolean => payment?.rateType === 'VARIED'
/** Whether the last instant for a change has gone by, so many minutes before the start. */
export const isTooLate = (start: string | undefined, minutes: number): boolean => start !== undefined && Date.parse(start) - minutes * 60_000 < Date.now()
/** The cancellation rule in one sentence; for the chosen start, where there is one. */
export function describeCancellation(service: Service, start?: string): string {
  const rule = service.bookingPolicy?.cancellationPolicy
  if (rule && rule.enabled === false) return currentMessages(messages).notOnline
  const minutes = rule?.limitLatestCancellation ? (rule.latestCancellationInMinutes ?? 0) : 0
  if (!minutes) return currentMessages(messages).anyTime
  const { before, tooLate } = currentMessages(messages)
  if (isTooLate(start, minutes)) return tooLate
  return minutes % 1440 === 0 ? before(minutes / 1440, 'day') : minutes % 60 === 0 ? before(minutes / 60, 'hour') : before(minutes, 'minute')
}

const allServices = queryOptions<{ services: Service[] }, ApiError>({
  queryKey: ['service', 'all'],
  queryFn: () => queryServices(allServicesInput),
})
export const useServices = () => useQuery(allServices)
/** Asks before the page that shows them is there. */
export const prefetchServices = (): void => void queryClient.prefetchQuery(allServices)
const queryServices = async (body: InputOf<'services.queryServices'>['body']): Promise<{ services: Service[] }> =>
  (await call('services.queryServices', { body })) as { services: Service[] }
/** The next bookable slots of all services, a few of each, by start. */
export const useNextTimes = (perService: number) =>
  useQuery<{ entries: SlotEntry[] }, ApiError>({
    queryKey: ['availability', 'next', perService],
    queryFn: async () => (await call('availability.nextTimes', { query: { perService } }, { isPublic: true })) as { entries: SlotEntry[] },
    staleTime: 20_000,
  })
/** Loads a service by slug or id; links of both kinds exist. */
export function useService(slugOrId: string) {
  const byId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(slugOrId)
  return useQuery<Service | null, ApiError>({
    queryKey: ['service', slugOrId],
    enabled: slugOrId !== '',
    queryFn: async () => (await queryServices(toServiceInput(slugOrId, byId))).services[0] ?? null,
  })
}
export interface SlotOptions extends SlotFilter {
  enabled?: boolean
}
/** Times of services between two days (the second not included), as wall days of the zone: free ones of appointments, all sessions of classes. */
export function useSlots(services: readonly SlotService[], from: string, days: number, zone: string, { enabled, ...filter }: SlotOptions = {}) {
  const mustName = useSite().staffSelection === 'CUSTOMER_MUST_CHOOSE'
  return useQuery<{ availabilityEntries: SlotEntry[] }, ApiError>({
    queryKey: ['availability', services.map(({ id }) => id), from, days, zone, filter, mustName],
    queryFn: async () => ({ availabilityEntries: await fetchSlots(services, { from, days, zone }, filter, mustName) }),
    enabled: services.length > 0 && enabled !== false,
    staleTime: 20_000,
    placeholderData: (old) => old,
  })
}

/** Who gives an appointment: the person who was chosen, or anyone who is free then. Sessions of classes have their teachers. */
export const toResourceChoice = (resourceId: string | undefined, sessionId: string | undefined) =>
  resourceId ? { resource: { id: resourceId } } : sessionId ? {} : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' as const }] }
/** The part of a slot that a booking request sends. */
export const toBookedSlot = ({ slot }: SlotEntry) => ({
  serviceId: slot.serviceId,
  scheduleId: slot.scheduleId,
  startDate: slot.startDate,
  endDate: slot.endDate,
  timezone: slot.timezone,
  sessionId: slot.sessionId,
  eventId: slot.sessionId,
  ...toResourceChoice(slot.resource?.id, slot.sessionId),
  ...(slot.location?.locationType ? { location: { locationType: slot.location.locationType, ...(slot.location.id ? { id: slot.location.id } : {}) } } : {}),
})
