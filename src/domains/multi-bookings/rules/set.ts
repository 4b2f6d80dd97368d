/** How the parts of a set have to fit together. Source: guide bookings §16.1, §16.6. */
export type SetType = 'SEQUENTIAL_BOOKINGS' | 'SEPARATE_BOOKINGS' | 'PARALLEL_BOOKINGS'

/** One part; instants in milliseconds. `place` names its location, equal for equal ones. */
export interface Part {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  start: number
  end: number
  place: string
}
type Verdict = { ok: true } | { refused: 'VALIDATION_FAILURE'; data: { index: number; reason: string } }
const refuseAt = (index: number, reason: string): Verdict => ({ refused: 'VALIDATION_FAILURE', data: { index, reason } })

export interface Neighbour {
  id: string
  resourceId: string | null
}
/** Whether the same person gives the next part in the row, so that no buffer is kept before it. Source: guide services-and-availability §15.10. */
export function isFollowedBySamePerson(row: readonly Neighbour[], part: Neighbour): boolean {
  const index = row.findIndex(({ id }) => id === part.id)
  const next = index < 0 ? undefined : row[index + 1]
  return next !== undefined && next.resourceId === part.resourceId
}

/** Whether the parts make a set of this type; the first part that does not fit is named. The business may let parts of a basket overlap. */
export function checkSet(type: SetType, parts: readonly Part[], byBusiness: boolean): Verdict {
  for (const [index, part] of parts.entries()) {
    const [first, before] = [parts[0], parts[index - 1]]
    if (type === 'SEPARATE_BOOKINGS') {
      const clash = parts.slice(0, index).some((other) => other.start < part.end && part.start < other.end)
      if (clash && !byBusiness) return refuseAt(index, 'OVERLAPS_ANOTHER_PART')
      continue
    }
    if (part.type !== 'APPOINTMENT') return refuseAt(index, 'NOT_AN_APPOINTMENT')
    if (first && part.place !== first.place) return refuseAt(index, 'OTHER_LOCATION')
    if (type === 'SEQUENTIAL_BOOKINGS' && before && part.start !== before.end) return refuseAt(index, 'NOT_BACK_TO_BACK')
    if (type === 'PARALLEL_BOOKINGS' && first && part.start !== first.start) return refuseAt(index, 'OTHER_START')
  }
  return { ok: true }
}
