/** The practice before its first service: address, hours, rules, people, rooms. */
import { makeForms } from './practice-forms.ts'
import { toSamplePhone } from '../rules/sample-region.ts'
import { toDay, type CallAsOwner, type Made, type SampleContext, type SampleLanguage } from './calls.ts'
import { ACCENT, openingHours, rooms, staffHours, type RoomKey, type StaffKey } from './practice-facts.ts'
import type { Place, PracticeWords } from './words.ts'

export interface Team {
  /** Resource ids. */
  staff: Record<StaffKey, string>
  roomType: string
  rooms: Record<RoomKey, string>
  /** Ids of the booking policies. */
  strict: string
  /** Id of the booking form with questions. */
  questions: string
}

type Hours = readonly (readonly [days: readonly number[], start: string, end: string])[]
const toPeriods = (hours: Hours) => hours.flatMap(([days, start, end]) => days.map((day) => ({ day: toDay(day), start, end })))
const listKeys = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]

/** Everything that clients see of where the business is. */
export async function makePlace(call: CallAsOwner, { region }: SampleContext, place: Place): Promise<void> {
  const { street, city, location, tagline } = place
  await call('PATCH', '/api/site-settings', {
    tagline,
    accent: ACCENT,
    address: {
      line: street,
      city,
      postalCode: region.postalCode,
      country: region.country,
      phone: toSamplePhone(region, 42),
      email: 'hello@practice.example',
    },
  })
  const { locations } = (await call('GET', '/api/locations')) as { locations: Made[] }
  const address = `${street}, ${region.postalCode} ${city}`
  if (locations[0]) await call('PATCH', `/api/locations/${locations[0].id}`, { location: { name: location, address } })
  await call('PUT', '/api/business-hours', { periods: toPeriods(openingHours) })
}

/** The default for all services, and a strict one with a fee; answers the id of the strict one. */
export async function makePolicies(call: CallAsOwner, { policies }: PracticeWords, intakeFormId: string): Promise<string> {
  const create = async (bookingPolicy: object) => ((await call('POST', '/v1/booking-policies', { bookingPolicy })) as { bookingPolicy: Made }).bookingPolicy.id
  const usual = await create({
    name: policies.usual.name,
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
    reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 },
    waitlistPolicy: { enabled: true, capacity: 5, reservationTimeInMinutes: 120 },
    participantsPolicy: { maxParticipantsPerBooking: 2 },
  })
  await call('POST', `/v1/booking-policies/${usual}:setDefault`, {})
  return create({
    name: policies.strict.name,
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 720 },
    customPolicyDescription: { enabled: true, description: policies.strict.text },
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 2880 },
    cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 2880 }], autoCollectFeeEnabled: true },
    saveCreditCardPolicy: { enabled: true },
    intakeFormPolicy: { enabled: true, formId: intakeFormId, timing: 'AFTER_BOOKING', completionRequirement: 'OPTIONAL' },
  })
}

async function makeStaff(call: CallAsOwner, { staff }: PracticeWords): Promise<Record<StaffKey, string>> {
  const made: Partial<Record<StaffKey, string>> = {}
  for (const key of listKeys(staffHours)) {
    const { staffMember } = (await call('POST', '/v1/staff-members', { staffMember: { ...staff[key], email: `${key}@sample.example` } })) as {
      staffMember: Made & { resourceId: string }
    }
    await call('PUT', `/api/staff/${staffMember.id}/hours`, { usesDefaultWorkingHours: false, periods: toPeriods(staffHours[key]) })
    made[key] = staffMember.resourceId
  }
  return made as Record<StaffKey, string>
}

export async function makeTeam(call: CallAsOwner, words: PracticeWords, language: SampleLanguage): Promise<Team> {
  const { questions, intake } = await makeForms(call, words, language)
  const strict = await makePolicies(call, words, intake)
  const staff = await makeStaff(call, words)
  const { resourceType } = (await call('POST', '/v2/resources/resource-types', { resourceType: { name: words.roomType } })) as { resourceType: Made }
  const made: Partial<Record<RoomKey, string>> = {}
  for (const key of rooms) {
    const input = { name: words.rooms[key], typeId: resourceType.id, locationOptions: { availableInAllLocations: true } }
    made[key] = ((await call('POST', '/v2/resources', { resource: input })) as { resource: Made }).resource.id
  }
  return { staff, roomType: resourceType.id, rooms: made as Record<RoomKey, string>, strict, questions }
}
