/** All SQL on staff, resources, hours and places. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import type { LocationTable, ResourceTable, ResourceTypeTable, StaffMemberTable, WorkingHoursTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Fields } from '#kit/query/filter.ts'
import { toSql } from '#kit/query/to-sql.ts'
import { Violations } from '#kit/refusal.ts'
import type { PageAsk } from './rules/paging.ts'

export type StaffRow = Selectable<StaffMemberTable>
export type ResourceRow = Selectable<ResourceTable>
export type TypeRow = Selectable<ResourceTypeTable>
export type HoursRow = Selectable<WorkingHoursTable>
export type PlaceRow = Selectable<LocationTable>

const staffFields = {
  id: { type: 'id', column: 'staff_member.id', sort: true, required: true },
  name: { type: 'string', column: 'staff_member.name', sort: true, required: true },
  email: { type: 'string', column: 'staff_member.email', ignoreCase: true },
  phone: { type: 'string', column: 'staff_member.phone' },
  description: { type: 'string', column: 'staff_member.description', sort: true },
  resourceId: { type: 'id', column: 'staff_member.resource_id', sort: true, required: true },
  'resource.id': { type: 'id', column: 'staff_member.resource_id', sort: true, required: true },
  serviceProvider: { type: 'boolean', column: 'staff_member.service_provider', sort: true, required: true },
  createdDate: { type: 'instant', column: 'staff_member.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'staff_member.updated_at', sort: true, required: true },
  'associatedWixIdentity.identificationData.wixUserId': { type: 'id', column: 'staff_member.user_id' },
} satisfies Fields
const resourceFields = {
  id: { type: 'id', column: 'resource.id', sort: true, required: true },
  name: { type: 'string', column: 'resource.name', sort: true, required: true },
  typeId: { type: 'id', column: 'resource.type_id', sort: true, required: true },
  createdDate: { type: 'instant', column: 'resource.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'resource.updated_at', sort: true, required: true },
} satisfies Fields
const typeFields = {
  id: { type: 'id', column: 'resource_type.id', sort: true, required: true },
  name: { type: 'string', column: 'resource_type.name', sort: true, required: true },
} satisfies Fields

/** `_id`, `_createdDate` and `_updatedDate` come from typed query objects and mean the wire names. */
const plainName = (name: string) => name.replace(/(^|\.)_(id|createdDate|updatedDate)$/, '$1$2')

/** An ORDER BY list of a page; ties by id. */
export function orderOf(ask: PageAsk, fields: Fields, idColumn: string, byDefault: string) {
  const parts = ask.sort.map(({ fieldName, order }) => {
    const field = fields[plainName(fieldName)]
    if (!field?.sort) throw new Violations([{ field: 'query.sort', description: `${fieldName} can't be sorted by`, violatedRule: 'VALIDATION' }])
    return sql`${typeof field.column === 'string' ? sql.raw(field.column) : field.column} ${sql.raw(order)}`
  })
  return sql.join([...(parts.length > 0 ? parts : [sql.raw(byDefault)]), sql.raw(idColumn)])
}

const visitorsMayNot = ['email', 'phone', 'associatedWixIdentity.identificationData.wixUserId']
/** Names that a filter uses, at any depth. */
export const namesIn = (filter: unknown): string[] =>
  filter === null || typeof filter !== 'object'
    ? []
    : Array.isArray(filter)
      ? filter.flatMap(namesIn)
      : Object.entries(filter).flatMap(([key, value]) => (key.startsWith('$') ? namesIn(value) : [key]))
export const asksForPrivateFields = (filter: unknown): boolean => namesIn(filter).some((name) => visitorsMayNot.includes(name))

export async function staffPage(ctx: Ctx, ask: PageAsk, onlyProviders: boolean): Promise<{ rows: StaffRow[]; total: number }> {
  const where = toSql(parseFilter(ask.filter, staffFields), staffFields)
  const base = ctx.tx
    .selectFrom('staffMember')
    .where('siteId', '=', ctx.siteId)
    .where('deletedAt', 'is', null)
    .where(where)
    .$if(onlyProviders, (q) => q.where('serviceProvider', '=', true))
  const rows = await base
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(orderOf(ask, staffFields, 'staff_member.id', 'staff_member.id'))
    .limit(ask.limit)
    .offset(ask.offset)
    .execute()
  return { rows, total: rows[0]?.total ?? (await base.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n }
}
export async function countStaff(ctx: Ctx, filter: unknown): Promise<number> {
  const where = toSql(parseFilter(filter, staffFields, { path: 'filter' }), staffFields)
  return (
    await ctx.tx
      .selectFrom('staffMember')
      .where('siteId', '=', ctx.siteId)
      .where('deletedAt', 'is', null)
      .where(where)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
}
export const staffById = (ctx: Ctx, id: string): Promise<StaffRow | undefined> =>
  ctx.tx.selectFrom('staffMember').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
export const staffOfResources = (ctx: Ctx, resourceIds: readonly string[]): Promise<StaffRow[]> =>
  resourceIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('staffMember')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('resourceId', 'in', resourceIds)
        .where('deletedAt', 'is', null)
        .execute()
export const insertStaff = (ctx: Ctx, row: Insertable<StaffMemberTable>): Promise<unknown> => ctx.tx.insertInto('staffMember').values(row).execute()
export const updateStaff = (ctx: Ctx, id: string, revision: number | undefined, change: Updateable<StaffMemberTable>): Promise<StaffRow | undefined> =>
  ctx.tx
    .updateTable('staffMember')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .returningAll()
    .executeTakeFirst()

export async function resourcePage(ctx: Ctx, ask: PageAsk): Promise<{ rows: ResourceRow[]; total: number }> {
  const where = toSql(parseFilter(ask.filter, resourceFields), resourceFields)
  const base = ctx.tx.selectFrom('resource').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null).where(where)
  const rows = await base
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(orderOf(ask, resourceFields, 'resource.id', 'resource.created_at'))
    .limit(ask.limit)
    .offset(ask.offset)
    .execute()
  return { rows, total: rows[0]?.total ?? (await base.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n }
}
export const resourcesByIds = (ctx: Ctx, ids: readonly string[]): Promise<ResourceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.tx.selectFrom('resource').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).where('deletedAt', 'is', null).execute()
export const resourcesOfType = (ctx: Ctx, typeId: string): Promise<ResourceRow[]> =>
  ctx.tx
    .selectFrom('resource')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('typeId', '=', typeId)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
export const insertResource = (ctx: Ctx, row: Insertable<ResourceTable>): Promise<unknown> => ctx.tx.insertInto('resource').values(row).execute()
export const updateResource = (ctx: Ctx, id: string, revision: number | undefined, change: Updateable<ResourceTable>): Promise<ResourceRow | undefined> =>
  ctx.tx
    .updateTable('resource')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .returningAll()
    .executeTakeFirst()

export async function typePage(ctx: Ctx, ask: PageAsk): Promise<{ rows: TypeRow[]; total: number }> {
  const where = toSql(parseFilter(ask.filter, typeFields), typeFields)
  const base = ctx.tx.selectFrom('resourceType').where('siteId', '=', ctx.siteId).where(where)
  const rows = await base
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(orderOf(ask, typeFields, 'resource_type.id', 'resource_type.created_at'))
    .limit(ask.limit)
    .offset(ask.offset)
    .execute()
  return { rows, total: rows[0]?.total ?? (await base.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n }
}
export const allTypes = (ctx: Ctx): Promise<TypeRow[]> => ctx.tx.selectFrom('resourceType').selectAll().where('siteId', '=', ctx.siteId).execute()
/** Undefined when the name is taken. */
export const insertType = (ctx: Ctx, id: string, name: string): Promise<TypeRow | undefined> =>
  ctx.tx
    .insertInto('resourceType')
    .values({ siteId: ctx.siteId, id, name, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const insertSchedule = (ctx: Ctx, id: string, owner: 'BUSINESS' | 'RESOURCE'): Promise<unknown> =>
  ctx.tx.insertInto('hoursSchedule').values({ siteId: ctx.siteId, id, owner }).execute()
export const businessScheduleId = async (ctx: Ctx): Promise<string> =>
  (await ctx.tx.selectFrom('hoursSchedule').select('id').where('siteId', '=', ctx.siteId).where('owner', '=', 'BUSINESS').executeTakeFirstOrThrow()).id
export const hoursOf = (ctx: Ctx, scheduleIds: readonly string[]): Promise<HoursRow[]> =>
  scheduleIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('workingHours')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('scheduleId', 'in', scheduleIds)
        .orderBy('weekday')
        .orderBy('startMinute')
        .orderBy('id')
        .execute()
export async function replaceHours(ctx: Ctx, scheduleId: string, rows: Omit<Insertable<WorkingHoursTable>, 'siteId' | 'id' | 'scheduleId'>[]): Promise<void> {
  await ctx.tx.deleteFrom('workingHours').where('siteId', '=', ctx.siteId).where('scheduleId', '=', scheduleId).execute()
  if (rows.length > 0)
    await ctx.tx
      .insertInto('workingHours')
      .values(rows.map((row) => ({ ...row, siteId: ctx.siteId, id: ctx.newId(), scheduleId })))
      .execute()
}

export const places = (ctx: Ctx): Promise<PlaceRow[]> =>
  ctx.tx.selectFrom('location').selectAll().where('siteId', '=', ctx.siteId).orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute()
export const insertPlace = (ctx: Ctx, row: Insertable<LocationTable>): Promise<PlaceRow> =>
  ctx.tx.insertInto('location').values(row).returningAll().executeTakeFirstOrThrow()
export const updatePlace = (ctx: Ctx, id: string, change: Updateable<LocationTable>): Promise<PlaceRow | undefined> =>
  ctx.tx
    .updateTable('location')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export const clearDefaultPlace = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.updateTable('location').set({ isDefault: false }).where('siteId', '=', ctx.siteId).where('isDefault', '=', true).execute()
