/** Text messages as a member wants them. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const own = { member: 'own' } as const
const MyTexts = Type.Object({
  /** Whether the site sends texts at all. */
  isOffered: Type.Boolean(),
  isWanted: Type.Boolean(),
  /** The number answered STOP. */
  isStopped: Type.Boolean(),
  /** E.164. */
  phone: Type.Optional(Type.String()),
  /** The number that texts come from. */
  sender: Type.Optional(Type.String()),
})

export const myTextsApi = operations({
  getMyTexts: {
    method: 'GET',
    path: '/api/my-texts',
    summary: 'Get whether the member wants text messages, and to which number',
    access: own,
    work: 'read',
    internal: true,
    reply: MyTexts,
    refuses: ['NOT_FOUND'],
  },
  updateMyTexts: {
    method: 'PUT',
    path: '/api/my-texts',
    summary: 'Ask for text messages to a number, or end them',
    access: own,
    internal: true,
    body: Type.Object({ isWanted: Type.Boolean(), phone: Type.Optional(Type.String({ maxLength: 50 })) }),
    reply: MyTexts,
    refuses: ['NOT_FOUND', 'TEXTS_NOT_CONNECTED', 'TEXTS_STOPPED'],
  },
})
