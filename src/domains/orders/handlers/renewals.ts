/** Operation → read: declined renewals, and the terms on which plans are sold. */
import { cardsById, describeDecline } from '#domains/payments/public.ts'
import { changeSetting, getSetting } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { exportRetries } from '../actions/export-orders.ts'
import type { renewalsApi, sellingTermsApi } from '../contract.ts'
import { nextRetryStep } from '../rules/retry-queue.ts'
import { findTaxProblems } from '../rules/tax-setting.ts'
import { listRetries } from '../store/outstanding.ts'
import { iso } from '../wire.ts'

export const renewalsHandlers: Handlers<typeof renewalsApi> = {
  async listRetries(ctx, { query }) {
    const { rows, total } = await listRetries(ctx, { memberId: query.buyerId }, { limit: query.limit ?? 50, offset: query.offset ?? 0 })
    const cards = await cardsById(ctx, [...new Set(rows.flatMap(({ paymentMethodId }) => paymentMethodId ?? []))])
    return {
      retries: rows.map((row) => {
        const next = nextRetryStep({ ...row, isOnHold: row.onHoldSince !== null, isPaused: row.status === 'PAUSED' })
        const card = row.paymentMethodId ? cards.get(row.paymentMethodId) : undefined
        return {
          invoiceId: row.invoiceId,
          kind: 'ORDER',
          title: row.title,
          orderId: row.orderId,
          memberId: row.memberId,
          amount: fromMinor(toMinor(row.amount, row.currency), row.currency),
          currency: row.currency,
          dueDate: iso(row.dueAt),
          tries: row.attempts,
          ...(row.lastAttemptAt && { lastTryDate: iso(row.lastAttemptAt) }),
          ...(row.declineCode && { reason: describeDecline(row.declineCode, matchLanguage(ctx.headers['accept-language'])) }),
          ...(card && { card }),
          waitsFor: next.waitsFor,
          ...(next.at && { nextDate: iso(next.at) }),
          ...(row.graceEndAt && { graceEndDate: iso(row.graceEndAt) }),
        }
      }),
      total,
    }
  },
  exportRetries: (ctx, { query }) => exportRetries(ctx, query.buyerId),
}

async function isAddressComplete(ctx: ReadContext): Promise<boolean> {
  const address = await getSetting(ctx, 'site.address')
  return Boolean(address?.country) && (!/^(US|CA)$/i.test(address?.country ?? '') || Boolean(address?.subdivision))
}

export const sellingTermsHandlers: Handlers<typeof sellingTermsApi> = {
  async getSellingTerms(ctx) {
    const tax = await getSetting(ctx, 'plans.tax')
    return {
      ...(tax && { tax: { name: tax.name, rate: tax.rate, includedInPrice: tax.includedInPrice, byBusinessAddress: tax.byBusinessAddress ?? false } }),
      enabled: await getSetting(ctx, 'plans.enabled'),
      payAtDesk: await getSetting(ctx, 'plans.payAtDesk'),
      redeemAtDesk: await getSetting(ctx, 'plans.redeemAtDesk'),
      minRecurringCycleDays: await getSetting(ctx, 'plans.minRecurringCycleDays'),
      minSinglePaymentDays: await getSetting(ctx, 'plans.minSinglePaymentDays'),
      catchUp: await getSetting(ctx, 'plans.catchUp'),
      onPlanEnd: await getSetting(ctx, 'plans.onPlanEnd'),
      refundOnCancel: await getSetting(ctx, 'bookings.refundOnCancel'),
      hasBusinessAddress: await isAddressComplete(ctx),
    }
  },
  async setSellingTerms(ctx, { body }) {
    const { tax } = body
    assertNoViolations(tax ? findTaxProblems(tax).map((problem) => ({ ...problem, violatedRule: 'OTHER' as const, ruleName: 'INVALID_TAX' })) : [])
    if (tax !== undefined)
      await changeSetting(
        ctx,
        'plans.tax',
        tax && { name: tax.name.trim(), rate: tax.rate, includedInPrice: tax.includedInPrice, byBusinessAddress: tax.byBusinessAddress ?? false },
      )
    for (const name of ['enabled', 'payAtDesk', 'redeemAtDesk', 'catchUp', 'onPlanEnd', 'minRecurringCycleDays', 'minSinglePaymentDays'] as const) {
      const value = body[name]
      if (value !== undefined) await changeSetting(ctx, `plans.${name}`, value)
    }
    if (body.refundOnCancel !== undefined) await changeSetting(ctx, 'bookings.refundOnCancel', body.refundOnCancel)
    return {}
  },
}
