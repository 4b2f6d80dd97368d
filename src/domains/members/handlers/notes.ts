/** Notes of the business on its members. */
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { getMember } from '../actions/get-member.ts'
import type { memberNotesApi } from '../contract/notes.ts'
import { toPlainText } from '#kit/pure/plain-text.ts'
import * as store from '../store/notes.ts'

const toWire = ({ id, text, authorId, createdAt }: store.Note) => ({
  id,
  text,
  ...(authorId ? { authorId } : {}),
  createdDate: createdAt.toString({ smallestUnit: 'millisecond' }),
})

export const memberNotesHandlers: Handlers<typeof memberNotesApi> = {
  listMemberNotes: async (ctx, { params }) => ({ notes: (await store.listNotes(ctx, (await getMember(ctx, params.memberId)).id)).map(toWire) }),
  addMemberNote: async (ctx, { params, body }) => {
    const note = {
      id: ctx.newId(),
      memberId: (await getMember(ctx, params.memberId)).id,
      text: toPlainText(body.text),
      authorId: ctx.caller.userId ?? null,
      createdAt: ctx.now,
    }
    await store.insertNote(ctx, note)
    return { note: toWire(note) }
  },
  deleteMemberNote: async (ctx, { params }) => {
    if (!(await store.deleteNote(ctx, params.memberId.toLowerCase(), params.id.toLowerCase()))) refuseStandard('NOT_FOUND')
    return {}
  },
}
