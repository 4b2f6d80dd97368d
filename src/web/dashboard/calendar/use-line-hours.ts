/** When a person or a room is there: own hours and days off, else those of the business. */
import { useMemo } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { OpeningHours } from './off-hours.ts'
import type { CalendarState } from './use-calendar.ts'

/** Those of the business, as long as others are not known or may not be read. */
export function useLineHours({ id, staffMemberId }: CalendarState['lines'][number], { hours }: CalendarState): OpeningHours {
  const own = useApiQuery('staff.getStaffHours', { params: { id: staffMemberId ?? '' } }, { enabled: staffMemberId !== undefined }).data
  const specialDays = useApiQuery('staff.listSpecialDays', { query: {} }).data?.specialDays
  return useMemo(() => {
    const ownDays = specialDays?.filter(({ resourceId }) => resourceId === id) ?? []
    return {
      periods: own && !own.usesDefaultWorkingHours ? own.periods : hours.periods,
      // A day of the person itself beats one of the business.
      specialDays:
        ownDays.length > 0
          ? [...ownDays, ...hours.specialDays.filter((day) => !ownDays.some((mine) => mine.from <= day.until && day.from <= mine.until))]
          : hours.specialDays,
    }
  }, [own, specialDays, hours, id])
}
