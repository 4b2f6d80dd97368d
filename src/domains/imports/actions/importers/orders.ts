/** Orders that run on: subscriptions with their next payment, passes with what is left of them. */
import { findMemberByEmail, findTakenEmails } from '#domains/members/public.ts'
import { findOrderOwner, importOrder } from '#domains/orders/public.ts'
import { listAllPlans, type PlanRow } from '#domains/plans/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { readOrder } from '../../rules/order-input.ts'
import type { RowValues } from '../../rules/read-row.ts'
import { createReason } from '../../rules/reasons.ts'
import { created, failed, type Importer, skipped } from './importer.ts'

const findPlan = (plans: readonly PlanRow[], { plan = '' }: RowValues): PlanRow | undefined => {
  const named = plans.filter(({ name }) => name.toLowerCase() === plan.toLowerCase())
  return named.find(({ archivedAt }) => archivedAt === null) ?? named[0]
}
const noPlan = ({ plan = '' }: RowValues) => failed(createReason('PLAN_UNKNOWN', { plan }), 'plan')
const noMember = ({ email = '' }: RowValues) => failed(createReason('MEMBER_UNKNOWN', { email }), 'email')
const isHere = async (ctx: ReadContext, { externalId = '' }: RowValues): Promise<boolean> =>
  isGuid(externalId) && (await findOrderOwner(ctx, externalId.toLowerCase())) !== undefined
const alreadyHere = skipped(createReason('ALREADY_HERE'))

export const ordersImporter: Importer = {
  async foresee(ctx, rows) {
    const { timeZone: zone } = await getSite(ctx)
    const plans = await listAllPlans(ctx)
    const members = await findTakenEmails(
      ctx,
      rows.map(({ email = '' }) => email),
    )
    return Promise.all(
      rows.map(async (values) => {
        if (await isHere(ctx, values)) return alreadyHere
        const read = readOrder(values, { now: ctx.now, zone })
        if ('skip' in read) return skipped(read.skip)
        if (!members.has((values['email'] ?? '').toLowerCase())) return noMember(values)
        return findPlan(plans, values) ? created : noPlan(values)
      }),
    )
  },
  async bringIn(ctx, values) {
    const { timeZone: zone } = await getSite(ctx)
    if (await isHere(ctx, values)) return alreadyHere
    const read = readOrder(values, { now: ctx.now, zone })
    if ('skip' in read) return skipped(read.skip)
    const member = await findMemberByEmail(ctx, values['email'] ?? '')
    if (!member) return noMember(values)
    const plan = findPlan(await listAllPlans(ctx), values)
    if (!plan) return noPlan(values)
    const { price, creditsLeft } = values
    const order = await importOrder(ctx, {
      memberId: member.id,
      planId: plan.id,
      ...read.order,
      ...(price !== undefined && { price }),
      ...(creditsLeft !== undefined && { creditsLeft: Number(creditsLeft) }),
    })
    return { state: 'CREATED', entityId: order.id }
  },
}
