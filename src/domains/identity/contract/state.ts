/** State of a sign-in, and its identity. */
import { Type } from 'typebox'
import { MaybeText } from '#kit/api/wire.ts'

const Text = Type.String()

const Address = Type.Object({
  streetAddress: Type.Optional(Type.Object({ number: Type.Optional(Text), name: Type.Optional(Text) })),
  addressLine: Type.Optional(Text),
  addressLine2: Type.Optional(Text),
  city: Type.Optional(Text),
  subdivision: Type.Optional(Text),
  country: Type.Optional(Text),
  postalCode: Type.Optional(Text),
})

const IdentityProfile = Type.Object({
  firstName: Type.Optional(MaybeText),
  lastName: Type.Optional(MaybeText),
  nickname: Type.Optional(MaybeText),
  picture: Type.Optional(MaybeText),
  emails: Type.Array(Text),
  phones: Type.Array(Text),
  labels: Type.Array(Text),
  language: Type.Optional(MaybeText),
  privacyStatus: Text,
  customFields: Type.Array(Type.Object({ name: Text, value: Text })),
  secondaryEmails: Type.Array(Type.Object({ email: Text, tag: Text })),
  phonesV2: Type.Array(Type.Object({ phone: Text, tag: Text })),
  addresses: Type.Array(Type.Object({ address: Address, tag: Text })),
  company: Type.Optional(MaybeText),
  position: Type.Optional(MaybeText),
  birthdate: Type.Optional(MaybeText),
  slug: Type.Optional(MaybeText),
  vatId: Type.Optional(MaybeText),
})

export const Identity = Type.Object({
  id: Text,
  revision: Type.Optional(Text),
  createdDate: Type.Optional(Text),
  updatedDate: Type.Optional(Text),
  connections: Type.Optional(Type.Array(Type.Object({ idpConnection: Type.Object({ idpConnectionId: Text, idpUserId: Text }) }))),
  identityProfile: IdentityProfile,
  metadata: Type.Optional(Type.Object({})),
  email: Type.Object({ address: Text, isVerified: Type.Boolean() }),
  status: Type.Object({ name: Text, reasons: Type.Array(Text) }),
  factors: Type.Optional(Type.Array(Type.Object({ factorId: Text, type: Text, status: Text }))),
})

const AvailableFactors = Type.Array(Type.Object({ factorType: Text, factorStatus: Text }))

/** The reply of every step of a sign-in. */
export const StateReply = Type.Object({
  state: Type.Union([
    Type.Literal('SUCCESS'),
    Type.Literal('REQUIRE_EMAIL_VERIFICATION'),
    Type.Literal('REQUIRE_OWNER_APPROVAL'),
    Type.Literal('REQUIRE_MFA'),
    Type.Literal('MFA_CHALLENGE'),
  ]),
  sessionToken: MaybeText,
  stateToken: MaybeText,
  identity: Identity,
  /** After a recovery `redirectUrl`: where to continue, when the email was requested with a redirect. */
  additionalData: Type.Object({ redirectUrl: Type.Optional(Type.Object({ strValue: Text })) }),
  /** With REQUIRE_MFA: factors available for the second step. */
  requireMfaData: Type.Optional(Type.Object({ availableFactors: AvailableFactors, reason: Text })),
  /** With MFA_CHALLENGE: where the code was sent. */
  mfaChallengeData: Type.Optional(
    Type.Object({
      factorType: Text,
      verificationChallengeData: Type.Object({
        hint: Text,
        /** For WEBAUTHN: request options of the browser, as JSON text. */
        webauthnData: Type.Optional(Type.Object({ challengeId: Text, publicKeyCredentialRequestOptionsJson: Text })),
      }),
      availableFactors: AvailableFactors,
      reason: Text,
    }),
  ),
})
