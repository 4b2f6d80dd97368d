/** More or fewer people come. Source: guide: bookings 10.1. */
import type { Ctx } from '#kit/ctx.ts'
import type { BookingIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { peopleIn } from '../rules/choices.ts'
import { addOnsFor, due } from '../rules/due.ts'
import { lockKnownWaitlist } from '../store/waitlist.ts'
import type * as store from '../store/bookings.ts'
import { begin, mayStep, save } from './change.ts'
import { adjustCredits } from './credits.ts'
import { paidFor, statusFor } from './money.ts'
import { mustBeOffered, sessionMinutes, type Choices } from './extras.ts'
import { capacityOf, offerOf, takePlace } from './place.ts'
import { repriced } from './reprice.ts'
import { wakeWaitlist } from './waitlist.ts'

export interface ParticipantsAsk {
  revision?: string | null
  totalParticipants?: number | null
  participantsChoices?: BookingIn['participantsChoices']
}

export async function changeParticipants(ctx: Ctx, id: string, ask: ParticipantsAsk): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, ask.revision)
  mayStep(booking, 'changeParticipants')
  const choices = ask.participantsChoices ?? null
  if ((choices !== null) === (ask.totalParticipants != null))
    return refuse('VALIDATION_FAILURE', { violations: [{ field: 'totalParticipants', description: 'or participantsChoices is required, not both' }] })
  if (booking.serviceType === 'APPOINTMENT') return refuse('VALIDATION_FAILURE', { reason: 'APPOINTMENT' })
  if ((choices !== null) !== (booking.participantsChoices !== null)) return refuse('VALIDATION_FAILURE', { reason: 'OTHER_KIND' })
  const people = choices ? peopleIn(choices.serviceChoices) : (ask.totalParticipants as number)
  if (people === booking.participants && JSON.stringify(choices) === JSON.stringify(booking.participantsChoices)) return booking
  await takeSeats(ctx, booking, people)
  const credits = booking.planOrderId ? await adjustCredits(ctx, booking, people) : booking.credits
  const price = await priceAfter(ctx, booking, choices, people)
  const { total } = price
  const paid = (await paidFor(ctx, [booking])).get(booking.id) ?? 0
  const raised = booking.paymentStatus === 'PAID' && booking.planOrderId === null && total > booking.price.total
  const next = await save(ctx, booking, {
    participants: people,
    participantsChoices: choices,
    credits,
    price,
    paymentStatus: raised ? 'PARTIALLY_PAID' : statusFor(booking.paymentStatus, total, paid),
  })
  acted(
    ctx,
    'number_of_participants_updated',
    next,
    booking.participantsChoices ? { previousParticipantsChoices: booking.participantsChoices } : { previousTotalParticipants: booking.participants },
  )
  return next
}

/** A booking without a place (an abandoned checkout) takes none here; fewer people make room for those who wait. */
async function takeSeats(ctx: Ctx, booking: store.BookingRecord, people: number): Promise<void> {
  if (booking.status === 'CREATED' && booking.holdUntil === null) return
  const list = booking.serviceType === 'CLASS' && booking.eventId ? await lockKnownWaitlist(ctx, booking.eventId) : undefined
  const result = await takePlace(
    ctx,
    { ...booking, participants: people },
    { capacity: await capacityOf(ctx, booking), holdUntil: booking.holdUntil, forced: false },
  )
  if (!result.taken) refuse(booking.serviceType === 'CLASS' ? 'SESSION_CAPACITY_EXCEEDED' : 'SCHEDULE_CAPACITY_EXCEEDED', { left: result.left })
  if (list && people < booking.participants) await wakeWaitlist(ctx, list.sessionId, true)
}

/** Other choices, another price; by the person and the length it has. */
async function priceAfter(ctx: Ctx, booking: store.BookingRecord, choices: Choices, people: number): Promise<store.PriceSnapshot> {
  if (!choices) {
    const extras = { ...booking.price, addOns: addOnsFor(booking.price, booking.participants, people) }
    return { ...extras, total: due(booking.price.terms, booking.paymentOption, people, booking.depositSelected === true, extras).total }
  }
  const offer = await offerOf(ctx, { serviceId: booking.serviceId })
  await mustBeOffered(ctx, offer, choices, { minutes: sessionMinutes(booking), resources: booking.resourceIds, resourceNamed: true })
  return repriced(ctx, booking, offer, { ...booking, addOns: undefined, people, choices, choosesAnew: true })
}
