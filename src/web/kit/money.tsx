/** Formats amounts of money; the dashboard has its own formats in `dashboard/parts/format.ts`. */
import { pageLanguage } from '../language.ts'
import { useSite } from '../site-context.tsx'

/** "€12.50", "€12", "Free"; in the language of the page unless told otherwise. */
export function formatMoney(value: string | number | undefined | null, currency: string, language: string = pageLanguage()): string {
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
