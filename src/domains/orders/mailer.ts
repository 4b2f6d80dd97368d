/** Emails about an order, to its buyer and to the owners; each once per template, order and occurrence. Source: guide pricing-plans §15. */
import type { Temporal } from 'temporal-polyfill'
import { ownerEmails } from '#domains/collaborators/public.ts'
import { findEmailRecipient } from '#domains/identity/public.ts'
import { getSite, getSetting } from '#domains/site/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { type Language, translate, matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { orderEmails } from './emails/en.ts'
import type { Order } from './rules/order.ts'

type Template = keyof typeof orderEmails & string
type Variables = Record<string, unknown>
interface LocaleFormatter {
  language: Language
  /** A day in the order's zone; empty when there is none. */
  day(at: Temporal.Instant | undefined | null): string
  money(amount: string): string
}
/** In the language of the member; `owner` in that of the site. */
export interface OrderMailer extends LocaleFormatter {
  owner: LocaleFormatter
  emailBuyer(template: Template, variables: Variables, occurrence?: string | number): void
  /** Writes to every owner of the business. */
  emailOwners(template: Template, variables: Variables, occurrence?: string | number): void
}

type Recipient = Awaited<ReturnType<typeof findEmailRecipient>>
/** One unit of work sends several emails to the same buyer. */
const recipientCache = new WeakMap<BaseContext, Map<string, Recipient>>()
async function loadRecipient(ctx: ReadContext, memberId: string): Promise<Recipient> {
  const known = recipientCache.get(ctx) ?? new Map<string, Recipient>()
  recipientCache.set(ctx, known)
  if (!known.has(memberId)) known.set(memberId, await findEmailRecipient(ctx, memberId))
  return known.get(memberId)
}

/** Whose receipt it is. The member is named when the document is read, by the name they have then. */
export const receiptBuyer = async (ctx: ReadContext, { memberId, contactId }: Order) => ({
  memberId,
  contactId,
  name: '',
  email: '',
  language: (await loadRecipient(ctx, memberId))?.language ?? 'en',
})

/** Money and days are written in the language of whoever reads, days in the zone of the order. */
export async function orderMailer(ctx: TransactionContext, order: Order): Promise<OrderMailer> {
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
