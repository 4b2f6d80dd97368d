/** Members on the wire: entities and operations. Source: guide members, contract operations (area members). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'

const Text = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()])
const Picture = Type.Object({ id: Type.String(), url: Type.String(), height: Type.Number(), width: Type.Number(), offsetX: Type.Optional(Type.Number()), offsetY: Type.Optional(Type.Number()) })
const StreetAddress = Type.Object({ number: Type.Optional(Type.String({ maxLength: 100 })), name: Type.Optional(Type.String({ maxLength: 200 })) })

export const Address = Type.Object({
  id: Type.Optional(Type.String()),
  streetAddress: Type.Optional(StreetAddress),
  addressLine: Type.Optional(Type.String()),
  addressLine2: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  subdivision: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  postalCode: Type.Optional(Type.String()),
})

const MemberContact = Type.Object({
  contactId: Type.String(),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  phones: Type.Array(Type.String()),
  emails: Type.Array(Type.String()),
  addresses: Type.Array(Address),
  birthdate: Type.Optional(Type.String()),
  company: Type.Optional(Type.String()),
  jobTitle: Type.Optional(Type.String()),
  customFields: Type.Record(Type.String(), Type.Object({ name: Type.String(), value: Type.Unknown() })),
})

export const Member = Type.Object({
  id: Type.String({ format: 'uuid' }),
  loginEmail: Type.Optional(Type.String()),
  loginEmailVerified: Type.Optional(Type.Boolean()),
  status: Type.Enum(['UNKNOWN', 'PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']),
  contactId: Type.String({ format: 'uuid' }),
  contact: Type.Optional(MemberContact),
  profile: Type.Object({ nickname: Type.String(), slug: Type.String(), title: Type.Optional(Type.String()), photo: Type.Optional(Picture), cover: Type.Optional(Picture) }),
  privacyStatus: Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC']),
  activityStatus: Type.Enum(['UNKNOWN', 'ACTIVE', 'MUTED']),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  lastLoginDate: Type.Optional(Type.String()),
})
export type Member = Static<typeof Member>
void Text
void operations
