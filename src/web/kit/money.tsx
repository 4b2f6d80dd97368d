/** Formats amounts of money; the dashboard has its own formats in `dashboard/parts/format.ts`. */
import { useSite } from '../site-context.tsx'

/** "€12.50", "€12", "Free". `language` is the language of the site. */
export function formatMoney(value: string | number | undefined | null, currency: string, language = 'en'): string {
  const amount = Number(value ?? 0)
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

export function Money({ value, currency, free }: { value: string | number | undefined | null; currency?: string | undefined; free?: string }) {
  const site = useSite()
  if (free && Number(value ?? 0) === 0) return <>{free}</>
  return <span className="nowrap">{formatMoney(value, currency || site.currency, site.language)}</span>
}
