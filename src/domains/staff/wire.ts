/** Rows of staff, resources, working hours and locations → wire entities. */
import type { BaseContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { rewritePictureUrls } from '#domains/media/public.ts'
import type { HoursPeriod, Location, Resource, ResourceType, StaffMember, StaffResource, StaffSettings, Tags } from './contract.ts'
import type { SpecialDay } from './contract/special-days.ts'
import type { TimeOff } from './contract/time-off.ts'
import { INVITATION_DAYS } from './rules/ids.ts'
import type { HoursRow, Span } from './store/hours.ts'
import type { LocationRow } from './store/locations.ts'
import type { ResourceRow, ResourceTypeRow } from './store/resources.ts'
import type { SettingsRow, StaffRow } from './store/staff.ts'
import type { TimeOffRow } from './store/time-off.ts'
import { Temporal } from 'temporal-polyfill'

const formatInstant = toWireTime
const days = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

const isShared = (row: ResourceRow): boolean => row.hoursId !== null && row.hoursId !== row.eventsScheduleId

export const resourceToWire = (row: ResourceRow): Resource => ({
  id: row.id,
  name: row.name,
  typeId: row.typeId,
  type: row.typeId,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  workingHoursSchedules: { values: row.hoursId === null ? [] : [{ id: row.hoursId, scheduleId: row.hoursId, shared: isShared(row) }] },
  eventsSchedule: { id: row.eventsScheduleId, scheduleId: row.eventsScheduleId },
  usesDefaultWorkingHours: isShared(row),
  locationOptions: row.locationOptions as Resource['locationOptions'],
  ...(row.capacity !== null && { capacity: row.capacity }),
  extendedFields: row.extendedFields as Record<string, unknown>,
})
export const resourceTypeToWire = (row: ResourceTypeRow): ResourceType => ({
  id: row.id,
  name: row.name,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  extendedFields: row.extendedFields as Record<string, unknown>,
})
export const settingsToWire = (row: SettingsRow): StaffSettings => ({
  id: row.id,
  revision: String(row.revision),
  createdDate: formatInstant(row.createdAt),
  updatedDate: formatInstant(row.updatedAt),
  contactInformation: { publiclyAccessible: row.contactIsPublic },
  extendedFields: row.extendedFields as Record<string, unknown>,
})

const toStaffResource = (row: ResourceRow): StaffResource => ({
  id: row.id,
  workingHoursSchedules: row.hoursId === null ? [] : [{ id: row.hoursId, shared: isShared(row) }],
  eventsSchedule: { id: row.eventsScheduleId },
  usesDefaultWorkingHours: isShared(row),
  revision: String(row.revision),
  locationOptions: row.locationOptions as Resource['locationOptions'],
})

/** The connection of a staff member to a dashboard user; an invitation that is not accepted expires after 30 days. */
function toWireIdentity(row: StaffRow, now: Temporal.Instant, withStatus: boolean): StaffMember['associatedWixIdentity'] {
  if (!row.userId && !row.connectionStatus) return undefined
  const expired = row.connectionStatus === 'PENDING' && row.connectionAt !== null && row.connectionAt.until(now).total('hours') > INVITATION_DAYS * 24
  return {
    ...(row.userId ? { identificationData: { wixUserId: row.userId, identityType: 'WIX_USER' } } : {}),
    connection: {
      ...(withStatus ? { status: expired ? 'EXPIRED' : ((row.connectionStatus ?? 'UNKNOWN') as 'UNKNOWN') } : {}),
      ...(row.connectionAt ? { date: formatInstant(row.connectionAt) } : {}),
    },
  }
}

/** What, besides the row, a staff member on the wire depends on. */
export interface StaffView {
  resource?: ResourceRow | undefined
  contactIsPublic?: boolean
  withStatus?: boolean
}
/** Customers see name, description and picture; email and phone only when the owner made them public. */
export function staffToWire(row: StaffRow, { caller, now, origin }: BaseContext, view: StaffView = {}): StaffMember {
  const isOwner = caller.role === 'owner'
  const contact = isOwner || view.contactIsPublic ? { ...(row.email ? { email: row.email } : {}), ...(row.phone ? { phone: row.phone } : {}) } : {}
  const publicFields = {
    id: row.id,
    revision: String(row.revision),
    createdDate: formatInstant(row.createdAt),
    updatedDate: formatInstant(row.updatedAt),
    name: row.name,
    resourceId: row.resourceId,
    ...contact,
    ...(row.description ? { description: row.description } : {}),
    ...(row.mainMedia ? { mainMedia: rewritePictureUrls(row.mainMedia, origin) } : {}),
  }
  if (!isOwner) return publicFields
  const identity = toWireIdentity(row, now, view.withStatus ?? false)
  return {
    ...publicFields,
    serviceProvider: row.serviceProvider,
    tags: row.tags as Tags,
    extendedFields: row.extendedFields as Record<string, unknown>,
    ...(identity ? { associatedWixIdentity: identity } : {}),
    ...(view.resource ? { resource: toStaffResource(view.resource) } : {}),
  }
}

const padTwo = (n: number) => String(n).padStart(2, '0')
const formatClock = (minute: number) => `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)}`
const parseClock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

export const periodToWire = (row: HoursRow): HoursPeriod => ({
  id: row.id,
  day: days[row.weekday] as HoursPeriod['day'],
  start: formatClock(row.startMinute),
  end: formatClock(row.endMinute > 1440 ? row.endMinute - 1440 : row.endMinute),
  interval: row.intervalWeeks,
  ...(row.startsOn ? { from: row.startsOn.toString() } : {}),
  ...(row.untilOn ? { until: row.untilOn.toString() } : {}),
  ...(row.locationId ? { locationId: row.locationId } : {}),
})
export function periodFromWire(period: HoursPeriod) {
  const startMinute = parseClock(period.start)
  const end = parseClock(period.end)
  return {
    weekday: days.indexOf(period.day),
    startMinute,
    endMinute: end <= startMinute ? end + 1440 : end,
    intervalWeeks: period.interval ?? 1,
    startsOn: period.from ? Temporal.PlainDate.from(period.from) : null,
    untilOn: period.until ? Temporal.PlainDate.from(period.until) : null,
    locationId: period.locationId ?? null,
  }
}

export const spanFromWire = ({ start, end }: { start: string; end: string }): Span => ({ start: parseClock(start), end: parseClock(end) })
export const specialDayToWire = (row: HoursRow, resourceId: string | undefined): SpecialDay => ({
  id: row.id,
  ...(resourceId ? { resourceId } : {}),
  ...(row.locationId ? { locationId: row.locationId } : {}),
  from: String(row.startsOn),
  until: String(row.untilOn),
  title: row.title,
  periods: (row.spans as Span[]).map(({ start, end }) => ({ start: formatClock(start), end: formatClock(end) })),
})

export const locationToWire = (row: LocationRow, timeZone: string): Location => ({
  id: row.id,
  name: row.name,
  default: row.isDefault,
  status: row.status as Location['status'],
  locationTypes: row.types as Location['locationTypes'],
  timeZone,
  address: { addressLine: row.address, ...(row.postalAddress as object | null), formattedAddress: row.address },
  ...(row.email ? { email: row.email } : {}),
  ...(row.phone ? { phone: row.phone } : {}),
  revision: String(row.revision),
})

export const timeOffToWire = (row: TimeOffRow): TimeOff => ({
  id: row.id,
  staffMemberId: row.staffId,
  staffName: row.staffName,
  resourceId: row.resourceId,
  from: row.startsOn.toString(),
  until: row.untilOn.toString(),
  reason: row.reason,
  state: row.state,
  note: row.note,
  createdDate: formatInstant(row.createdAt),
  ...(row.decidedAt && { decidedDate: formatInstant(row.decidedAt) }),
})
