/** Waiting lists → actions. */
import type { Handlers } from '#kit/mount.ts'
import { enroll, leave, register } from '../actions/wait.ts'
import { waitlistPolicyOf } from '../actions/waitlist.ts'
import { viewerOf } from '../actions/viewer.ts'
import type { waitlistApi } from '../contract.ts'
import * as store from '../store/bookings.ts'
import { waitingIn, waitlistsOf, type EntryRecord } from '../store/waitlist.ts'
import * as places from '../time.ts'
import { iso } from '../wire.ts'
import { one } from './bookings.ts'

const toWire = (entry: EntryRecord, line: readonly EntryRecord[]) => ({
  id: entry.id,
  bookingId: entry.bookingId,
  waitingResource: { sessionId: entry.sessionId, scheduleId: entry.scheduleId },
  status: entry.status,
  numberOfParticipants: entry.people,
  position: line.findIndex((one) => one.id === entry.id) + 1,
  ...(entry.offerUntil && { offerExpiresDate: iso(entry.offerUntil) }),
  createdDate: iso(entry.createdAt),
  availableActions: { leave: entry.status !== 'ENROLLED' && entry.status !== 'LEFT', enroll: entry.status === 'SUGGESTING' },
})

/** Who waits, as the business sees it. */
const customerOf = ({ contactDetails: { firstName, lastName, email }, revision }: store.BookingRecord) => ({
  customer: { name: [firstName, lastName].filter(Boolean).join(' ') || email || '', ...(email && { email }), bookingRevision: String(revision) },
})

export const waitlistHandlers: Handlers<typeof waitlistApi> = {
  register: async (ctx, { body }) => {
    const { entry } = await register(ctx, body)
    return { registration: toWire(entry, await waitingIn(ctx, [entry.sessionId])) }
  },
  enroll: async (ctx, { body }) => one(ctx, await enroll(ctx, body)),
  leave: async (ctx, { body }) => {
    await leave(ctx, body)
    return {}
  },
  list: async (ctx, { body }) => {
    const ids = [...new Set(body.sessionIds)]
    const [entries, rounds] = [await waitingIn(ctx, ids), await waitlistsOf(ctx, ids)]
    const visible = await store.bookingsById(
      ctx,
      await viewerOf(ctx),
      entries.map((entry) => entry.bookingId),
    )
    const mine = new Map(visible.map((booking) => [booking.id, booking]))
    const shown = (entry: EntryRecord, line: readonly EntryRecord[]) => {
      const booking = mine.get(entry.bookingId)
      return booking ? [{ ...toWire(entry, line), ...(ctx.caller.role === 'owner' && customerOf(booking)) }] : []
    }
    const waitlists = []
    for (const sessionId of ids) {
      const session = await places.sessionRow(ctx, sessionId)
      if (!session?.serviceId) continue
      const policy = await waitlistPolicyOf(ctx, session.serviceId)
      const here = entries.filter((entry) => entry.sessionId === sessionId)
      const locked = rounds.some((round) => round.sessionId === sessionId && round.running)
      waitlists.push({
        sessionId,
        status: !policy.enabled ? 'DISABLED' : session.bookableCapacity > 0 ? 'OPEN' : locked ? 'LOCKED' : here.length >= policy.capacity ? 'FULL' : 'ACTIVE',
        timeWindowMinutes: policy.minutes,
        numberOfRegistrations: here.length,
        capacity: policy.capacity,
        registrations: here.flatMap((entry) => shown(entry, here)),
      })
    }
    return { waitlists }
  },
}
