/** A row of services as the input of a service. */
import type { RowValues } from './read-row.ts'
import { createReason, type Reason } from './reasons.ts'

/** What a service refers to by name. */
export interface ServiceSurroundings {
  /** Resources of staff who serve customers. */
  staff: readonly { id: string; name: string }[]
  categories: readonly { id: string; name: string }[]
}
const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const DEFAULT_MINUTES = 60
const DEFAULT_PLACES = 10

/**
 * decision: without a type it is an appointment, or a class when it has more than one place; an appointment without staff is given by
 * everyone who serves customers; a category that the site does not have is left out.
 */
export function toServiceInput(
  values: RowValues,
  { staff, categories }: ServiceSurroundings,
): { service: Record<string, unknown> } | { problem: Reason; field: string } {
  const type = values['type'] ?? (Number(values['capacity'] ?? 1) > 1 ? 'CLASS' : 'APPOINTMENT')
  const isAppointment = type === 'APPOINTMENT'
  const names = isAppointment ? (values['staff'] ?? '').split('; ').filter((name) => name !== '') : []
  const unknown = names.find((name) => !staff.some((one) => isSameName(one.name, name)))
  if (unknown !== undefined) return { problem: createReason('STAFF_MEMBER_GIVES_NO_SERVICES', { staff: unknown }), field: 'staff' }
  if (isAppointment && staff.length === 0) return { problem: createReason('STAFF_MISSING'), field: 'staff' }
  const category = categories.find(({ name }) => isSameName(name, values['category'] ?? ''))
  const isFree = !/[1-9]/.test(values['price'] ?? '')
  return {
    service: {
      type,
      name: values['name'],
      description: values['description'] ?? null,
      tagLine: values['tagLine'] ?? null,
      level: values['level'] ?? null,
      hidden: values['visible'] === 'no',
      category: category ? { id: category.id } : null,
      defaultCapacity: isAppointment ? 1 : Number(values['capacity'] ?? DEFAULT_PLACES),
      onlineBooking: { enabled: true },
      payment: isFree
        ? { rateType: 'NO_FEE', options: { inPerson: true } }
        : { rateType: 'FIXED', fixed: { price: { value: values['price'] } }, options: { inPerson: true } },
      ...(isAppointment && {
        staffMemberIds: (names.length === 0 ? staff : staff.filter((one) => names.some((name) => isSameName(one.name, name)))).map(({ id }) => id),
        schedule: {
          availabilityConstraints: {
            sessionDurations: [Number(values['duration'] ?? DEFAULT_MINUTES)],
            timeBetweenSessions: Number(values['buffer'] ?? 0),
          },
        },
      }),
    },
  }
}
