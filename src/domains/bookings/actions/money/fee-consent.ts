/** The customer's consent to a card being kept and charged with a fee: asked for at checkout, stored with the booking. Source: guide bookings §14.4. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { createLocaleFormatter } from '../../rules/locale-formatter.ts'
import { currencyDigits } from '#kit/pure/money.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { refuse } from '../../errors.ts'
import { isPaidByPlan } from '../../rules/due.ts'
import { describeFeeConsent } from '../../rules/fee-consent.ts'
import type * as store from '../../store/bookings.ts'
import { type CheckoutItem, isCardRequired, toCheckoutItem } from './checkout-items.ts'

/** The sentence for one booking in the language of the reader; undefined where no card is kept or no fee can follow. */
async function describeConsent(ctx: ReadContext, { booking, option, price }: CheckoutItem): Promise<string | undefined> {
  if (!isCardRequired(booking)) return undefined
  const { currency } = booking.price
  const site = await getSite(ctx)
  const language = matchLanguage(ctx.headers['accept-language'], booking.language, site.language) ?? 'en'
  const { formatAmount } = createLocaleFormatter(language, site.timeZone)
  const input = { policy: booking.policy.cancellationFee, price: isPaidByPlan(option) ? 0 : price.total, minorPerMajor: 10 ** currencyDigits(currency) }
  return describeFeeConsent(input, language, (amount) => formatAmount(amount, currency))
}

/** The sentences of bookings that are paid together, each once; of several with the title of theirs. */
export async function listFeeConsents(ctx: ReadContext, bookings: readonly store.BookingRow[]): Promise<string[]> {
  const texts: string[] = []
  for (const booking of bookings) {
    const text = await describeConsent(ctx, toCheckoutItem(booking, undefined))
    if (text) texts.push(bookings.length > 1 ? `${booking.title}: ${text}` : text)
  }
  return [...new Set(texts)]
}

/** The columns of the consent. Refuses with FEE_CONSENT_REQUIRED where a fee may follow and the customer did not agree. */
export async function recordFeeConsent(ctx: ReadContext, item: CheckoutItem, hasAgreed: boolean): Promise<store.BookingChange> {
  const text = await describeConsent(ctx, item)
  if (text === undefined) return {}
  return hasAgreed ? { feeConsentText: text, feeConsentAt: ctx.now } : refuse('FEE_CONSENT_REQUIRED', { bookingId: item.booking.id, consent: text })
}
