/** Bookings that are still ahead. Each takes its seat or its time under the same constraint as any other booking. */
import { Temporal } from 'temporal-polyfill'
import { sessionsIn } from '#domains/availability/public.ts'
import { applyConfirmation, createBooking, isBookingKnown } from '#domains/bookings/public.ts'
import { listServices, type ServiceDefinition } from '#domains/services/public.ts'
import { resourcesOfType, staffTypeId } from '#domains/staff/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { minuteMs } from '#kit/pure/zone.ts'
import { findBookingSkip, isPaidBooking } from '../../rules/booking-input.ts'
import type { ImportOptions } from '../../rules/options.ts'
import type { RowValues } from '../../rules/read-row.ts'
import { createReason } from '../../rules/reasons.ts'
import { created, failed, type Importer, type Outcome, skipped } from './importer.ts'

const MAX_SERVICES = 5000
type Booked = NonNullable<Parameters<typeof createBooking>[1]['booking']>
type Surroundings = { services: readonly ServiceDefinition[]; staff: readonly { id: string; name: string }[] }

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()
const loadSurroundings = async (ctx: ReadContext): Promise<Surroundings> => ({
  services: await listServices(ctx, MAX_SERVICES),
  staff: await resourcesOfType(ctx, staffTypeId),
})
const isHere = async (ctx: ReadContext, { externalId = '' }: RowValues): Promise<boolean> => isGuid(externalId) && isBookingKnown(ctx, externalId.toLowerCase())

/** The service and the slot of a row, or why there is none. */
async function resolve(ctx: ReadContext, values: RowValues, { services, staff }: Surroundings): Promise<{ bookedEntity: Booked['bookedEntity'] } | Outcome> {
  if (await isHere(ctx, values)) return skipped(createReason('ALREADY_HERE'))
  const skip = findBookingSkip(values, ctx.now)
  if (skip !== undefined) return skipped(skip)
  const service = services.find(({ name }) => isSameName(name, values['service'] ?? ''))
  if (!service) return failed(createReason('SERVICE_UNKNOWN', { service: values['service'] ?? '' }), 'service')
  const person = values['staff'] === undefined ? undefined : staff.find(({ name }) => isSameName(name, values['staff'] ?? ''))
  if (values['staff'] !== undefined && !person && service.type === 'APPOINTMENT')
    return failed(createReason('STAFF_MEMBER_UNKNOWN', { staff: values['staff'] }), 'staff')
  if (service.type === 'COURSE') return { bookedEntity: { schedule: { scheduleId: service.scheduleId, serviceId: service.id } } }
  return service.type === 'CLASS' ? resolveSession(ctx, service, values) : { bookedEntity: { slot: toAppointmentSlot(service, values, person?.id) } }
}
async function resolveSession(
  ctx: ReadContext,
  service: ServiceDefinition,
  { start = '' }: RowValues,
): Promise<{ bookedEntity: Booked['bookedEntity'] } | Outcome> {
  const at = Temporal.Instant.from(start).epochMilliseconds
  const sessions = await sessionsIn(ctx, { scheduleIds: [service.scheduleId] }, { start: at, end: at + minuteMs })
  const session = sessions.find((one) => one.start === at)
  if (!session) return failed(createReason('SESSION_UNKNOWN', { service: service.name }), 'start')
  return { bookedEntity: { slot: { eventId: session.id, serviceId: service.id } } }
}
function toAppointmentSlot(
  service: ServiceDefinition,
  { start = '', end }: RowValues,
  resourceId: string | undefined,
): NonNullable<Booked['bookedEntity']>['slot'] {
  const minutes = service.sessionDurations[0] ?? 60
  const [place] = service.locations
  const locationType = ({ BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const)[(place?.type ?? 'BUSINESS') as 'BUSINESS']
  return {
    serviceId: service.id,
    startDate: start,
    endDate: end ?? Temporal.Instant.from(start).add({ minutes }).toString(),
    location: { locationType, id: place?.business?.id ?? place?.custom?.id },
    ...(resourceId ? { resource: { id: resourceId } } : { resourceSelections: [{ resourceTypeId: staffTypeId, selectionMethod: 'ANY_RESOURCE' }] }),
  }
}

async function book(ctx: TransactionContext, bookedEntity: Booked['bookedEntity'], values: RowValues, { tellsClients }: ImportOptions): Promise<string> {
  const { email, firstName = email?.split('@')[0], lastName, phone } = values
  const held = await createBooking(ctx, {
    booking: {
      bookedEntity,
      contactDetails: { email, firstName, lastName, phone },
      totalParticipants: Number(values['participants'] ?? 1) || 1,
      selectedPaymentOption: 'OFFLINE',
    },
    participantNotification: { notifyParticipants: false },
    flowControlSettings: { skipSelectedPaymentOptionValidation: true, skipBusinessConfirmation: true },
  } as Parameters<typeof createBooking>[1])
  // What was paid elsewhere leaves no money and no receipt here.
  const paymentStatus = isPaidBooking(values) ? 'PAID' : 'NOT_PAID'
  await applyConfirmation(ctx, held, { paymentStatus, participantNotification: { notifyParticipants: tellsClients } })
  return held.id
}

export const bookingsImporter: Importer = {
  async foresee(ctx, rows) {
    const surroundings = await loadSurroundings(ctx)
    const outcomes: Outcome[] = []
    for (const values of rows) {
      const found = await resolve(ctx, values, surroundings)
      outcomes.push('bookedEntity' in found ? created : found)
    }
    return outcomes
  },
  async bringIn(ctx, values, options) {
    const found = await resolve(ctx, values, await loadSurroundings(ctx))
    return 'bookedEntity' in found ? { state: 'CREATED', entityId: await book(ctx, found.bookedEntity, values, options) } : found
  },
}
