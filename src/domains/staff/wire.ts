/** Staff, resources, hours and places as the wire shows them. */
import type { Ctx } from '#kit/ctx.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import type { HoursPeriod, Place, Resource, ResourceType, StaffMember } from './contract.ts'
import type { HoursRow, PlaceRow, ResourceRow, StaffRow, TypeRow } from './store.ts'
import { Temporal } from 'temporal-polyfill'

export const stamp = wireTime
const days = ['', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

export function resourceToWire(row: ResourceRow): Resource {
  const shared = row.hoursId !== null && row.hoursId !== row.eventsScheduleId
  return {
    id: row.id,
    name: row.name,
    typeId: row.typeId,
    type: row.typeId,
    revision: String(row.revision),
    createdDate: stamp(row.createdAt),
    updatedDate: stamp(row.updatedAt),
    workingHoursSchedules: { values: row.hoursId === null ? [] : [{ id: row.hoursId, scheduleId: row.hoursId, shared }] },
    eventsSchedule: { id: row.eventsScheduleId, scheduleId: row.eventsScheduleId },
    usesDefaultWorkingHours: shared,
    locationOptions: row.locationOptions as Resource['locationOptions'],
  }
}
export const typeToWire = (row: TypeRow): ResourceType => ({
  id: row.id,
  name: row.name,
  revision: String(row.revision),
  createdDate: stamp(row.createdAt),
  updatedDate: stamp(row.updatedAt),
})

/** Customers see name, text and picture only. */
export function staffToWire(row: StaffRow, caller: Ctx['caller'], resource?: ResourceRow): StaffMember {
  const open = {
    id: row.id,
    revision: String(row.revision),
    createdDate: stamp(row.createdAt),
    updatedDate: stamp(row.updatedAt),
    name: row.name,
    resourceId: row.resourceId,
    ...(row.description ? { description: row.description } : {}),
    ...(row.mainMedia ? { mainMedia: row.mainMedia } : {}),
  }
  if (caller.role !== 'owner') return open
  return {
    ...open,
    ...(row.email ? { email: row.email } : {}),
    ...(row.phone ? { phone: row.phone } : {}),
    serviceProvider: row.serviceProvider,
    tags: row.tags,
    extendedFields: row.extendedFields as Record<string, unknown>,
    ...(resource ? { resource: resourceToWire(resource) } : {}),
  }
}

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

export const periodToWire = (row: HoursRow): HoursPeriod => ({
  id: row.id,
  day: days[row.weekday] as HoursPeriod['day'],
  start: clock(row.startMinute),
  end: clock(row.endMinute > 1440 ? row.endMinute - 1440 : row.endMinute),
  interval: row.intervalWeeks,
  ...(row.startsOn ? { from: row.startsOn.toString() } : {}),
  ...(row.untilOn ? { until: row.untilOn.toString() } : {}),
  ...(row.locationId ? { locationId: row.locationId } : {}),
})
export function periodFromWire(period: HoursPeriod) {
  const startMinute = minuteOf(period.start)
  const end = minuteOf(period.end)
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

export const placeToWire = (row: PlaceRow): Place => ({
  id: row.id,
  name: row.name,
  default: row.isDefault,
  status: row.status as Place['status'],
  address: { addressLine: row.address, formattedAddress: row.address },
  ...(row.email ? { email: row.email } : {}),
  ...(row.phone ? { phone: row.phone } : {}),
  revision: String(row.revision),
})
