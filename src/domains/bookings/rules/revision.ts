/** Optimistic locking by revision. Source: guide bookings §1. */
export type RevisionCheck = { ok: true } | { missing: true } | { mismatch: string }

/** Compares the revision that a caller names, a decimal text, with the current one. */
export function checkRevision(given: string | null | undefined, current: number): RevisionCheck {
  if (given === undefined || given === null || given === '') return { missing: true }
  return given === String(current) ? { ok: true } : { mismatch: String(current) }
}
