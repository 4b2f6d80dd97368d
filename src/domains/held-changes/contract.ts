/** Changes that wait for half a minute, in which they can be undone. Own calls of the dashboard. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const HeldChange = Type.Object({
  id: Guid,
  /** Its operation, such as `bookings.cancelBooking`. */
  operation: Type.String(),
  entity: Type.Enum(['BOOKING', 'SESSION']),
  entityId: Type.String(),
  /** When the first session begins that it changes, where a change of a series names one: those before it stay as they are. */
  firstSessionDate: Type.Optional(Type.String()),
  /** Until it is made, by the clock of the server. */
  millisecondsLeft: Type.Integer(),
})

export const heldChangesApi = operations({
  listHeldChanges: {
    method: 'GET',
    path: '/api/held-changes',
    summary: 'The changes that are about to be made and that the caller may undo',
    internal: true,
    work: 'read',
    access: { owner: 'any' },
    needsNoPermission: true,
    reply: Type.Object({ heldChanges: Type.Array(HeldChange) }),
    refuses: [],
  },
  undoHeldChange: {
    method: 'DELETE',
    path: '/api/held-changes/{id}',
    summary: 'Drop a change before it is made; all who may make it may undo it',
    internal: true,
    access: { owner: 'any' },
    needsNoPermission: true,
    params: Type.Object({ id: Guid }),
    reply: Type.Object({}),
    refuses: ['CHANGE_ALREADY_MADE'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const heldChangesContract = { heldChanges: heldChangesApi }
