/** Who may connect calendars for whom: those with the permission for all staff for everyone, a staff member for themselves. Others do not see that there is one. */
import { findStaffOfCaller, resourceById, resourceOfSchedule, resourceOfStaff } from '#domains/staff/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { findConnection, lockConnection, type ConnectionRow } from '../store/connections.ts'

/** The permissions that let someone read, or manage, the calendars of all staff. For the own ones a staff member needs none. decision. Source: guide services-and-availability §14.2. */
const forAll = {
  read: 'CALENDAR.READ_ALL_EXTERNAL_CALENDAR_CONNECTIONS',
  manage: 'CALENDAR.MANAGE_ALL_EXTERNAL_CALENDAR_CONNECTIONS',
} as const
export type CalendarRight = keyof typeof forAll
export const hasRightForAll = (ctx: ReadContext, right: CalendarRight): boolean => !ctx.caller.permissions || ctx.caller.permissions.includes(forAll[right])

export interface CalendarPerson {
  resourceId: string
  scheduleId: string
  name: string
}
async function assertMine(ctx: ReadContext, right: CalendarRight, person: CalendarPerson | undefined): Promise<CalendarPerson> {
  if (!person) return refuseStandard('NOT_FOUND')
  if (hasRightForAll(ctx, right)) return person
  return (await findStaffOfCaller(ctx))?.resourceId === person.resourceId ? person : refuseStandard('NOT_FOUND')
}
/** A staff member whose calendars the caller may read or manage. Refuses with NOT_FOUND. */
export async function getPersonOfStaff(ctx: ReadContext, right: CalendarRight, staffId: string): Promise<CalendarPerson> {
  return assertMine(ctx, right, await resourceOfStaff(ctx, staffId))
}
/** The same by the schedule of their events, to manage them. Refuses with NOT_FOUND. */
export async function getPersonOfSchedule(ctx: ReadContext, scheduleId: string): Promise<CalendarPerson> {
  return assertMine(ctx, 'manage', await resourceOfSchedule(ctx, scheduleId))
}
/** The resources whose connections the caller may read or manage; undefined: all. */
export async function listMyResources(ctx: ReadContext, right: CalendarRight): Promise<string[] | undefined> {
  if (hasRightForAll(ctx, right)) return undefined
  const mine = await findStaffOfCaller(ctx)
  return mine ? [mine.resourceId] : []
}

async function assertConnectionIsMine(ctx: ReadContext, right: CalendarRight, row: ConnectionRow | undefined): Promise<ConnectionRow> {
  const mine = await listMyResources(ctx, right)
  return row && (mine === undefined || mine.includes(row.resourceId)) ? row : refuseStandard('NOT_FOUND')
}
/** A connection that the caller may see. Refuses with NOT_FOUND. */
export const getConnection = async (ctx: ReadContext, id: string): Promise<ConnectionRow> => assertConnectionIsMine(ctx, 'read', await findConnection(ctx, id))
/** A connection that the caller may change, locked until the commit. Refuses with NOT_FOUND. */
export const lockMyConnection = async (ctx: TransactionContext, id: string): Promise<ConnectionRow> =>
  assertConnectionIsMine(ctx, 'manage', await lockConnection(ctx, id))
export const nameOfResource = async (ctx: ReadContext, resourceId: string): Promise<string> => (await resourceById(ctx, resourceId))?.name ?? ''
