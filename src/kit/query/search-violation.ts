/** Refusals of what a search asks for, under the name of its part of the request. */
import { type Violation, Violations } from '../api/refusal.ts'

export const SEARCH_PATH = 'search'
/** `field` without the name of the search itself: `aggregations[0].type`. */
export const throwSearchViolation = (field: string, description: string, rule: Violation['violatedRule'] = 'VALIDATION', data = {}): never => {
  throw new Violations([{ field: `${SEARCH_PATH}.${field}`, description, violatedRule: rule, data }])
}
