/** Formats amounts of money; the dashboard has its own formats in `dashboard/parts/format.ts`. */
import { pageLanguage } from '../language.ts'
import { useSite } from '../site-context.tsx'

/** A format takes longer to make than a page of amounts to write. */
const formats = new Map<string, Intl.NumberFormat>()
function currencyFormat(language: string, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions)
  formats.set(key, made)
  return made
}

/** "€12.50", "€12"; in the language of the page unless told otherwise. */
export function formatMoney(value: string | number | undefined | null, currency: string, language: string = pageLanguage()): string {
  const amount = Number(value ?? 0)
  try {
    return currencyFormat(language, currency).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

export function Money({ value, currency, free }: { value: string | number | undefined | null; currency?: string | undefined; free?: string }) {
  const site = useSite()
  if (free && Number(value ?? 0) === 0) return <>{free}</>
  return <span className="nowrap">{formatMoney(value, currency || site.currency, site.language)}</span>
}
