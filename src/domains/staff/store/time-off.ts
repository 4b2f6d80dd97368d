/** SQL on requests for time off. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { findTransition, getTransition } from '#kit/pure/state-machine.ts'
import { timeOffMachine, type TimeOffState, type TimeOffStep } from '../rules/time-off-machine.ts'

export interface TimeOffRow {
  id: string
  staffId: string
  staffName: string
  resourceId: string
  userId: string
  startsOn: Temporal.PlainDate
  /** Inclusive. */
  untilOn: Temporal.PlainDate
  reason: string
  state: TimeOffState
  note: string
  createdAt: Temporal.Instant
  decidedAt: Temporal.Instant | null
}
const requests = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('timeOffRequest as t')
    .innerJoin('staffMember as s', (join) => join.onRef('s.siteId', '=', 't.siteId').onRef('s.id', '=', 't.staffId'))
    .select(['t.id', 't.staffId', 's.name as staffName', 's.resourceId', 't.userId', 't.startsOn', 't.untilOn', 't.reason', 't.state', 't.note'])
    .select(['t.createdAt', 't.decidedAt'])
    .where('t.siteId', '=', ctx.siteId)
    .$castTo<TimeOffRow>()

/** Those of one staff member, the last days first. */
export const listStaffTimeOff = (ctx: ReadContext, staffId: string, limit: number): Promise<TimeOffRow[]> =>
  requests(ctx).where('t.staffId', '=', staffId).orderBy('t.untilOn', 'desc').orderBy('t.id').limit(limit).execute()
/** What waits for an answer, the next days first. Staff members in the trash bin wait for none. */
export const listPendingTimeOff = (ctx: ReadContext, limit: number): Promise<TimeOffRow[]> =>
  requests(ctx).where('t.state', '=', 'PENDING').where('s.deletedAt', 'is', null).orderBy('t.startsOn').orderBy('t.id').limit(limit).execute()
/** What was answered, the last answer first. */
export const listDecidedTimeOff = (ctx: ReadContext, limit: number): Promise<TimeOffRow[]> =>
  requests(ctx).where('t.decidedAt', 'is not', null).orderBy('t.decidedAt', 'desc').orderBy('t.id').limit(limit).execute()

/** The request with its row locked. */
export const lockTimeOff = (ctx: TransactionContext, id: string): Promise<TimeOffRow | undefined> =>
  requests(ctx).where('t.id', '=', id).forUpdate('t').executeTakeFirst()

/** Whether some of the days are asked for or approved already. */
export const isTimeOffTaken = async (ctx: ReadContext, staffId: string, from: Temporal.PlainDate, until: Temporal.PlainDate): Promise<boolean> =>
  (await ctx.db
    .selectFrom('timeOffRequest')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('staffId', '=', staffId)
    .where('untilOn', '>=', from)
    .where('startsOn', '<=', until)
    .where('state', 'in', ['PENDING', 'APPROVED'])
    .executeTakeFirst()) !== undefined

export const insertTimeOff = async (
  ctx: TransactionContext,
  row: Pick<TimeOffRow, 'staffId' | 'userId' | 'startsOn' | 'untilOn' | 'reason'>,
): Promise<string> => {
  const id = ctx.newId()
  await ctx.tx
    .insertInto('timeOffRequest')
    .values({ siteId: ctx.siteId, id, ...row, state: 'PENDING', createdAt: ctx.now })
    .execute()
  return id
}

/** Answers or withdraws a request that waits; false when it does not. */
export async function moveTimeOff(ctx: TransactionContext, row: TimeOffRow, step: TimeOffStep, note: string): Promise<boolean> {
  if (!findTransition(timeOffMachine, row.state, step)) return false
  const transition = getTransition(timeOffMachine, row.state, step)
  const decided = step === 'withdraw' ? {} : { decidedAt: ctx.now, decidedBy: ctx.caller.userId ?? null }
  await ctx.tx
    .updateTable('timeOffRequest')
    .set({ state: transition.to, note, ...decided })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', row.id)
    .where('state', '=', transition.from)
    .execute()
  return true
}
