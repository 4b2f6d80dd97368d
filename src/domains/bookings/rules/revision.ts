/** Optimistic locking by revision. Source: guide bookings §1. */
export type RevisionCheck = { ok: true } | { missing: true } | { mismatch: string }

export function checkRevision(given: string | null | undefined, current: number): RevisionCheck {
  if (given === undefined || given === null || given === '') return { missing: true }
  return given === String(current) ? { ok: true } : { mismatch: String(current) }
}
