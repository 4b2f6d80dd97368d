/** Operation → action: payouts. */
import type { Handlers } from '#kit/api/mount.ts'
import { listPayoutItems, listPayouts } from '../actions/payouts.ts'
import type { payoutsApi } from '../contract.ts'

export const payoutsHandlers: Handlers<typeof payoutsApi> = {
  listPayouts: (ctx, { query }) => listPayouts(ctx, query),
  listPayoutItems: (ctx, { params, query }) => listPayoutItems(ctx, params.id, query),
}
