/** A visit of several services is booked: all of it or nothing. Source: guide: bookings 16.1, 16.6. */
import { askedPart, createBooking, peopleFor, takeAgain, tellIfAsked, type AskedPart, type BookingRecord, type PartExtras } from '#domains/bookings/public.ts'
import type { BookingIn } from '#domains/bookings/contract.ts'
import { sellsVisits } from '#domains/services/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { Refusal } from '#kit/refusal.ts'
import { orRefuse, refuse } from '../errors.ts'
import { matchPeople } from '../rules/matching.ts'
import { checkSet, type SetType } from '../rules/set.ts'

type Notice = Parameters<typeof tellIfAsked>[3]
type Wish = Parameters<typeof createBooking>[1]
export interface SetWish {
  bookings: BookingIn[]
  multiServiceBookingType?: SetType | null
  participantNotification?: Notice
  sendSmsReminder?: boolean | null
  flowControlSettings?: Wish['flowControlSettings']
  formSubmission?: Wish['formSubmission']
}

/** The same work for each part; a refusal says which part it is about. */
export async function eachPart<In, Out>(list: readonly In[], work: (one: In, index: number) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  for (const [index, one] of list.entries()) {
    try {
      results.push(await work(one, index))
    } catch (error) {
      if (error instanceof Refusal) throw error.with({ index })
      throw error
    }
  }
  return results
}

export async function createSet(ctx: Ctx, wish: SetWish): Promise<{ id: string; parts: BookingRecord[] }> {
  const owner = ctx.caller.role === 'owner'
  const type = wish.multiServiceBookingType ?? 'SEQUENTIAL_BOOKINGS'
  if (!owner && !(await sellsVisits(ctx))) refuse('VALIDATION_FAILURE', { reason: 'MULTI_SERVICE_APPOINTMENTS_DISABLED' })
  const skipAddOnValidation = owner && wish.flowControlSettings?.skipAddOnValidation === true
  const extrasOf = ({ bookedAddOns }: BookingIn) => ({ addOns: bookedAddOns, skipAddOnValidation })
  const asked = await eachPart(wish.bookings, (booking) => askedPart(ctx, booking.bookedEntity, extrasOf(booking)))
  orRefuse(checkSet(type, asked, owner))
  const bookings = type === 'PARALLEL_BOOKINGS' ? await withPeople(ctx, wish.bookings, { asked, extrasOf }) : wish.bookings
  const id = ctx.newId()
  // One visit, one answer: when a part needs approval, all of them wait.
  const needsApproval = asked.some((part) => part.needsApproval)
  const isRow = type === 'SEQUENTIAL_BOOKINGS'
  const [first] = bookings
  const parts = await eachPart(bookings, (booking, place) =>
    createBooking(
      ctx,
      {
        booking: { ...booking, contactDetails: first?.contactDetails ?? null },
        flowControlSettings: wish.flowControlSettings,
        sendSmsReminder: wish.sendSmsReminder,
        formSubmission: wish.formSubmission,
        participantNotification: null,
      },
      { set: { id, type, place }, needsApproval, ...(isRow && place < bookings.length - 1 && { bufferMinutes: 0 }) },
    ),
  )
  if (isRow) await keepBuffers(ctx, parts, asked)
  const confirmed = parts.filter((part) => part.status === 'CONFIRMED')
  const [told] = confirmed
  if (told) await tellIfAsked(ctx, 'booking-confirmed', told, wish.participantNotification, { parts: confirmed })
  return { id, parts }
}

/** The break after a part is kept free only when somebody else gives the next one. */
export async function keepBuffers(ctx: Ctx, parts: readonly BookingRecord[], asked: readonly Pick<AskedPart, 'bufferMinutes'>[]): Promise<void> {
  await eachPart(parts, async (part, index) => {
    const next = parts[index + 1]
    const minutes = asked[index]?.bufferMinutes ?? 0
    if (!next || minutes === 0 || next.resourceId === part.resourceId) return
    if (!(await takeAgain(ctx, { ...part, bufferMinutes: minutes }, { holdUntil: part.holdUntil, forced: part.forced }))) refuse('SLOT_NOT_AVAILABLE')
  })
}

/** At the same time nobody serves two: open parts are given people so that all fit, if any way exists. */
async function withPeople(
  ctx: Ctx,
  bookings: readonly BookingIn[],
  { asked, extrasOf }: { asked: readonly AskedPart[]; extrasOf: (booking: BookingIn) => PartExtras },
): Promise<BookingIn[]> {
  const candidates = await eachPart(bookings, async (booking, index) => {
    const named = asked[index]?.namedResource
    return named ? [named] : peopleFor(ctx, booking.bookedEntity, extrasOf(booking))
  })
  const match = matchPeople(candidates)
  if ('left' in match) return refuse('SLOT_NOT_AVAILABLE', { index: match.left })
  return bookings.map((booking, index) => {
    const slot = booking.bookedEntity?.slot
    return { ...booking, bookedEntity: { slot: { ...slot, resource: { id: match.people[index] ?? null } } } }
  })
}
