/** The life of one order as the owner reads it: what happened, by whom, and what was written. Its payments are the orders' own. */
import { memberById } from '#domains/members/public.ts'
import { orderOwner } from '#domains/orders/public.ts'
import type { Reply } from '#kit/contract.ts'
import type { Ctx } from '#kit/ctx.ts'
import { wireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import type { houseApi } from '../contract.ts'
import { actorOf } from '../rules/actor.ts'
import * as store from '../store/order-history.ts'

export async function orderHistory(ctx: Ctx, orderId: string): Promise<Reply<typeof houseApi.getOrderHistory>> {
  const memberId = (await orderOwner(ctx, orderId)) ?? refuse('order_not_found')
  const member = await memberById(ctx, memberId)
  const events = await store.eventsOfOrder(ctx, orderId)
  const letters = member ? await store.lettersOfOrder(ctx, orderId, member.loginEmail) : []
  return {
    events: events.map(({ at, slug, cycleNumber, identity }) => ({
      at: wireTime(at),
      slug,
      ...(cycleNumber !== null && { cycleNumber }),
      by: actorOf(slug, identity.identityType),
    })),
    letters: letters.map(({ id, at, template, subject, state }) => ({ id, at: wireTime(at), template, subject: subject ?? template, state })),
  }
}
