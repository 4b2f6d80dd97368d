/** The change that a drop on the calendar means, after a confirmation. Loaded at the first drop. */
import { useEffect, useRef } from 'react'
import type { Entry } from '../parts/events.ts'
import type { Move } from '../parts/move.ts'
import { useCalendarActions } from './calendar-actions.ts'
import type { RowChange } from './session-change.ts'

export interface Drop {
  entry: Entry
  to: Move
  /** To whose column it was dragged as well. */
  row?: RowChange | undefined
}
/** Asks once for each drop; shows nothing itself. */
export function DropChange({ drop }: { drop: Drop }) {
  const { move } = useCalendarActions()
  const asked = useRef<Drop>(undefined)
  useEffect(() => {
    if (asked.current === drop) return
    asked.current = drop
    move(drop.entry, drop.to, drop.row)
  }, [drop, move])
  return null
}
