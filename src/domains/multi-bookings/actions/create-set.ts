/** Books a visit of several services: all parts or none. Source: guide bookings §16.1, §16.6. */
import {
  resolvePart,
  createBooking,
  findPeople,
  changeBuffer,
  queueCustomerEmailIfRequested,
  type ResolvedPart,
  type BookingRow,
  type PartExtras,
} from '#domains/bookings/public.ts'
import type { BookingInput } from '#domains/bookings/contract.ts'
import { hasMultiServiceBooking } from '#domains/services/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { Refusal } from '#kit/api/refusal.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { matchPeople } from '../rules/matching.ts'
import { checkSet, isFollowedBySamePerson, type SetType } from '../rules/set.ts'

type Notice = Parameters<typeof queueCustomerEmailIfRequested>[2]
type CreateBookingInput = Parameters<typeof createBooking>[1]
export interface CreateSetInput {
  bookings: BookingInput[]
  multiServiceBookingType?: SetType | null
  participantNotification?: Notice
  sendSmsReminder?: boolean | null
  flowControlSettings?: CreateBookingInput['flowControlSettings']
  formSubmission?: CreateBookingInput['formSubmission']
}

/** Runs the work for each part, in the order of the list or the given one; a refusal carries the index of its part. Answers in the order of the list. */
export async function forEachPart<In, Out>(list: readonly In[], work: (one: In, index: number) => Promise<Out>, order?: readonly number[]): Promise<Out[]> {
  const results: Out[] = []
  for (const index of order ?? list.keys()) {
    try {
      results[index] = await work(list[index] as In, index)
    } catch (error) {
      if (error instanceof Refusal) throw error.withData({ index })
      throw error
    }
  }
  return results
}

/** Books all parts of a visit, or none. Refuses with VALIDATION_FAILURE parts that make no set, and as `createBooking` with the index of the part. */
export async function createSet(ctx: TransactionContext, input: CreateSetInput): Promise<{ id: string; parts: BookingRow[] }> {
  const owner = ctx.caller.role === 'owner'
  const type = input.multiServiceBookingType ?? 'SEQUENTIAL_BOOKINGS'
  if (!owner && !(await hasMultiServiceBooking(ctx))) refuse('VALIDATION_FAILURE', { reason: 'MULTI_SERVICE_APPOINTMENTS_DISABLED' })
  const skipAddOnValidation = owner && input.flowControlSettings?.skipAddOnValidation === true
  const toPartExtras = ({ bookedAddOns }: BookingInput) => ({ addOns: bookedAddOns, skipAddOnValidation })
  const asked = await forEachPart(input.bookings, (booking) => resolvePart(ctx, booking.bookedEntity, toPartExtras(booking)))
  unwrapOrRefuse(checkSet(type, asked, owner))
  const bookings = type === 'PARALLEL_BOOKINGS' ? await assignPeople(ctx, input.bookings, { asked, toPartExtras }) : input.bookings
  const id = ctx.newId()
  // When one part needs approval, all parts wait for it.
  const needsApproval = asked.some((part) => part.needsApproval)
  const isRow = type === 'SEQUENTIAL_BOOKINGS'
  const [first] = bookings
  const parts = await forEachPart(
    bookings,
    (booking, place) =>
      createBooking(
        ctx,
        {
          booking: { ...booking, contactDetails: first?.contactDetails ?? null },
          flowControlSettings: input.flowControlSettings,
          sendSmsReminder: input.sendSmsReminder,
          formSubmission: input.formSubmission,
          participantNotification: null,
        },
        { part: { set: { id, type, place }, needsApproval, ...(isRow && place < bookings.length - 1 && { bufferMinutes: 0 }) } },
      ),
    listByTime(asked),
  )
  if (isRow) await keepBuffers(ctx, parts, asked)
  const confirmed = parts.filter((part) => part.status === 'CONFIRMED')
  const [firstConfirmed] = confirmed
  if (firstConfirmed)
    await queueCustomerEmailIfRequested(ctx, firstConfirmed, input.participantNotification, { template: 'booking-confirmed', variables: {}, parts: confirmed })
  return { id, parts }
}

/** Indices of the parts by time: sets that share several times claim them in the same order, so that none waits for one that waits for it. */
const listByTime = (parts: readonly ResolvedPart[]): number[] => [...parts.keys()].sort((a, b) => (parts[a]?.start ?? 0) - (parts[b]?.start ?? 0) || a - b)

/** The buffer after a part is reserved only when another person gives the next part. It is stored, for the part claims its time again when it is confirmed. */
export async function keepBuffers(ctx: TransactionContext, parts: readonly BookingRow[], asked: readonly Pick<ResolvedPart, 'bufferMinutes'>[]): Promise<void> {
  await forEachPart(parts, async (part, index) => {
    const minutes = asked[index]?.bufferMinutes ?? 0
    if (index === parts.length - 1 || minutes === 0 || isFollowedBySamePerson(parts, part)) return
    if (!(await changeBuffer(ctx, part, minutes))) refuse('SLOT_NOT_AVAILABLE')
  })
}

/** Assigns people to parallel parts so that each has at most one, if possible. */
async function assignPeople(
  ctx: ReadContext,
  bookings: readonly BookingInput[],
  { asked, toPartExtras }: { asked: readonly ResolvedPart[]; toPartExtras: (booking: BookingInput) => PartExtras },
): Promise<BookingInput[]> {
  const candidates = await forEachPart(bookings, async (booking, index) => {
    const named = asked[index]?.namedResource
    return named ? [named] : findPeople(ctx, booking.bookedEntity, toPartExtras(booking))
  })
  const match = matchPeople(candidates)
  if ('left' in match) return refuse('SLOT_NOT_AVAILABLE', { index: match.left })
  return bookings.map((booking, index) => {
    const slot = booking.bookedEntity?.slot
    return { ...booking, bookedEntity: { slot: { ...slot, resource: { id: match.people[index] ?? null } } } }
  })
}
