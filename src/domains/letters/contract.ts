/** Which letters people want, and in which language. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'
import { SpokenLanguage } from '#kit/wire.ts'

const Kind = Type.Enum(['BOOKING_REMINDERS', 'PLAN_REMINDERS', 'PLAN_NEWS'])
const Choices = Type.Array(Type.Object({ kind: Kind, wanted: Type.Boolean() }), { maxItems: 10 })
const MyLetters = Type.Object({ email: Type.String(), language: SpokenLanguage, kinds: Choices })
const BehindLink = Type.Object({
  /** As its owner recognizes it. */
  email: Type.String(),
  kinds: Choices,
})
const own = { member: 'own' } as const
const ByToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) })
const about = 'letters'

export const lettersApi = operations({
  getMyLetters: {
    method: 'GET',
    path: '/api/my-letters',
    summary: 'Which letters the member wants, and in which language',
    may: own,
    work: 'read',
    house: true,
    reply: MyLetters,
    refuses: ['NOT_FOUND'],
  },
  changeMyLetters: {
    method: 'PATCH',
    path: '/api/my-letters',
    summary: 'Choose letters and language',
    may: own,
    house: true,
    body: Type.Object({ language: Type.Optional(SpokenLanguage), kinds: Type.Optional(Choices) }),
    reply: MyLetters,
    refuses: ['NOT_FOUND'],
    about,
  },
  getLettersByLink: {
    method: 'GET',
    path: '/api/letters/by-link/{token}',
    summary: 'Which letters go to the address of this link',
    may: 'anyone',
    work: 'read',
    house: true,
    params: ByToken,
    reply: BehindLink,
    refuses: ['NOT_FOUND'],
  },
  changeLettersByLink: {
    method: 'PUT',
    path: '/api/letters/by-link/{token}',
    summary: 'Choose which letters go to the address of this link',
    may: 'anyone',
    house: true,
    params: ByToken,
    body: Type.Object({ kinds: Choices }),
    reply: BehindLink,
    refuses: ['NOT_FOUND'],
    about,
  },
  /** The mail program of the reader calls this by itself, with a form that says `List-Unsubscribe=One-Click` (RFC 8058). */
  stopLetters: {
    method: 'POST',
    path: '/api/letters/by-link/{token}/stop/{kind}',
    summary: 'No more letters of a kind, by one click in the mail program',
    may: 'anyone',
    house: true,
    fromAnywhere: true,
    bytes: 'text',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), kind: Kind }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
    about,
  },
  /** Mail programs that do not know one click open the address instead. */
  openLetters: {
    method: 'GET',
    path: '/api/letters/by-link/{token}/stop/{kind}',
    summary: 'Leads to the page on which letters are chosen',
    may: 'anyone',
    work: 'read',
    house: true,
    raw: true,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), kind: Kind }),
    reply: Type.Object({}),
    refuses: [],
  },
})
