/** The sentence about fees that a customer agrees to before a card is kept, as the server stores it. */
import { describeFeeConsent } from '#domains/bookings/rules/fee-consent.ts'
// Formatted as the server formats it: what is stored is what was shown.
import { currencyDigits, formatMoney, fromMinor, toMinor } from '#kit/pure/money.ts'
import { pageLanguage } from '../language.ts'
import type { Service } from '../site/catalog.ts'
import { requiresCardOnFile } from './booking-price.ts'

/** Undefined where no card is kept, or no fee can follow. `total` in major units. */
export function useFeeConsent(service: Service, option: 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP' | undefined, total: string): string | undefined {
  const language = pageLanguage()
  const currency = (service.payment?.fixed?.price ?? service.payment?.varied?.defaultPrice)?.currency ?? ''
  if (!requiresCardOnFile(service)) return undefined
  const windows = (service.bookingPolicy?.cancellationFeePolicy?.cancellationWindows ?? []).map(({ amount, percentage, startInMinutes }) => ({
    ...(amount?.value ? { amount: amount.value } : {}),
    ...(percentage ? { percentage } : {}),
    ...(startInMinutes ? { startInMinutes } : {}),
  }))
  const price = option === 'MEMBERSHIP' ? 0 : Number(toMinor(total, currency))
  return describeFeeConsent(
    { policy: { enabled: true, windows, autoCollect: true }, price, minorPerMajor: 10 ** currencyDigits(currency) },
    language,
    (amount) => formatMoney(fromMinor(BigInt(amount), currency), currency, language),
  )
}
