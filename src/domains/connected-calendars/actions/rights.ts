/** Who may connect calendars for whom: those who manage staff for everyone, a staff member for themselves. Others do not see that there is one. */
import { findStaffOfCaller, resourceById, resourceOfSchedule, resourceOfStaff } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findConnection, lockConnection, type ConnectionRow } from '../store/connections.ts'
import type { TransactionContext } from '#kit/api/context.ts'

/** The permission that lets someone manage the calendars of all staff. decision */
const MANAGES_ALL = 'BOOKINGS.STAFF_MEMBER_UPDATE'
export const managesAll = (ctx: ReadContext): boolean => !ctx.caller.permissions || ctx.caller.permissions.includes(MANAGES_ALL)

export interface CalendarPerson {
  resourceId: string
  scheduleId: string
  name: string
}
async function assertMine(ctx: ReadContext, person: CalendarPerson | undefined): Promise<CalendarPerson> {
  if (!person) return refuseStandard('NOT_FOUND')
  if (managesAll(ctx)) return person
  return (await findStaffOfCaller(ctx))?.resourceId === person.resourceId ? person : refuseStandard('NOT_FOUND')
}
/** A staff member whose calendars the caller may manage. Refuses with NOT_FOUND. */
export async function getPersonOfStaff(ctx: ReadContext, staffId: string): Promise<CalendarPerson> {
  return assertMine(ctx, await resourceOfStaff(ctx, staffId))
}
/** The same by the schedule of their events. Refuses with NOT_FOUND. */
export async function getPersonOfSchedule(ctx: ReadContext, scheduleId: string): Promise<CalendarPerson> {
  return assertMine(ctx, await resourceOfSchedule(ctx, scheduleId))
}
/** The resources whose connections the caller sees; undefined: all. */
export async function listMyResources(ctx: ReadContext): Promise<string[] | undefined> {
  if (managesAll(ctx)) return undefined
  const mine = await findStaffOfCaller(ctx)
  return mine ? [mine.resourceId] : []
}

async function assertConnectionIsMine(ctx: ReadContext, row: ConnectionRow | undefined): Promise<ConnectionRow> {
  const mine = await listMyResources(ctx)
  return row && (mine === undefined || mine.includes(row.resourceId)) ? row : refuseStandard('NOT_FOUND')
}
/** A connection that the caller may see. Refuses with NOT_FOUND. */
export const getConnection = async (ctx: ReadContext, id: string): Promise<ConnectionRow> => assertConnectionIsMine(ctx, await findConnection(ctx, id))
export const lockMyConnection = async (ctx: TransactionContext, id: string): Promise<ConnectionRow> =>
  assertConnectionIsMine(ctx, await lockConnection(ctx, id))
export const nameOfResource = async (ctx: ReadContext, resourceId: string): Promise<string> => (await resourceById(ctx, resourceId))?.name ?? ''
