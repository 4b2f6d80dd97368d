/** Notes of the business on its members. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { refuseStandard } from '#kit/refusal.ts'
import type { memberNotesApi } from '../contract.ts'
import { plainText } from '#kit/pure/plain-text.ts'
import { memberById } from '../store/members.ts'
import * as store from '../store/notes.ts'

const toWire = ({ id, text, authorId, createdAt }: store.Note) => ({
  id,
  text,
  ...(authorId ? { authorId } : {}),
  createdDate: createdAt.toString({ smallestUnit: 'millisecond' }),
})
const known = async (ctx: Ctx, id: string) => (await memberById(ctx, id)) ?? refuseStandard('NOT_FOUND')

export const memberNotesHandlers: Handlers<typeof memberNotesApi> = {
  listMemberNotes: async (ctx, { params }) => ({ notes: (await store.notesOn(ctx, (await known(ctx, params.memberId)).id)).map(toWire) }),
  addMemberNote: async (ctx, { params, body }) => {
    const note = {
      id: ctx.newId(),
      memberId: (await known(ctx, params.memberId)).id,
      text: plainText(body.text),
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
