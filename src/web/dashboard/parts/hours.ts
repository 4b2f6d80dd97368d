/** Weekly hours as they are edited. Pure. */
import type { Period } from '../entities.ts'

/** As it is sent: the server finds the stored rule by its day and times. */
export const withoutId = ({ id: _, ...period }: Period): Period => period
/** Whether a span cannot be saved; what is wrong is said beside it. */
export const hasHoursProblem = ({ start, end, interval = 1, from, until }: Period): boolean =>
  (end <= start && end !== '24:00') || (interval > 1 && !from) || Boolean(from && until && until < from)
