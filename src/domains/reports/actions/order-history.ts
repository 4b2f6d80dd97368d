/** History of an order: events, actors and emails. Payments are read from orders. */
import { findMemberById } from '#domains/members/public.ts'
import { findOrderOwner } from '#domains/orders/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import type { reportsApi } from '../contract.ts'
import { identifyActor } from '../rules/actor.ts'
import * as store from '../store/order-history.ts'

/** Refuses with order_not_found. */
export async function loadOrderHistory(ctx: ReadContext, orderId: string): Promise<Reply<typeof reportsApi.getOrderHistory>> {
  const memberId = (await findOrderOwner(ctx, orderId)) ?? refuse('order_not_found')
  const member = await findMemberById(ctx, memberId)
  const events = await store.listOrderEvents(ctx, orderId)
  const emails = member ? await store.listOrderEmails(ctx, orderId, member.loginEmail) : []
  return {
    events: events.map(({ at, slug, cycleNumber, identity }) => ({
      at: toWireTime(at),
      slug,
      ...(cycleNumber !== null && { cycleNumber }),
      by: identifyActor(slug, identity.identityType),
    })),
    emails: emails.map(({ id, at, template, subject, state }) => ({ id, at: toWireTime(at), template, subject: subject ?? template, state })),
  }
}
