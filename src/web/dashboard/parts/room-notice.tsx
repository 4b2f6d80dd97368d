/** Says that more people may book a session than fit into its room, read aloud when it changes. Nothing when they fit. */
import { findRoomShortage, type RoomOfSession } from '#domains/availability/rules/room-capacity.ts'
import { formatPeople } from './format.ts'
import { Notice } from './notice.tsx'

export function RoomNotice({ spots, rooms }: { spots: number | undefined; rooms: readonly RoomOfSession[] }) {
  const shortage = findRoomShortage(spots, rooms)
  return (
    <div role="status">
      {shortage && (
        <Notice tone="wait" title="More spots than the room holds">
          {formatPeople(shortage.capacity)} {shortage.capacity === 1 ? 'fits' : 'fit'} into {shortage.rooms.join(' and ')}, and the session has {shortage.spots}{' '}
          spots.
        </Notice>
      )}
    </div>
  )
}
