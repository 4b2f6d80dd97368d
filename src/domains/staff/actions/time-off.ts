/** Time off that staff members ask for. Approved days become time off beside the weekly hours. Own rule of this product. */
import { Temporal } from 'temporal-polyfill'
import { findSiteUser } from '#domains/collaborators/public.ts'
import { audit } from '#domains/identity/public.ts'
import { openMailer, queueEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import type { TimeOff } from '../contract/time-off.ts'
import type { StaffEmails } from '../emails/variables.ts'
import { refuse } from '../errors.ts'
import { type DaysProblem, findDaysProblem, formatDays } from '../rules/time-off.ts'
import { lockStaff, type StaffRow } from '../store/staff.ts'
import * as store from '../store/time-off.ts'
import { timeOffToWire } from '../wire.ts'
import { acceptStaffInvitation, findStaffOfCaller } from './connection.ts'
import { createSpecialDay } from './special-days.ts'

const MAX_LISTED = 100
const screenPath = '/dashboard/staff?tab=time-off'

/** What the caller asked for as a staff member; nothing for a caller who is none. */
export async function listMyTimeOff(ctx: ReadContext) {
  const person = await findStaffOfCaller(ctx)
  if (!person) return { requests: [] }
  const rows = await store.listStaffTimeOff(ctx, person.id, MAX_LISTED)
  return { staffMember: { id: person.id, name: person.name, resourceId: person.resourceId }, requests: rows.map(timeOffToWire) }
}

const problemTexts: Record<DaysProblem, string> = {
  IS_OVER: 'must not be over',
  ENDS_BEFORE_START: 'must not be before the first day',
  TOO_LONG: 'must be at most a year after the first day',
  TOO_FAR_AHEAD: 'must begin within two years',
}
async function emailOwners(ctx: TransactionContext, person: StaffRow, days: { from: Temporal.PlainDate; until: Temporal.PlainDate; reason: string }) {
  const mailer = await openMailer<StaffEmails>(ctx, { kind: 'owners' })
  const { timeZone } = await getSite(ctx)
  const link = `${ctx.origin}${screenPath}`
  const variables = ({ language }: { language: string }) => ({
    staffName: person.name,
    days: formatDays(days.from, days.until, language, timeZone),
    reason: days.reason,
    link,
  })
  mailer.queue({ template: 'time-off-requested', variables })
}

/** Asks for days off and emails the owners. Refuses with 400 days that are over or too far, with NO_STAFF_MEMBER and TIME_OFF_OVERLAPS. */
export async function requestTimeOff(
  ctx: TransactionContext,
  sent: { from: string; until: string; reason?: string | undefined },
): Promise<{ request: TimeOff }> {
  const person = (await acceptStaffInvitation(ctx)) ?? refuse('NO_STAFF_MEMBER')
  const [from, until] = [Temporal.PlainDate.from(sent.from), Temporal.PlainDate.from(sent.until)]
  const today = ctx.now.toZonedDateTimeISO((await getSite(ctx)).timeZone).toPlainDate()
  const problem = findDaysProblem(from, until, today)
  assertNoViolations(problem ? [{ field: 'until', description: problemTexts[problem], violatedRule: 'VALIDATION', data: {} }] : [])
  await lockStaff(ctx, person.id)
  if (await store.isTimeOffTaken(ctx, person.id, from, until)) refuse('TIME_OFF_OVERLAPS')
  const reason = (sent.reason ?? '').trim()
  const id = await store.insertTimeOff(ctx, { staffId: person.id, userId: ctx.caller.userId as string, startsOn: from, untilOn: until, reason })
  await emailOwners(ctx, person, { from, until, reason })
  await audit(ctx, 'time-off.requested', { subjectId: id, data: { from: sent.from, until: sent.until } })
  const row = (await store.lockTimeOff(ctx, id)) ?? refuseStandard('NOT_FOUND')
  return { request: timeOffToWire(row) }
}

/** Withdraws a request that waits. Refuses those of others with NOT_FOUND. */
export async function withdrawTimeOff(ctx: TransactionContext, id: string): Promise<void> {
  const row = await store.lockTimeOff(ctx, id)
  if (!row || row.userId !== ctx.caller.userId) return refuseStandard('NOT_FOUND')
  if (!(await store.moveTimeOff(ctx, row, 'withdraw', ''))) refuse('TIME_OFF_ANSWERED')
  await audit(ctx, 'time-off.withdrawn', { subjectId: id })
}

export async function listTimeOffRequests(ctx: ReadContext) {
  const [pending, answered] = await Promise.all([store.listPendingTimeOff(ctx, MAX_LISTED), store.listDecidedTimeOff(ctx, MAX_LISTED)])
  return { pending: pending.map(timeOffToWire), answered: answered.map(timeOffToWire) }
}

/**
 * Approves or declines a request that waits. Approved days are time off of the staff member from now on; what is booked on them stays.
 * Refuses with TIME_OFF_ANSWERED a request that waits no longer, with 400 days that are special already.
 */
export async function answerTimeOff(ctx: TransactionContext, id: string, step: 'approve' | 'decline', sentNote: string | undefined): Promise<void> {
  const row = (await store.lockTimeOff(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const note = (sentNote ?? '').trim()
  if (!(await store.moveTimeOff(ctx, row, step, note))) refuse('TIME_OFF_ANSWERED')
  if (step === 'approve')
    await createSpecialDay(ctx, { resourceId: row.resourceId, from: row.startsOn.toString(), until: row.untilOn.toString(), title: 'Time off' })
  await audit(ctx, step === 'approve' ? 'time-off.approved' : 'time-off.declined', { subjectId: id })
  const user = await findSiteUser(ctx, { id: row.userId })
  // The person may have left the team.
  if (!user) return
  const { timeZone } = await getSite(ctx)
  await queueEmail<StaffEmails>(
    ctx,
    { kind: 'user', address: user.email },
    {
      template: step === 'approve' ? 'time-off-approved' : 'time-off-declined',
      variables: ({ language }) => ({
        staffName: row.staffName,
        days: formatDays(row.startsOn, row.untilOn, language, timeZone),
        note,
        link: `${ctx.origin}${screenPath}`,
      }),
    },
  )
}
