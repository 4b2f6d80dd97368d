/** Schedules of bookings. Source: guide bookings §20.2, §22. */
import { Temporal } from 'temporal-polyfill'
import { getAutomation, hasAutomations } from '#domains/notifications/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { DueAt, Schedule, SiteCondition } from '#kit/jobs/runner.ts'
import { deleteOldJobs, hasOldJobs } from './actions/changes/bulk-jobs.ts'
import { calculateReminder } from './actions/emails/calendar-entry.ts'
import { releaseAbandonedCoupons } from './actions/money/coupons.ts'
import { applyDecline, describeGivenBack, type DeclinedBooking } from './actions/changes/decide.ts'
import { queueCustomerEmail, type CustomerEmail } from './actions/emails/emails.ts'
import { releaseSlot } from './actions/changes/release-slot.ts'
import { queueFollowUps } from './actions/emails/follow-ups.ts'
import { isWorthReminding, listStandingParts } from './rules/reminders.ts'
import { getLatestUnanswered } from './rules/requests.ts'
import * as store from './store/bookings.ts'
import {
  deleteAbandoned,
  DUE_BATCH,
  hasAbandoned,
  hasDueReminders,
  hasOverdueHolds,
  hasUnansweredRequests,
  listRequestedCourses,
  lockCourseRequests,
  lockDueReminders,
  lockOverdueHolds,
  lockUnansweredRequests,
} from './store/due-bookings.ts'
import { deleteFlows, hasFlows } from './store/flows.ts'
import { deleteUses, hasUses } from './store/link-uses.ts'
import { foldOwedChanges, hasOwedChanges } from './store/owed.ts'
import { findCourse } from './scheduling.ts'

/** Releases expired holds. The bookings stay CREATED, without event or email. Source: guide bookings §5.2 row 16. */
async function releaseOverdueHolds(ctx: TransactionContext): Promise<number> {
  const overdue = await lockOverdueHolds(ctx)
  for (const booking of overdue) {
    await releaseSlot(ctx, booking)
    await store.updateBooking(ctx, booking.id, { holdUntil: null })
  }
  if (overdue.length > 0) await releaseAbandonedCoupons(ctx)
  return overdue.length
}

const notAnsweredText = {
  message: 'The request was not answered in time.',
  de: 'Die Anfrage wurde nicht rechtzeitig beantwortet.',
  fr: 'La demande n’a pas reçu de réponse à temps.',
  es: 'La solicitud no se respondió a tiempo.',
}

/** A visit is one request: when its first part begins unanswered, all pending parts are declined, with one email. */
async function declineVisit(ctx: TransactionContext, visit: string): Promise<void> {
  const gone: DeclinedBooking[] = []
  for (const part of await store.lockPartsOfSet(ctx, { all: true }, visit))
    if (part.status === 'PENDING') gone.push(await applyDecline(ctx, part, { bySystem: { reason: notAnsweredText }, skipEmail: true }))
  const parts = gone.map(({ booking }) => booking)
  const [first] = parts
  const variables: CustomerEmail<'booking-declined'>['variables'] = {
    reason: ({ translate }) => translate(notAnsweredText),
    refundText: describeGivenBack(gone),
  }
  if (first) await queueCustomerEmail(ctx, first, { template: 'booking-declined', parts, variables })
}

/** Requests for courses of which another session began, or the last one. */
async function lockDueCourseRequests(ctx: TransactionContext): Promise<store.BookingRow[]> {
  const due: store.BookingRow[] = []
  for (const scheduleId of await listRequestedCourses(ctx)) {
    const sessions = (await findCourse(ctx, scheduleId))?.sessions ?? []
    const starts = sessions.map(({ start }) => Temporal.Instant.fromEpochMilliseconds(start))
    due.push(...(await lockCourseRequests(ctx, scheduleId, getLatestUnanswered(starts, ctx.now))))
  }
  return due
}

/** Declines requests without an answer at their start. Source: guide bookings §5.2 row 19. */
async function declineUnanswered(ctx: TransactionContext): Promise<number> {
  const requests = [...(await lockUnansweredRequests(ctx)), ...(await lockDueCourseRequests(ctx))]
  const ended = new Set<string>()
  for (const booking of requests) {
    // The parts of a basket are independent requests.
    const visit = booking.multiServiceBooking?.type === 'SEPARATE_BOOKINGS' ? undefined : booking.multiServiceBooking?.id
    if (!visit) await applyDecline(ctx, booking, { bySystem: { reason: notAnsweredText } })
    else if (!ended.has(visit)) await declineVisit(ctx, visit)
    if (visit) ended.add(visit)
  }
  return requests.length
}

/** The parts that the reminder of a set lists; undefined for a booking on its own. */
const listPartsToRemind = async (ctx: TransactionContext, { multiServiceBooking: set }: store.BookingRow): Promise<store.BookingRow[] | undefined> =>
  set ? listStandingParts(await store.listPartsOfSet(ctx, { all: true }, set.id)) : undefined

/** Queues due reminders, if the business sends any: of a set that of its first part; a course continues with that of its next session. */
async function queueReminders(ctx: TransactionContext): Promise<number> {
  const waiting = await lockDueReminders(ctx)
  const { isOn, amount } = await getAutomation(ctx, 'BEFORE_BOOKING')
  for (const booking of waiting) {
    const start = booking.remindAt?.add({ hours: amount }) ?? booking.startAt
    const parts = await listPartsToRemind(ctx, booking)
    const isFirst = !parts || parts[0]?.id === booking.id
    if (isOn && isFirst && isWorthReminding(start, ctx.now, amount))
      await queueCustomerEmail(ctx, booking, {
        template: 'booking-reminder',
        uniqueBy: start.toString(),
        startsAt: start,
        variables: {},
        parts,
      })
    await store.updateBooking(ctx, booking.id, {
      remindAt: booking.serviceType === 'COURSE' ? await calculateReminder(ctx, booking) : null,
      ...(isFirst && { remindedAt: ctx.now }),
    })
  }
  return waiting.length
}

/** Until when abandoned bookings are deleted (a month, as work on many of them), flows (a day), counters of link uses (two hours). */
const toLimits = ({ now, authNow }: Pick<DueAt, 'now' | 'authNow'>) => ({
  abandoned: now.subtract({ hours: 30 * 24 }),
  flows: authNow.subtract({ hours: 24 }),
  uses: authNow.subtract({ hours: 2 }),
})
async function deleteExpired(ctx: TransactionContext): Promise<number> {
  const before = toLimits(ctx)
  const abandoned = await deleteAbandoned(ctx, before.abandoned)
  return abandoned + (await deleteOldJobs(ctx)) + (await deleteFlows(ctx, before.flows)) + (await deleteUses(ctx, before.uses))
}
const hasExpired: readonly SiteCondition[] = [
  (at) => hasAbandoned(toLimits(at).abandoned),
  hasOldJobs,
  (at) => hasFlows(toLimits(at).flows),
  (at) => hasUses(toLimits(at).uses),
]

export const bookingsSchedules: readonly Schedule[] = [
  { name: 'bookings.holds', everySeconds: 15, isDue: hasOverdueHolds, repeatAfter: DUE_BATCH, run: releaseOverdueHolds },
  { name: 'bookings.unanswered', everySeconds: 60, isDue: hasUnansweredRequests, repeatAfter: DUE_BATCH, run: declineUnanswered },
  { name: 'bookings.reminders', everySeconds: 60, isDue: hasDueReminders, repeatAfter: DUE_BATCH, run: queueReminders },
  { name: 'bookings.follow-ups', everySeconds: 300, isDue: hasAutomations('AFTER_BOOKING', 'LAPSED'), run: queueFollowUps },
  { name: 'bookings.owed', everySeconds: 60, isDue: hasOwedChanges, run: foldOwedChanges },
  { name: 'bookings.clean-up', everySeconds: 86_400, isDue: hasExpired, run: deleteExpired },
]
