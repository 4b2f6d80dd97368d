/** The lengths of a service. No I/O. */
import type { Service } from './catalog.ts'

/** Lengths of an appointment with more than one, in minutes. */
export function lengthsOf({ type, schedule }: Service): readonly number[] {
  const found = type === 'APPOINTMENT' ? (schedule?.availabilityConstraints?.sessionDurations ?? []) : []
  return found.length > 1 ? found : []
}
