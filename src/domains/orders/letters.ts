/** The voice in which an order writes to its buyer and to the owner; each letter once per (template, order, occasion). guide: pricing-plans 15 */
import type { Temporal } from 'temporal-polyfill'
import { ownerEmails } from '#domains/identity/public.ts'
import { memberById } from '#domains/members/public.ts'
import { currentSite, setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { ordersMails } from './mails.ts'
import type { Order } from './rules/order.ts'
import { moneyIn } from './rules/price-words.ts'

const declineWords: Record<string, string> = {
  insufficient_funds: 'Your bank said no: not enough funds.',
  lost_card: 'This card was reported lost.',
  stolen_card: 'This card was reported stolen.',
  expired_card: 'This card has expired.',
  incorrect_cvc: 'The security code is wrong.',
  incorrect_number: 'The card number is wrong.',
  card_not_supported: 'Your bank does not allow this kind of payment with this card.',
  processing_error: 'The payment could not be processed.',
  authentication_failed: 'The payment was not confirmed with your bank.',
  authentication_required: 'Your bank wants you to confirm the payment.',
  abandoned: 'The payment was not finished in time.',
  no_method: 'There is no card on file.',
}
export const inPlainWords = (code: string | null | undefined): string => declineWords[code ?? ''] ?? 'Your bank said no.'

type Template = keyof typeof ordersMails & string
type Variables = Record<string, unknown>
export interface Voice {
  /** A day in the order's zone, in the language of the site; empty when there is none. */
  day(at: Temporal.Instant | undefined | null): string
  money(amount: string): string
  send(template: Template, variables: Variables, occasion?: string | number): void
  /** Writes to every owner of the business. */
  tell(template: Template, variables: Variables, occasion?: string | number): void
}

/** Money and days are formatted for the language of the site and the zone of the order. */
export async function voiceOf(ctx: Ctx, order: Order): Promise<Voice> {
  const site = await currentSite(ctx)
  const member = await memberById(ctx, order.memberId)
  const owners = await ownerEmails(ctx.tx, ctx.siteId)
  const address = await setting(ctx, 'site.address')
  const { currency, planName } = order.snapshot
  const memberName = member ? member.contact.firstName || member.nickname || member.loginEmail : 'A former member'
  const day = (at: Temporal.Instant | undefined | null): string =>
    at ? new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds) : ''
  const money = (amount: string): string => moneyIn(amount, currency, site.language)
  const common = { siteName: site.name, memberName, planName, supportEmail: address?.email ?? '' }
  const letter = (to: string, template: Template, variables: Variables, once: string) => ctx.send({ to, template, language: site.language, once, variables })
  return {
    day,
    money,
    send(template, variables, occasion = 0) {
      if (!member) return
      letter(member.loginEmail, template, { ...common, orderLink: `${ctx.origin}/account?tab=plans`, ...variables }, `${order.id}:${occasion}`)
    },
    tell(template, variables, occasion = 0) {
      for (const to of owners)
        letter(
          to,
          template,
          { ...common, member: memberName, plan: planName, link: `${ctx.origin}/dashboard/plans/subscriptions?order=${order.id}`, ...variables },
          `${order.id}:${occasion}:${to}`,
        )
    },
  }
}
