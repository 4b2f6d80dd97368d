/** The lengths of a service. No I/O. */

/** What of a service says how long it takes. */
interface ServiceLengths {
  type: string
  schedule?: { availabilityConstraints?: { sessionDurations?: number[] } }
}

/** Lengths of an appointment with more than one, in minutes. */
export function listLengths({ type, schedule }: ServiceLengths): readonly number[] {
  const found = type === 'APPOINTMENT' ? (schedule?.availabilityConstraints?.sessionDurations ?? []) : []
  return found.length > 1 ? found : []
}
