/** The member on the wire: entity and input. Source: guide members §2, §3. */
import { Type, type Static } from 'typebox'
import { Maybe } from '#kit/api/wire.ts'

const Text = (maxLength: number) => Maybe(Type.String({ maxLength }))
const Picture = Type.Object({
  id: Type.String(),
  url: Type.String(),
  height: Type.Number(),
  width: Type.Number(),
  offsetX: Type.Optional(Type.Number()),
  offsetY: Type.Optional(Type.Number()),
})

export const Address = Type.Object({
  id: Type.Optional(Type.String()),
  streetAddress: Type.Optional(Type.Object({ number: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })),
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
  profile: Type.Object({
    nickname: Type.String(),
    slug: Type.String(),
    title: Type.Optional(Type.String()),
    photo: Type.Optional(Picture),
    cover: Type.Optional(Picture),
  }),
  privacyStatus: Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC']),
  activityStatus: Type.Enum(['UNKNOWN', 'ACTIVE', 'MUTED']),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  lastLoginDate: Type.Optional(Type.String()),
})
export type Member = Static<typeof Member>

/** What callers may write. Clients send back the whole object they read, so read-only fields are allowed and ignored. */
const AddressInput = Type.Object({
  id: Text(100),
  streetAddress: Maybe(Type.Object({ number: Text(100), name: Text(200) })),
  addressLine: Text(200),
  addressLine2: Text(200),
  city: Text(100),
  subdivision: Text(6),
  country: Text(2),
  postalCode: Text(20),
})
const PictureInput = Type.Object({
  id: Text(2048),
  url: Text(2048),
  height: Maybe(Type.Number()),
  width: Maybe(Type.Number()),
  offsetX: Maybe(Type.Number()),
  offsetY: Maybe(Type.Number()),
})
const contactInput = {
  firstName: Text(100),
  lastName: Text(100),
  phones: Maybe(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
  emails: Maybe(Type.Array(Type.String({ format: 'email', maxLength: 254 }), { maxItems: 50 })),
  addresses: Maybe(Type.Array(AddressInput, { maxItems: 50 })),
  birthdate: Text(100),
  company: Text(100),
  jobTitle: Text(100),
  customFields: Maybe(Type.Record(Type.String(), Maybe(Type.Object({ value: Type.Optional(Type.Unknown()) })))),
}
export const memberInputFields = {
  contact: Maybe(Type.Object(contactInput)),
  profile: Maybe(Type.Object({ nickname: Text(100), title: Text(100), photo: Maybe(PictureInput), cover: Maybe(PictureInput) })),
  privacyStatus: Maybe(Type.Enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])),
}
export const MemberInput = Type.Object({ ...memberInputFields, loginEmail: Maybe(Type.String()) })
export type MemberInput = Static<typeof MemberInput>

/** No format: a malformed id is answered like an unknown one. Source: guide members §5.2. */
export const ById = Type.Object({ id: Type.String() })
export const OneMember = Type.Object({ member: Member })
const FieldSet = Type.Enum(['PUBLIC', 'EXTENDED', 'FULL'])
export const fieldSets = { fieldsets: Maybe(Type.Array(FieldSet, { maxItems: 3 })), fieldSet: Maybe(FieldSet) }
/** Search terms, and the fields to search. */
export const Search = Maybe(
  Type.Object({
    expression: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
    fields: Maybe(
      Type.Array(Type.Enum(['loginEmail', 'contact.firstName', 'contact.lastName', 'profile.title', 'profile.nickname', 'profile.slug']), { maxItems: 4 }),
    ),
  }),
)
