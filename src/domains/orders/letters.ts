/** Sends the letters of an order to its buyer, each once per (template, order, occasion). guide: pricing-plans 15 */
import { Temporal } from 'temporal-polyfill'
import { memberById } from '#domains/members/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Order } from './rules/order.ts'
import type { ordersMails } from './mails.ts'

export const declineWords: Record<string, string> = {
  insufficient_funds: 'Your bank said no: not enough funds.',
  lost_card: 'This card was reported lost.',
  stolen_card: 'This card was reported stolen.',
  expired_card: 'This card has expired.',
  incorrect_cvc: 'The security code is wrong.',
  processing_error: 'The payment could not be processed.',
  authentication_failed: 'The payment was not confirmed with your bank.',
  no_method: 'There is no card on file.',
}
export const inPlainWords = (code: string | undefined): string => declineWords[code ?? ''] ?? 'Your bank said no.'

/** A date in the order's zone and the site's language. */
export const dateWords = (order: Order, at: Temporal.Instant | undefined | null, language = 'en'): string =>
  at ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds) : ''
export const moneyWords = (amount: string, currency: string): string => `${amount} ${currency}`

export async function write(
  ctx: Ctx,
  order: Order,
  template: keyof typeof ordersMails & string,
  variables: Record<string, unknown>,
  occasion: string | number = 0,
): Promise<void> {
  const member = await memberById(ctx, order.memberId)
  if (!member) return
  const site = await currentSite(ctx)
  const memberName = member.contact.firstName || member.nickname || member.loginEmail
  ctx.send({
    to: member.loginEmail,
    template,
    language: site.language,
    once: `${order.id}:${occasion}`,
    variables: { siteName: site.name, memberName, planName: order.snapshot.planName, orderLink: `${ctx.origin}/account/plans`, ...variables },
  })
}
