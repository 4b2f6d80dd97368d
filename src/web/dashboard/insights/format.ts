/** Amounts and shares on charts. */
/** Whole amounts on an axis, exact ones in a table: both are written by the same hand. */
export const createMoneyFormat = (currency: string, language: string): ((value: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions)
  return (value) => format.format(value)
}
export const formatPercent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 1000) / 10} %`)
