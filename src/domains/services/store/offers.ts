/** SQL on options, add-ons and the settings of bookings. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Ctx } from '#kit/api/context.ts'
import { updateRevision } from '#kit/db/update-revision.ts'
import type { AddOnTable, BookingsSettingsTable, ServiceOptionsTable } from '#kit/db/tables.gen.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type WireQuery } from '#kit/query/query.ts'

export type OptionsRow = Selectable<ServiceOptionsTable>
export type AddOnRow = Selectable<AddOnTable>
export type BookingsSettingsRow = Selectable<BookingsSettingsTable>

const valuesAt = (column: 'options' | 'variants', path: string) =>
  sql`array(select v #>> ${sql.lit(path)} from jsonb_array_elements(service_options.${sql.raw(column)}) v)`
const choiceValuesAt = (path: string) =>
  sql`array(select c #>> ${sql.lit(path)} from jsonb_array_elements(service_options.variants) v, jsonb_array_elements(v -> 'choices') c)`
const listOperators = ['$hasSome', '$hasAll'] as const
const optionsFields = {
  id: { type: 'id', column: 'service_options.id', sort: true, required: true, operators: ['$eq', '$ne', '$in'] },
  serviceId: { type: 'id', column: 'service_options.service_id', sort: true, required: true, operators: ['$eq', '$ne', '$in'] },
  'options.values': { type: 'object', column: 'service_options.options', required: true },
  'variants.values': { type: 'object', column: 'service_options.variants', required: true },
  'options.values.id': { type: 'strings', column: valuesAt('options', '{id}'), operators: listOperators },
  'options.values.type': { type: 'strings', column: valuesAt('options', '{type}'), operators: listOperators },
  'variants.values.price.value': { type: 'strings', column: valuesAt('variants', '{price,value}'), operators: listOperators },
  'variants.values.price.currency': { type: 'strings', column: valuesAt('variants', '{price,currency}'), operators: listOperators },
  'variants.values.choices.custom': { type: 'strings', column: choiceValuesAt('{custom}'), operators: listOperators },
  'variants.values.choices.optionId': { type: 'strings', column: choiceValuesAt('{optionId}'), operators: listOperators },
} satisfies Fields

export async function queryOptions(ctx: Ctx, wire: WireQuery | null | undefined) {
  const spec = { name: 'options.query', fields: optionsFields, defaultLimit: 100, maxLimit: 100, defaultSort: [{ field: 'id', order: 'ASC' as const }] }
  const base = ctx.tx.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId)
  return wire?.paging ? offsetPage(base, readQuery(wire, { ...spec, paging: 'offset' })) : cursorPage(base, readQuery(wire, { ...spec, paging: 'cursor' }))
}
export const optionsById = (ctx: Ctx, id: string): Promise<OptionsRow | undefined> =>
  ctx.tx.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const optionsOfServices = (ctx: Ctx, serviceIds: readonly string[]): Promise<OptionsRow[]> =>
  serviceIds.length === 0
    ? Promise.resolve([])
    : ctx.tx.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId).where('serviceId', 'in', serviceIds).execute()
/** Undefined when the service has options already. */
export const insertOptions = (ctx: Ctx, row: Insertable<ServiceOptionsTable>): Promise<OptionsRow | undefined> =>
  ctx.tx
    .insertInto('serviceOptions')
    .values(row)
    .onConflict((oc) => oc.columns(['siteId', 'serviceId']).doNothing())
    .returningAll()
    .executeTakeFirst()
export const updateOptions = (ctx: Ctx, id: string, revision: number, change: Updateable<ServiceOptionsTable>): Promise<OptionsRow | undefined> =>
  updateRevision(ctx, 'serviceOptions', id, revision, change)
export const deleteOptions = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('serviceOptions').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

/** Prices are in the currency of the site. */
const addOnFieldsIn = (currency: string) =>
  ({
    id: { type: 'id', column: 'add_on.id', sort: true, required: true },
    name: { type: 'string', column: 'add_on.name', sort: true, required: true },
    durationInMinutes: { type: 'integer', column: 'add_on.duration_minutes', sort: true },
    maxQuantity: { type: 'integer', column: 'add_on.max_quantity', sort: true },
    'price.value': { type: 'number', column: 'add_on.price', sort: true, required: true },
    'price.currency': { type: 'string', column: sql`cast(${currency} as text)`, sort: true },
    taxGroup: { type: 'id', column: 'add_on.tax_group', sort: true },
    createdDate: { type: 'instant', column: 'add_on.created_at', sort: true, required: true },
  }) satisfies Fields
export const queryAddOns = (ctx: Ctx, currency: string, wire: WireQuery | null | undefined) =>
  cursorPage(
    ctx.tx.selectFrom('addOn').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, {
      name: 'addOns.query',
      fields: addOnFieldsIn(currency),
      paging: 'cursor',
      defaultLimit: 50,
      maxLimit: 100,
      defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    }),
  )
export const addOnsByIds = (ctx: Ctx, ids: readonly string[]): Promise<AddOnRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.tx.selectFrom('addOn').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
export const insertAddOn = (ctx: Ctx, row: Insertable<AddOnTable>): Promise<AddOnRow> =>
  ctx.tx.insertInto('addOn').values(row).returningAll().executeTakeFirstOrThrow()
export const updateAddOn = (ctx: Ctx, id: string, revision: number, change: Updateable<AddOnTable>): Promise<AddOnRow | undefined> =>
  updateRevision(ctx, 'addOn', id, revision, change)
export const deleteAddOn = (ctx: Ctx, id: string): Promise<AddOnRow | undefined> =>
  ctx.tx.deleteFrom('addOn').where('siteId', '=', ctx.siteId).where('id', '=', id).returningAll().executeTakeFirst()

/** The settings of the site, or the defaults while none are stored. */
export const getBookingsSettings = async (ctx: Ctx): Promise<BookingsSettingsRow> =>
  (await ctx.tx.selectFrom('bookingsSettings').selectAll().where('siteId', '=', ctx.siteId).executeTakeFirst()) ?? {
    siteId: ctx.siteId,
    id: ctx.siteId,
    cartCheckout: false,
    multiServiceAppointments: true,
    basedOn: 'BUSINESS_TIME_ZONE',
    customerCanChange: true,
    extendedFields: {},
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
/** Undefined when the revision is stale. */
export const saveBookingsSettings = (
  ctx: Ctx,
  revision: number,
  change: Pick<Insertable<BookingsSettingsTable>, 'cartCheckout' | 'multiServiceAppointments' | 'basedOn' | 'customerCanChange' | 'extendedFields'>,
): Promise<BookingsSettingsRow | undefined> =>
  ctx.tx
    .insertInto('bookingsSettings')
    .values({ ...change, siteId: ctx.siteId, id: ctx.siteId, revision: 2, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc
        .column('siteId')
        .doUpdateSet({ ...change, revision: revision + 1, updatedAt: ctx.now })
        .where('bookingsSettings.revision', '=', revision),
    )
    .returningAll()
    .executeTakeFirst()
