/** Money as whole minor units in a bigint. No floating point anywhere; rounding is half up, to the minor unit. Source: guide pricing-plans §4.1. */

/** Currencies that do not have two decimals (ISO 4217). */
const unusualDigits: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** How many decimals amounts of this currency have. */
export const currencyDigits = (currency: string): number => unusualDigits[currency] ?? 2

const decimalPattern = /^(\d{1,15})(?:\.(\d{1,15}))?$/

/** Whether the text is a plain amount: digits and at most one point; no sign, exponent or grouping. */
export const isAmount = (text: string): boolean => decimalPattern.test(text)

/** Decimals that were written: "20" has 0, "20.50" has 2. */
export const countDecimals = (text: string): number => decimalPattern.exec(text)?.[2]?.length ?? 0

/** An exact decimal as numerator over a power of ten. */
export interface Decimal {
  units: bigint
  scale: bigint
}

export function parseDecimal(text: string): Decimal {
  const match = decimalPattern.exec(text)
  if (!match) throw new RangeError(`not an amount: ${text}`)
  const fraction = match[2] ?? ''
  return { units: BigInt(`${match[1]}${fraction}`), scale: 10n ** BigInt(fraction.length) }
}

/** Division of non-negative numbers, rounded half up. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/** "49.9" in a currency of two digits → 4990n. More decimals than the currency has are rounded half up. */
export function toMinor(text: string, currency: string): bigint {
  const { units, scale } = parseDecimal(text)
  return divideHalfUp(units * 10n ** BigInt(currencyDigits(currency)), scale)
}

/** 4990n in a currency of two digits → "49.90": always with the digits of the currency. */
export function fromMinor(minor: bigint, currency: string): string {
  const digits = currencyDigits(currency)
  const sign = minor < 0n ? '-' : ''
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `percent` percent of an amount, rounded half up. The percentage is a decimal string such as "7.25". */
export function calculatePercent(minor: bigint, percent: string): bigint {
  const { units, scale } = parseDecimal(percent)
  return divideHalfUp(minor * units, scale * 100n)
}

/** What is left of a gross amount without a tax of `percent` percent that it includes, rounded half up. */
export function excludeIncludedTax(minor: bigint, percent: string): bigint {
  const { units, scale } = parseDecimal(percent)
  return divideHalfUp(minor * 100n * scale, 100n * scale + units)
}

/** An amount as a language writes it; it stays exact. */
export const formatMoney = (amount: string, currency: string, language = 'en'): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral)
