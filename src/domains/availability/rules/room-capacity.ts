/** Whether the people of a session fit into its rooms. Pure; safe in the browser. Source: guide services-and-availability §11. */

export interface RoomOfSession {
  name: string
  /** How many people fit in; absent when it is not known. */
  capacity?: number | undefined
}
export interface RoomShortage {
  rooms: string[]
  /** How many people fit into all of them together. */
  capacity: number
  spots: number
}

/**
 * More spots than people fit into the rooms of the session together; undefined when they fit, without a room, and when the capacity of a room is not known.
 * decision: it is said before the session is saved, and not refused: the business may bring chairs, and clients of the public API know no capacity.
 */
export function findRoomShortage(spots: number | undefined, rooms: readonly RoomOfSession[]): RoomShortage | undefined {
  if (spots === undefined || rooms.length === 0) return undefined
  let capacity = 0
  for (const room of rooms) {
    if (room.capacity === undefined) return undefined
    capacity += room.capacity
  }
  return spots > capacity ? { rooms: rooms.map(({ name }) => name), capacity, spots } : undefined
}
