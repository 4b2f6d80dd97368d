/** Notes of the business on members, who never see them. Source: guide members §21. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const owner = { owner: 'any' } as const
const ByMember = Type.Object({ memberId: Guid })
const Note = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** The dashboard user; absent when an API key wrote it. */
  authorId: Type.Optional(Type.String()),
  createdDate: Type.String(),
})

export const memberNotesApi = operations({
  listMemberNotes: {
    method: 'GET',
    path: '/api/members/{memberId}/notes',
    summary: 'List notes on a member, the newest first',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    work: 'read',
    internal: true,
    params: ByMember,
    reply: Type.Object({ notes: Type.Array(Note) }),
    refuses: ['NOT_FOUND'],
  },
  addMemberNote: {
    method: 'POST',
    path: '/api/members/{memberId}/notes',
    summary: 'Write something down about a member',
    access: owner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    internal: true,
    params: ByMember,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }) }),
    reply: Type.Object({ note: Note }),
    refuses: ['NOT_FOUND'],
  },
  deleteMemberNote: {
    method: 'DELETE',
    path: '/api/members/{memberId}/notes/{id}',
    summary: 'Delete a note',
    access: owner,
    permission: 'MEMBERS.MEMBER_UPDATE',
    internal: true,
    params: Type.Object({ memberId: Guid, id: Guid }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
})
