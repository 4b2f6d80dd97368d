/** Amounts and shares on charts. */
import { formatPercent } from '#kit/pure/percent.ts'

/** Whole amounts on an axis, exact ones in a table: both are written by the same hand. */
export const createMoneyFormat = (currency: string, language: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions)
  return (value) => format.format(value)
}
/** A part of a whole, to a tenth of a percent. */
export const formatShare = (part: number, whole: number, language: string): string => (whole === 0 ? '–' : formatPercent((part / whole) * 100, language, 1))
