/** The voice in which an order writes to its buyer and to the owner; each letter once per (template, order, occasion). guide: pricing-plans 15 */
import type { Temporal } from 'temporal-polyfill'
import { ownerEmails, readerOf } from '#domains/identity/public.ts'
import { currentSite, setting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { type Language, said, spoken } from '#kit/pure/languages.ts'
import { moneyIn } from '#kit/pure/money.ts'
import type { ordersMails } from './mails/en.ts'
import type { Order } from './rules/order.ts'

const declineWords: Record<Language, Record<string, string> & { other: string }> = {
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
export const inPlainWords = (code: string | null | undefined, language: Language = 'en'): string =>
  declineWords[language][code ?? ''] ?? declineWords[language].other

type Template = keyof typeof ordersMails & string
type Variables = Record<string, unknown>
interface Tongue {
  language: Language
  /** A day in the order's zone; empty when there is none. */
  day(at: Temporal.Instant | undefined | null): string
  money(amount: string): string
}
/** Speaks the language of the member; `owner` that of the site. */
export interface Voice extends Tongue {
  owner: Tongue
  send(template: Template, variables: Variables, occasion?: string | number): void
  /** Writes to every owner of the business. */
  tell(template: Template, variables: Variables, occasion?: string | number): void
}

type Reader = Awaited<ReturnType<typeof readerOf>>
/** One piece of work writes several letters to the same buyer. */
const readers = new WeakMap<Ctx, Map<string, Reader>>()
async function readerOnce(ctx: Ctx, memberId: string): Promise<Reader> {
  const known = readers.get(ctx) ?? new Map<string, Reader>()
  readers.set(ctx, known)
  if (!known.has(memberId)) known.set(memberId, await readerOf(ctx, memberId))
  return known.get(memberId)
}

/** Money and days are written in the language of whoever reads, days in the zone of the order. */
export async function voiceOf(ctx: Ctx, order: Order): Promise<Voice> {
  const site = await currentSite(ctx)
  const reader = await readerOnce(ctx, order.memberId)
  const owners = await ctx.remember(['owner_site_role', 'owner_user', 'site'], 'e-mails of the owners', () => ownerEmails(ctx.tx, ctx.siteId))
  const address = await setting(ctx, 'site.address')
  const { currency, planName } = order.snapshot
  const tongue = (language: Language): Tongue => ({
    language,
    day: (at) => (at ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: order.timeZone }).format(at.epochMilliseconds) : ''),
    money: (amount) => moneyIn(amount, currency, language),
  })
  const mine = tongue(reader?.language ?? 'en')
  const owner = tongue(spoken(site.language) ?? 'en')
  const memberName = reader?.name ?? said({ message: 'A former member', de: 'Ein früheres Mitglied' }, owner.language)
  const common = { siteName: site.name, memberName, planName, supportEmail: address?.email ?? '' }
  const letter = (to: string, template: Template, language: Language, variables: Variables, once: string) =>
    ctx.send({ to, template, language, once, variables })
  return {
    ...mine,
    owner,
    send(template, variables, occasion = 0) {
      if (!reader) return
      letter(reader.email, template, mine.language, { ...common, orderLink: `${ctx.origin}/account?tab=plans`, ...variables }, `${order.id}:${occasion}`)
    },
    tell(template, variables, occasion = 0) {
      for (const to of owners)
        letter(
          to,
          template,
          owner.language,
          { ...common, member: memberName, plan: planName, link: `${ctx.origin}/dashboard/plans?tab=subscriptions&open=${order.id}`, ...variables },
          `${order.id}:${occasion}:${to}`,
        )
    },
  }
}
