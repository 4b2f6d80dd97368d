/** A new booking as the API takes it: what is booked, and by whom. */
import { toInstant } from '../business-time.ts'
import type { Member, Service } from '../entities.ts'
import type { FreeTime, VisitChain } from './free-times.ts'

export const isFree = ({ payment }: Service): boolean =>
  payment.rateType === 'NO_FEE' || (payment.rateType === 'FIXED' && Number(payment.fixed?.price.value ?? 0) === 0)
export const trimValues = <T extends Record<string, string>>(values: T) =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])))
export const toContactDetails = (member: Member) => ({
  contactId: member.contactId,
  firstName: member.contact?.firstName ?? member.profile.nickname,
  ...(member.contact?.lastName ? { lastName: member.contact.lastName } : {}),
  ...(member.loginEmail ? { email: member.loginEmail } : {}),
  ...(member.contact?.phones[0] ? { phone: member.contact.phones[0] } : {}),
})

/** The location type of a slot, by the one of its service. */
const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const

/** The server chooses among those who are free. */
const anyone = { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' as const }] }

export function toBookedEntity(
  service: Service,
  input: { time: FreeTime | undefined; own: { date: string; wall: string; resourceId: string } | undefined; zone: string },
) {
  if (service.type === 'COURSE') return { schedule: { scheduleId: service.schedule.id, serviceId: service.id, timezone: input.zone } }
  const base = { serviceId: service.id, scheduleId: service.schedule.id, timezone: input.zone }
  if (input.own) {
    const startDate = toInstant(`${input.own.date} ${input.own.wall}:00`, input.zone)
    const minutes = service.schedule.availabilityConstraints.sessionDurations[0] ?? 60
    const endDate = new Date(new Date(startDate).getTime() + minutes * 60_000).toISOString()
    return {
      slot: {
        ...base,
        startDate,
        endDate,
        location: { locationType: locationTypes[service.locations[0]?.type ?? 'BUSINESS'] },
        resource: { id: input.own.resourceId },
      },
    }
  }
  const slot = input.time?.slot
  return {
    slot: {
      ...base,
      startDate: slot?.startDate,
      endDate: slot?.endDate,
      ...(slot?.location ? { location: slot.location } : {}),
      ...(slot?.eventId ? { eventId: slot.eventId } : {}),
      ...(slot?.eventId ? {} : slot?.resource ? { resource: { id: slot.resource.id } } : anyone),
    },
  }
}

/** Where the services of a visit take place: where the first one does. */
export function toVisitLocation({ locations }: Service): VisitChain['location'] {
  const [first] = locations
  return { locationType: locationTypes[first?.type ?? 'BUSINESS'], ...(first?.type === 'BUSINESS' && first.business?.id ? { id: first.business.id } : {}) }
}

/** One entity per service of a visit, in their order. */
export const toVisitEntities = (time: FreeTime, location: VisitChain['location'], zone: string) =>
  (time.parts ?? []).map(({ serviceId, scheduleId, startDate, endDate, resource }) => ({
    slot: {
      serviceId,
      scheduleId,
      startDate,
      endDate,
      timezone: zone,
      location,
      ...(resource ? { resource: { id: resource.id } } : anyone),
    },
  }))
