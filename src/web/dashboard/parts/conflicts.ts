/** What else is there at a time: said before something is moved onto it. Pure. */
import { entryEnd, entryId, entryStart, entryTitle, type Entry } from './events.ts'
import type { Move } from './move.ts'

export interface Conflict {
  title: string
  start: string
  end: string
  /** The people and rooms that both need. */
  resourceIds: string[]
}

/** Entries that overlap `to` and need one of these people or rooms; the one that moves is left out. */
export const findConflicts = (entries: readonly Entry[], movedId: string | undefined, to: Move, resourceIds: readonly string[]): Conflict[] =>
  entries
    .filter((entry) => entryId(entry) !== movedId && entryStart(entry) < to.endDate && entryEnd(entry) > to.startDate)
    .map((entry) => ({
      title: entryTitle(entry),
      start: entryStart(entry),
      end: entryEnd(entry),
      resourceIds: entry.resourceIds.filter((id) => resourceIds.includes(id)),
    }))
    .filter((conflict) => conflict.resourceIds.length > 0)
