/** Amounts, counts and shares on charts. */
import { formatPercent } from '#kit/pure/percent.ts'
import { pageLanguage } from '#web/language.ts'

/** Whole amounts on an axis, exact ones in a table: both are written by the same hand. */
export const createMoneyFormat = (currency: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat(pageLanguage(), { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions)
  return (value) => format.format(value)
}
const countFormat = new Intl.NumberFormat(pageLanguage(), { maximumFractionDigits: 1, useGrouping: false })
export const formatCount = (value: number): string => countFormat.format(value)
/** A part of a whole, to a tenth of a percent. */
export const formatShare = (part: number, whole: number): string => (whole === 0 ? '–' : formatPercent((part / whole) * 100, pageLanguage(), 1))
