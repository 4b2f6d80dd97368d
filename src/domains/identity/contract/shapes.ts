/** Requests of sign-up and sign-in: what clients send. Lengths and formats are decided by the rules, which name each violation. Source: guide identity §5. */
import { type Static, type TSchema, Type } from 'typebox'
import { Maybe } from '#kit/api/wire.ts'

const Text = Type.String()
const MaybeString = Maybe(Text)

/**
 * A shape that is documented but not insisted on: what does not fit reaches the handler, which answers in its own way.
 * For calls that never answer with a validation error (sign-in, OAuth, pages), and for profiles, whose rule names each violation.
 */
export const Lenient = <S extends TSchema>(schema: S) => Type.Unsafe<{ [K in keyof Static<S>]?: unknown }>(Type.Union([schema, Type.Unknown()]))

export const LoginId = Type.Object({ email: MaybeString })
export type LoginId = Static<typeof LoginId>

/** One of several kinds of token; clients send the other keys undefined. */
const CaptchaToken = Type.Object({
  Recaptcha: MaybeString,
  InvisibleRecaptcha: MaybeString,
  NoCaptcha: MaybeString,
  recaptchaForClientSiteKey: Maybe(Type.Object({ token: MaybeString, siteKeyId: MaybeString })),
})
const CaptchaTokens = Maybe(Type.Array(CaptchaToken))

/** An entry of a list that the public API has in two forms: a text, or a record with a tag. */
const entry = <K extends string>(key: K) => Type.Union([Text, Type.Object({ [key]: MaybeString, tag: MaybeString }), Type.Null()])
const Address = Type.Object({
  streetAddress: Maybe(Type.Object({ number: MaybeString, name: MaybeString })),
  addressLine: MaybeString,
  addressLine2: MaybeString,
  city: MaybeString,
  subdivision: MaybeString,
  country: MaybeString,
  postalCode: MaybeString,
})
export const ProfileInput = Lenient(
  Type.Object({
    firstName: MaybeString,
    lastName: MaybeString,
    nickname: MaybeString,
    picture: MaybeString,
    language: MaybeString,
    privacyStatus: MaybeString,
    company: MaybeString,
    position: MaybeString,
    birthdate: MaybeString,
    slug: MaybeString,
    vatId: MaybeString,
    phones: Maybe(Type.Array(entry('phone'))),
    phonesV2: Maybe(Type.Array(entry('phone'))),
    emails: Maybe(Type.Array(entry('email'))),
    secondaryEmails: Maybe(Type.Array(entry('email'))),
    /** Each is an address, or `{ address, tag }`. */
    addresses: Maybe(Type.Array(Type.Union([Type.Object({ address: Address, tag: MaybeString }), Address, Type.Null()]))),
  }),
)
export type ProfileInput = Static<typeof ProfileInput>

export const RegisterInput = Type.Object({ loginId: Maybe(LoginId), password: MaybeString, profile: Maybe(ProfileInput), captchaTokens: CaptchaTokens })
export type RegisterInput = Static<typeof RegisterInput>

export const LoginInput = Lenient(Type.Object({ loginId: LoginId, password: Text, captchaTokens: CaptchaTokens, stateToken: MaybeString }))
export type LoginInput = Static<typeof LoginInput>

export const SignOnInput = Type.Object({
  loginId: Maybe(LoginId),
  profile: Maybe(ProfileInput),
  verifyEmail: Type.Optional(Type.Boolean()),
  mergeExistingContact: Type.Optional(Type.Boolean()),
})
export type SignOnInput = Static<typeof SignOnInput>

const CodeInput = Maybe(Type.Object({ code: MaybeString }))
/** Without a code the challenge is sent; with one it is checked. */
export const VerifyFactorInput = Type.Object({
  stateToken: MaybeString,
  rememberThisDevice: Maybe(Type.Boolean()),
  smsData: CodeInput,
  callData: CodeInput,
  emailData: CodeInput,
  totpData: CodeInput,
  recoveryCodeData: CodeInput,
  passwordData: Maybe(Type.Object({ password: MaybeString })),
  webauthnData: Maybe(Type.Object({ challengeId: MaybeString, credential: MaybeString })),
})
export type VerifyFactorInput = Static<typeof VerifyFactorInput>

export const ChangePasswordInput = Type.Object({ newPassword: MaybeString, currentPassword: MaybeString })
export type ChangePasswordInput = Static<typeof ChangePasswordInput>

/** Where the page of a mailed link offers to go on; the client names the app whose list is asked. */
const RedirectInput = Maybe(Type.Object({ url: MaybeString, clientId: MaybeString }))
export type RedirectInput = Static<typeof RedirectInput>
export const RecoveryEmailInput = Type.Object({ email: MaybeString, language: MaybeString, redirect: RedirectInput })
export type RecoveryEmailInput = Static<typeof RecoveryEmailInput>
export const RecoverInput = Type.Object({ recoveryToken: MaybeString, password: MaybeString })
export type RecoverInput = Static<typeof RecoverInput>
export const EmailOptions = Maybe(Type.Object({ language: MaybeString, redirect: RedirectInput }))
export type EmailOptions = Static<typeof EmailOptions>
