/** Whether a tax may be set for all plans. Source: guide pricing-plans §4.3. */
import { countDecimals, isAmount, parseDecimal } from '#kit/pure/money.ts'

export interface TaxInput {
  name: string
  rate: string
}
export interface TaxProblem {
  field: 'tax.name' | 'tax.rate'
  description: string
}

/** A name that buyers can read, and a rate of 0–100 percent with at most four decimals. All problems at once. */
export function findTaxProblems({ name, rate }: TaxInput): TaxProblem[] {
  const problems: TaxProblem[] = name.trim() === '' ? [{ field: 'tax.name', description: 'must not be blank' }] : []
  const isRate = isAmount(rate) && countDecimals(rate) <= 4
  const { units, scale } = isRate ? parseDecimal(rate) : { units: 0n, scale: 1n }
  if (!isRate) problems.push({ field: 'tax.rate', description: 'must be a number such as 19 or 7.25' })
  else if (units > 100n * scale) problems.push({ field: 'tax.rate', description: 'must be at most 100' })
  return problems
}
