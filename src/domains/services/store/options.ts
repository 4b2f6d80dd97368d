/** SQL on the options of services and their variants. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { updateRevision } from '#kit/db/update-revision.ts'
import type { ServiceOptionsTable } from '#kit/db/tables.gen.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, offsetPage, readQuery, type WireQuery } from '#kit/query/query.ts'

export type OptionsRow = Selectable<ServiceOptionsTable>

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

export async function queryOptions(ctx: ReadContext, wire: WireQuery | null | undefined) {
  const spec = { name: 'options.query', fields: optionsFields, defaultLimit: 100, maxLimit: 100, defaultSort: [{ field: 'id', order: 'ASC' as const }] }
  const base = ctx.db.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId)
  return wire?.paging ? offsetPage(base, readQuery(wire, { ...spec, paging: 'offset' })) : cursorPage(base, readQuery(wire, { ...spec, paging: 'cursor' }))
}
export const optionsById = (ctx: ReadContext, id: string): Promise<OptionsRow | undefined> =>
  ctx.db.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const optionsOfServices = (ctx: ReadContext, serviceIds: readonly string[]): Promise<OptionsRow[]> =>
  serviceIds.length === 0
    ? Promise.resolve([])
    : ctx.db.selectFrom('serviceOptions').selectAll().where('siteId', '=', ctx.siteId).where('serviceId', 'in', serviceIds).execute()
/** Undefined when the service has options already. */
export const insertOptions = (ctx: TransactionContext, row: Insertable<ServiceOptionsTable>): Promise<OptionsRow | undefined> =>
  ctx.tx
    .insertInto('serviceOptions')
    .values(row)
    .onConflict((oc) => oc.columns(['siteId', 'serviceId']).doNothing())
    .returningAll()
    .executeTakeFirst()
export const updateOptions = (
  ctx: TransactionContext,
  id: string,
  revision: number,
  change: Updateable<ServiceOptionsTable>,
): Promise<OptionsRow | undefined> => updateRevision(ctx, 'serviceOptions', id, revision, change)
export const deleteOptions = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('serviceOptions').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
