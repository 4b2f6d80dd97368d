/** Money of bookings → actions: the view, refunds, receipts. */
import { file, html } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { receiptDocument, receiptPage, receiptPdf } from '#domains/orders/public.ts'
import { throughLink } from '../actions/link-limits.ts'
import { openLink } from '../actions/links.ts'
import { moneyOf, receiptLinesOf } from '../actions/money-view.ts'
import { refundBooking } from '../actions/refunds.ts'
import { viewerOf } from '../actions/viewer.ts'
import type { bookingMoneyApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/bookings.ts'
import { one } from './bookings.ts'

const bookingOf = async (ctx: Ctx, id: string): Promise<store.BookingRecord> =>
  (await store.bookingById(ctx, await viewerOf(ctx), id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: id })

/** The receipt of a link, if it is one of its booking. */
const linked = (ctx: Ctx, token: string, id: string) =>
  throughLink(ctx, token, async (inner) => {
    const booking = await openLink(inner, token, false)
    const lines = await receiptLinesOf(inner, [booking])
    return (lines.some((line) => line.id === id) && (await receiptDocument(inner, id))) || refuse('RECEIPT_NOT_FOUND')
  })

export const bookingMoneyHandlers: Handlers<typeof bookingMoneyApi> = {
  getBookingMoney: async (ctx, { params }) => ({ money: await moneyOf(ctx, await bookingOf(ctx, params.id)) }),
  refundBooking: async (ctx, { params, body }) => {
    await refundBooking(ctx, params.id, body)
    return ctx.write(async (inner) => {
      const booking = await bookingOf(inner, params.id)
      return { ...one(inner, booking), money: await moneyOf(inner, booking) }
    })
  },
  listBookingReceipts: async (ctx, { body }) => ({
    receipts: (await receiptLinesOf(ctx, await store.bookingsById(ctx, await viewerOf(ctx), body.bookingIds))).filter((line) => line.number !== undefined),
  }),
  linkedReceipt: async (ctx, { params }) => {
    const document = await linked(ctx, params.token, params.id)
    return html(200, receiptPage(document, { pdf: `${ctx.origin}/api/bookings/by-link/${params.token}/receipts/${params.id}/pdf` }), {
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
  },
  linkedReceiptPdf: async (ctx, { params }) => {
    const document = await linked(ctx, params.token, params.id)
    return file(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await receiptPdf(document))
  },
}
