/** Months and money on charts: short, and in the language of the site. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** "Mar 30" of "2030-03"; long: "March 2030". */
export function formatMonth(month: string, language: string, style: 'short' | 'long' = 'short'): string {
  const key = `${language} ${style}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { month: style, year: style === 'short' ? '2-digit' : 'numeric', timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(`${month}-15T00:00:00Z`))
}
/** Whole amounts on an axis, exact ones in a table: both are written by the same hand. */
export const createMoneyFormat = (currency: string, language: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions)
  return (value) => format.format(value)
}
export const formatPercent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 1000) / 10} %`)
