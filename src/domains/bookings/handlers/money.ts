/** Money of bookings → actions: the view, refunds, receipts. */
import { fileReply, htmlReply } from '#kit/api/raw-reply.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { findReceiptDocument, renderReceiptPage, renderReceiptPdf } from '#domains/payments/public.ts'
import { listCancellationOutcomes } from '../actions/changes/cancellation-outcome.ts'
import { runWithLinkLimits } from '../actions/links/link-limits.ts'
import { openLink } from '../actions/links/links.ts'
import { loadBookingMoney, listReceiptLines } from '../actions/money/money-view.ts'
import { sendPaymentLink } from '../actions/money/payment-link.ts'
import { refundBooking } from '../actions/money/refunds.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { bookingMoneyApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/bookings.ts'
import { toReply } from './bookings.ts'

const getBooking = async (ctx: ReadContext, id: string): Promise<store.BookingRow> =>
  (await store.bookingById(ctx, await getViewer(ctx), id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: id })

/** The receipt of a link, if it is one of its booking. */
const getLinkedReceipt = (ctx: OwnTransactionContext, token: string, id: string) =>
  runWithLinkLimits(ctx, token, async (inner) => {
    const booking = await openLink(inner, token, false)
    const lines = await listReceiptLines(inner, [booking])
    return (lines.some((line) => line.id === id) && (await findReceiptDocument(inner, id))) || refuse('RECEIPT_NOT_FOUND')
  })

export const bookingMoneyHandlers: Handlers<typeof bookingMoneyApi> = {
  getBookingMoney: async (ctx, { params }) => ({ money: await loadBookingMoney(ctx, await getBooking(ctx, params.id)) }),
  refundBooking: async (ctx, { params, body }) => {
    await refundBooking(ctx, params.id, body)
    return ctx.transaction(async (inner) => {
      const booking = await getBooking(inner, params.id)
      return { ...toReply(inner, booking), money: await loadBookingMoney(inner, booking) }
    })
  },
  sendPaymentLink: async (ctx, { params, body }) => {
    await sendPaymentLink(ctx, params.id, body)
    return {}
  },
  listBookingReceipts: async (ctx, { body }) => ({
    receipts: (await listReceiptLines(ctx, await store.bookingsById(ctx, await getViewer(ctx), body.bookingIds))).filter((line) => line.number !== undefined),
  }),
  listCancellationOutcomes: async (ctx, { body }) => ({
    outcomes: await listCancellationOutcomes(ctx, await store.bookingsById(ctx, await getViewer(ctx), body.bookingIds)),
  }),
  linkedReceipt: async (ctx, { params }) => {
    const document = await getLinkedReceipt(ctx, params.token, params.id)
    return htmlReply(200, renderReceiptPage(document, { pdf: `${ctx.origin}/api/bookings/by-link/${params.token}/receipts/${params.id}/pdf` }), {
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
  },
  linkedReceiptPdf: async (ctx, { params }) => {
    const document = await getLinkedReceipt(ctx, params.token, params.id)
    return fileReply(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await renderReceiptPdf(document))
  },
}
