// contract-is-data: a contract that knows its rules.
import { price } from './rules/price.ts'
export const plansApi = { price }
