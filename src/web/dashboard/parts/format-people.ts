/** How many people, in words. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const t = currentMessages(
  defineDashboardMessages(
    { people: (count: number) => (count === 1 ? '1 person' : `${count} people`) },
    { de: { people: (count) => (count === 1 ? '1 Person' : `${count} Personen`) } },
  ),
)

export const formatPeople = (count: number): string => t.people(count)
