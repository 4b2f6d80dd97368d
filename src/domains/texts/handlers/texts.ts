/** The log of text messages: operation → rows. */
import type { Handlers } from '#kit/api/mount.ts'
import { resendText } from '../actions/queue-text.ts'
import { receiveTextWebhook } from '../actions/receive.ts'
import type { textsApi } from '../contract/texts.ts'
import type { SkipReason } from '../rules/delivery.ts'
import * as store from '../store/texts.ts'

const toWire = (row: store.TextRow) => ({
  id: row.id,
  to: row.recipient,
  template: row.template,
  language: row.language,
  body: row.body,
  state: row.state,
  segments: row.segments,
  ...(row.error !== null && (row.state === 'SKIPPED' ? { skipReason: row.error as SkipReason } : { error: row.error })),
  createdDate: row.createdAt.toString(),
  ...(row.sentAt && { sentDate: row.sentAt.toString() }),
})

export const textsHandlers: Handlers<typeof textsApi> = {
  listTexts: async (ctx, { query }) => {
    const { texts, total, segments } = await store.listTexts(ctx, { ...query, limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return { texts: texts.map(toWire), total, segments }
  },
  resendText: async (ctx, { params }) => {
    await resendText(ctx, params.id)
    return {}
  },
  listTextReplies: async (ctx, { query }) => {
    const { replies, total } = await store.listReplies(ctx, { limit: query.limit ?? 50, offset: query.offset ?? 0 })
    return {
      replies: replies.map(({ providerId, sender, meaning, body, receivedAt }) => ({
        id: providerId,
        from: sender,
        meaning: meaning as 'STOP' | 'START' | 'OTHER',
        body,
        receivedDate: receivedAt.toString(),
      })),
      total,
    }
  },
  // An empty document: the provider would send any other words to the person who answered.
  receiveTextWebhook: async (ctx, { params, body }) => {
    await ctx.transaction((inner) => receiveTextWebhook(inner, body), params.siteId)
    return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' }, body: '<Response/>' }
  },
}
