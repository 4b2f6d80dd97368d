/** SQL on booking policies. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { updateRevision } from '#kit/db/update-revision.ts'
import type { BookingPolicyTable } from '#kit/db/tables.gen.ts'
import { parseFilter, type Field, type Fields, type Operator } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { toSql } from '#kit/query/to-sql.ts'

export type PolicyRow = Selectable<BookingPolicyTable>

const equalityOperators: readonly Operator[] = ['$eq', '$ne']
const ruleField = (type: 'boolean' | 'integer', rule: string, member: string): Field => ({
  type,
  column: sql`(booking_policy.rules -> ${sql.lit(rule)} ->> ${sql.lit(member)})::${sql.raw(type === 'integer' ? 'int' : 'boolean')}`,
  sort: true,
  required: true,
  operators: type === 'boolean' ? equalityOperators : [...equalityOperators, '$gt', '$gte', '$lt', '$lte', '$in', '$nin'],
})
const policyFields: Fields = {
  id: { type: 'id', column: 'booking_policy.id', required: true, sort: true, operators: ['$eq', '$ne', '$in'] },
  name: { type: 'string', column: 'booking_policy.name', sort: true, required: true },
  default: { type: 'boolean', column: 'booking_policy.is_default', sort: true, required: true },
  createdDate: { type: 'instant', column: 'booking_policy.created_at', sort: true, required: true },
  'customPolicyDescription.description': {
    type: 'string',
    column: sql`booking_policy.rules -> 'customPolicyDescription' ->> 'description'`,
    operators: ['$eq', '$ne', '$startsWith'],
    sort: true,
  },
  updatedDate: { type: 'instant', column: 'booking_policy.updated_at', sort: true, required: true },
  'intakeFormPolicy.formId': {
    type: 'string',
    column: sql`booking_policy.rules -> 'intakeFormPolicy' ->> 'formId'`,
    operators: ['$eq', '$ne', '$startsWith'],
    sort: true,
  },
  ...Object.fromEntries(
    [
      ['cancellationPolicy', 'limitLatestCancellation'],
      ['reschedulePolicy', 'limitLatestReschedule'],
      ['resourcesPolicy', 'autoAssignAllowed'],
    ].map(([rule, member]) => [`${rule}.${member}`, ruleField('boolean', rule as string, member as string)]),
  ),
  ...Object.fromEntries(
    [
      ['cancellationPolicy', 'latestCancellationInMinutes'],
      ['reschedulePolicy', 'latestRescheduleInMinutes'],
      ['limitEarlyBookingPolicy', 'earliestBookingInMinutes'],
      ['limitLateBookingPolicy', 'latestBookingInMinutes'],
      ['participantsPolicy', 'maxParticipantsPerBooking'],
      ['waitlistPolicy', 'capacity'],
      ['waitlistPolicy', 'reservationTimeInMinutes'],
    ].map(([rule, member]) => [`${rule}.${member}`, ruleField('integer', rule as string, member as string)]),
  ),
  ...Object.fromEntries(
    [
      'customPolicyDescription',
      'limitEarlyBookingPolicy',
      'limitLateBookingPolicy',
      'bookAfterStartPolicy',
      'cancellationPolicy',
      'reschedulePolicy',
      'waitlistPolicy',
      'resourcesPolicy',
      'cancellationFeePolicy',
      'saveCreditCardPolicy',
    ].map((rule) => [`${rule}.enabled`, ruleField('boolean', rule, 'enabled')]),
  ),
}
export const countPolicies = async (ctx: ReadContext, filter: unknown): Promise<number> =>
  (
    await ctx.db
      .selectFrom('bookingPolicy')
      .where('siteId', '=', ctx.siteId)
      .where(toSql(parseFilter(filter, policyFields, { path: 'filter' }), policyFields))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
  ).n
export const queryPolicies = (ctx: ReadContext, wire: WireQuery | null | undefined, defaultLimit = 50) =>
  cursorPage(
    ctx.db.selectFrom('bookingPolicy').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, {
      name: 'policies.query',
      fields: policyFields,
      paging: 'cursor',
      defaultLimit,
      maxLimit: 100,
      defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    }),
  )
export const listPolicies = (ctx: ReadContext, ids?: readonly string[]): Promise<PolicyRow[]> =>
  ids?.length === 0
    ? Promise.resolve([])
    : ctx.db
        .selectFrom('bookingPolicy')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .$if(ids !== undefined, (q) => q.where('id', 'in', ids as string[]))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
export const insertPolicy = (ctx: TransactionContext, row: Insertable<BookingPolicyTable>): Promise<PolicyRow> =>
  ctx.tx.insertInto('bookingPolicy').values(row).returningAll().executeTakeFirstOrThrow()
export const updatePolicy = (ctx: TransactionContext, id: string, revision: number, change: Updateable<BookingPolicyTable>): Promise<PolicyRow | undefined> =>
  updateRevision(ctx, 'bookingPolicy', id, revision, change)
export async function setDefaultPolicy(ctx: TransactionContext, id: string): Promise<void> {
  await ctx.tx.updateTable('bookingPolicy').set({ isDefault: false }).where('siteId', '=', ctx.siteId).where('isDefault', '=', true).execute()
  await ctx.tx
    .updateTable('bookingPolicy')
    .set({ isDefault: true, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}
export async function deletePolicy(ctx: TransactionContext, id: string, fallback: string): Promise<void> {
  await ctx.tx.updateTable('service').set({ policyId: fallback }).where('siteId', '=', ctx.siteId).where('policyId', '=', id).execute()
  await ctx.tx.deleteFrom('bookingPolicy').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
}
