/** The voice in which an order writes to its buyer and to the owner; each letter once per (template, order, occasion). guide: pricing-plans 15 */
import type { Temporal } from 'temporal-polyfill'
import { ownerEmails } from '#domains/collaborators/public.ts'
import { findEmailRecipient } from '#domains/identity/public.ts'
import { getSite, getSetting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import { type Language, translate, matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { orderEmails } from './emails/en.ts'
import type { Order } from './rules/order.ts'

const declineMessages: Record<Language, Record<string, string> & { other: string }> = {
  en: {
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
    other: 'Your bank said no.',
  },
  de: {
    insufficient_funds: 'Deine Bank hat abgelehnt: das Konto ist nicht gedeckt.',
    lost_card: 'Diese Karte wurde als verloren gemeldet.',
    stolen_card: 'Diese Karte wurde als gestohlen gemeldet.',
    expired_card: 'Diese Karte ist abgelaufen.',
    incorrect_cvc: 'Die Prüfziffer stimmt nicht.',
    incorrect_number: 'Die Kartennummer stimmt nicht.',
    card_not_supported: 'Deine Bank erlaubt diese Art der Zahlung mit dieser Karte nicht.',
    processing_error: 'Die Zahlung konnte nicht verarbeitet werden.',
    authentication_failed: 'Die Zahlung wurde bei deiner Bank nicht bestätigt.',
    authentication_required: 'Deine Bank möchte, dass du die Zahlung bestätigst.',
    abandoned: 'Die Zahlung wurde nicht rechtzeitig abgeschlossen.',
    no_method: 'Es ist keine Karte hinterlegt.',
    other: 'Deine Bank hat abgelehnt.',
  },
}
export const describeDecline = (code: string | null | undefined, language: Language = 'en'): string =>
  declineMessages[language][code ?? ''] ?? declineMessages[language].other

type Template = keyof typeof orderEmails & string
type Variables = Record<string, unknown>
interface LocaleFormatter {
  language: Language
  /** A day in the order's zone; empty when there is none. */
  day(at: Temporal.Instant | undefined | null): string
  money(amount: string): string
}
/** Speaks the language of the member; `owner` that of the site. */
export interface OrderMailer extends LocaleFormatter {
  owner: LocaleFormatter
  emailBuyer(template: Template, variables: Variables, occurrence?: string | number): void
  /** Writes to every owner of the business. */
  emailOwners(template: Template, variables: Variables, occurrence?: string | number): void
}

type Recipient = Awaited<ReturnType<typeof findEmailRecipient>>
/** One piece of work writes several letters to the same buyer. */
const recipientCache = new WeakMap<Ctx, Map<string, Recipient>>()
async function loadRecipient(ctx: Ctx, memberId: string): Promise<Recipient> {
  const known = recipientCache.get(ctx) ?? new Map<string, Recipient>()
  recipientCache.set(ctx, known)
  if (!known.has(memberId)) known.set(memberId, await findEmailRecipient(ctx, memberId))
  return known.get(memberId)
}

/** Money and days are written in the language of whoever reads, days in the zone of the order. */
export async function orderMailer(ctx: Ctx, order: Order): Promise<OrderMailer> {
  const site = await getSite(ctx)
  const recipient = await loadRecipient(ctx, order.memberId)
  const owners = await ctx.cache(['owner_site_role', 'owner_user', 'site'], 'e-mails of the owners', () => ownerEmails(ctx.tx, ctx.siteId))
  const address = await getSetting(ctx, 'site.address')
  const { currency, planName } = order.snapshot
  const formatterFor = (language: Language): LocaleFormatter => ({
    language,
    day: (at) => (at ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds) : ''),
    money: (amount) => formatMoney(amount, currency, language),
  })
  const buyerFormatter = formatterFor(recipient?.language ?? 'en')
  const owner = formatterFor(matchLanguage(site.language) ?? 'en')
  const memberName = recipient?.name ?? translate({ message: 'A former member', de: 'Ein früheres Mitglied' }, owner.language)
  const common = { siteName: site.name, memberName, planName, supportEmail: address?.email ?? '' }
  const queue = (to: string, template: Template, language: Language, variables: Variables, once: string) =>
    ctx.queueEmail({ to, template, language, uniqueKey: once, variables })
  return {
    ...buyerFormatter,
    owner,
    emailBuyer(template, variables, occurrence = 0) {
      if (!recipient) return
      queue(
        recipient.email,
        template,
        buyerFormatter.language,
        { ...common, orderLink: `${ctx.origin}/account?tab=plans`, ...variables },
        `${order.id}:${occurrence}`,
      )
    },
    emailOwners(template, variables, occurrence = 0) {
      for (const to of owners)
        queue(
          to,
          template,
          owner.language,
          { ...common, member: memberName, plan: planName, link: `${ctx.origin}/dashboard/plans?tab=subscriptions&open=${order.id}`, ...variables },
          `${order.id}:${occurrence}:${to}`,
        )
    },
  }
}
