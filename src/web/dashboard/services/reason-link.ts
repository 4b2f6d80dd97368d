/** Where the owner changes what stands in the way of a time. */
import { staffTypeId } from '#domains/staff/rules/ids.ts'
import type { ReplyOf } from '#web/operations.ts'
import type { StaffMember } from '../entities.ts'
import type { ScreenLink } from '../search-params.ts'

export type ExplainedTime = ReplyOf<'availability.explainTime'>
type Reason = ExplainedTime['reasons'][number]

interface Subject {
  service: { id: string; primaryResourceType?: string | null | undefined }
  people: readonly StaffMember[]
  /** YYYY-MM-DD */
  date: string
}

/** The screen on which the reason goes; undefined where nothing can be changed. */
export function findReasonLink({ code, resourceId, taken, change }: Reason, { service, people, date }: Subject): ScreenLink | undefined {
  const person = people.find((one) => one.resourceId === resourceId)
  const ofResource: ScreenLink = person
    ? { to: '/dashboard/staff', search: { tab: 'staff', open: person.id } }
    : resourceId
      ? { to: '/dashboard/staff', search: { tab: 'rooms', open: resourceId } }
      : { to: '/dashboard/staff', search: { tab: 'hours' } }
  const inEditor: ScreenLink = { to: '/dashboard/services', search: { edit: service.id } }
  switch (code) {
    case 'IN_THE_PAST':
    case 'SKIPPED_TIME':
    case 'REPEATED_TIME':
      return undefined
    case 'POLICY_TOO_EARLY':
    case 'POLICY_TOO_LATE':
    case 'OFF_GRID':
      return { to: '/dashboard/services', search: { tab: 'rules' } }
    case 'LOCATION_INACTIVE':
      return { to: '/dashboard/staff', search: { tab: 'places' } }
    case 'NO_RESOURCE':
      return { to: '/dashboard/staff', search: { tab: 'rooms' } }
    case 'NO_STAFF':
      return (service.primaryResourceType ?? staffTypeId) === staffTypeId ? { to: '/dashboard/staff', search: { open: 'new' } } : inEditor
    case 'NOT_BOOKABLE':
    case 'NOT_AT_LOCATION':
    case 'CLOSED':
    case 'SPECIAL_HOURS':
    case 'OUTSIDE_HOURS':
    case 'WORKS_ELSEWHERE':
    case 'OTHER_CALENDAR':
      return ofResource
    case 'BUFFER':
      return change?.kind === 'SET_BUFFER' || taken?.kind !== 'BOOKING' ? inEditor : { to: '/dashboard/bookings', search: { open: taken.id } }
    case 'BOOKED':
      return { to: '/dashboard/bookings', search: { open: taken?.id } }
    case 'IN_SESSION':
    case 'BLOCKED':
      return { to: '/dashboard/calendar', search: { view: 'day', date, open: taken?.id } }
    case 'NO_SESSION':
    case 'SESSION_CANCELLED':
      return { to: '/dashboard/services', search: { sessions: service.id } }
    case 'FULL':
    case 'RESERVED_FOR_WAITLIST':
      return { to: '/dashboard/calendar', search: { view: 'day', date } }
    default:
      return inEditor
  }
}
