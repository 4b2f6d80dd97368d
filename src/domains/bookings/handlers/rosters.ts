/** Rosters of sessions → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { loadRoster } from '../actions/reading/roster.ts'
import { previewSessionMessage, sendSessionMessage } from '../actions/emails/session-message.ts'
import { getViewer } from '../actions/reading/viewer.ts'
import type { rostersApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { offerSpot } from '../hooks.ts'
import { bookingById, setBusinessNote } from '../store/bookings.ts'

export const rostersHandlers: Handlers<typeof rostersApi> = {
  getRoster: (ctx, { params }) => loadRoster(ctx, params.sessionId),
  getBookingNote: async (ctx, { params }) => {
    const { businessNote } = (await bookingById(ctx, await getViewer(ctx), params.id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.id })
    return businessNote === null ? {} : { note: businessNote }
  },
  setBookingNote: async (ctx, { params, body }) => {
    const note = body.note.trim()
    if (!(await setBusinessNote(ctx, params.id, note || null))) refuse('BOOKING_NOT_FOUND', { bookingId: params.id })
    return note ? { note } : {}
  },
  previewSessionMessage: (ctx, { params, body }) => previewSessionMessage(ctx, params.sessionId, body),
  sendSessionMessage: (ctx, { params, body }) => sendSessionMessage(ctx, params.sessionId, body),
  offerSpot: async (ctx, { params }) => {
    await offerSpot.call(ctx, params)
    return {}
  },
}
