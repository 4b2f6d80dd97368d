/** Says that more people may book a session than fit into its room, read aloud when it changes. Nothing when they fit. */
import { findRoomShortage, type RoomOfSession } from '#domains/availability/rules/room-capacity.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { formatPeople } from './format-people.ts'
import { Notice } from './notice.tsx'

interface Shortage {
  capacity: number
  /** `12 people`. */
  people: string
  rooms: readonly string[]
  spots: number
}
const messages = defineDashboardMessages(
  {
    title: 'More spots than the room holds',
    text: ({ capacity, people, rooms, spots }: Shortage) =>
      capacity === 1
        ? `${people} fits into ${rooms.join(' and ')}, and the session has ${spots} spots.`
        : `${people} fit into ${rooms.join(' and ')}, and the session has ${spots} spots.`,
  },
  {
    de: {
      title: 'Mehr Plätze, als in den Raum passen',
      text: ({ capacity, people, rooms, spots }) =>
        capacity === 1
          ? `Hier passt nur ${people} hinein: ${rooms.join(' und ')}. Der Termin hat ${spots} Plätze.`
          : `Hier passen nur ${people} hinein: ${rooms.join(' und ')}. Der Termin hat ${spots} Plätze.`,
    },
  },
)

export function RoomNotice({ spots, rooms }: { spots: number | undefined; rooms: readonly RoomOfSession[] }) {
  const t = useMessages(messages)
  const shortage = findRoomShortage(spots, rooms)
  return (
    <div role="status">
      {shortage && (
        <Notice tone="wait" title={t.title}>
          {t.text({ ...shortage, people: formatPeople(shortage.capacity) })}
        </Notice>
      )}
    </div>
  )
}
