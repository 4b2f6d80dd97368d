/** Emails about an order, to its buyer and to the owners; each once per template, order and occurrence. Source: guide pricing-plans §15. */
import type { Temporal } from 'temporal-polyfill'
import { findMemberReader, openMailer } from '#domains/notifications/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { dateFormat } from '#kit/pure/date-format.ts'
import { type Language, translate } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { BuyerEmails, BuyerVariables, OwnerEmails, OwnerVariables } from './emails/variables.ts'
import type { Order } from './rules/order.ts'

interface LocaleFormatter {
  language: Language
  /** A day in the order's zone; empty when there is none. */
  day(at: Temporal.Instant | undefined | null): string
  money(amount: string): string
}
/** In the language of the member; `owner` in that of the site. */
export interface OrderMailer extends LocaleFormatter {
  owner: LocaleFormatter
  emailBuyer<T extends keyof BuyerEmails>(template: T, variables: BuyerEmails[T], occurrence?: string | number): void
  /** Writes to every owner of the business. */
  emailOwners<T extends keyof OwnerEmails>(template: T, variables: OwnerEmails[T], occurrence?: string | number): void
}

/** Whose receipt it is. The member is named when the document is read, by the name they have then. */
export const receiptBuyer = async (ctx: ReadContext, { memberId, contactId }: Order) => ({
  memberId,
  contactId,
  name: '',
  email: '',
  language: (await findMemberReader(ctx, memberId))?.language ?? 'en',
})

/** Money and days are formatted in the language of the recipient, days in the zone of the order. */
export async function orderMailer(ctx: TransactionContext, order: Order): Promise<OrderMailer> {
  const buyer = await openMailer<BuyerEmails, BuyerVariables>(ctx, { kind: 'member', memberId: order.memberId })
  const owners = await openMailer<OwnerEmails, OwnerVariables>(ctx, { kind: 'owners' })
  const { currency, planName } = order.snapshot
  const formatterFor = (language: Language): LocaleFormatter => ({
    language,
    day: (at) => (at ? dateFormat(language, order.timeZone, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds) : ''),
    money: (amount) => formatMoney(amount, currency, language),
  })
  const [reader] = buyer.readers
  const owner = formatterFor(owners.siteLanguage)
  const memberName =
    reader?.name ?? translate({ message: 'A former member', de: 'Ehemaliges Mitglied', fr: 'Ancien membre', es: 'Antiguo miembro' }, owner.language)
  const common = { memberName, planName, orderLink: `${ctx.origin}/account?tab=plans` }
  const ownerCommon = { member: memberName, plan: planName, link: `${ctx.origin}/dashboard/plans?tab=subscriptions&open=${order.id}` }
  return {
    ...formatterFor(reader?.language ?? 'en'),
    owner,
    emailBuyer: (template, variables, occurrence = 0) =>
      buyer.queue({ template, variables: { ...common, ...variables }, uniqueKey: `${order.id}:${occurrence}` }),
    emailOwners: (template, variables, occurrence = 0) =>
      owners.queue({ template, variables: { ...ownerCommon, ...variables }, uniqueKey: `${order.id}:${occurrence}` }),
  }
}
