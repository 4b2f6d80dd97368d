/** Sign-in to the dashboard. Source: guide identity §9.8. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const StateToken = Type.String({ maxLength: 1000 })
const Password = Type.String({ maxLength: 1000 })
const Maybe = Type.Optional
/** Checked by the password policy, which names each violation. */
const MaybeString = Type.Optional(Type.Union([Type.String(), Type.Null()]))
/** The options of WebAuthn Level 3 in their JSON form, or null: the browser's own library reads them. */
const PasskeyOptions = Type.Unknown()
const owner = { owner: 'any' } as const
const Email = Type.String({ maxLength: 254 })

export const OwnerSessionReply = Type.Object({
  user: Type.Union([Type.Object({ id: Text, email: Text, name: Text }), Type.Null()]),
  sites: Type.Array(Type.Object({ id: Text, name: Text, role: Text, permissions: Type.Union([Type.Array(Text), Type.Null()]) })),
  csrfToken: Text,
  /** Set when the password was right and a second step is due; no session exists yet. */
  secondStep: Maybe(Type.Object({ stateToken: Text, ways: Type.Array(Text) })),
})

export const ownerSignInApi = operations({
  signInOwner: {
    method: 'POST',
    path: '/api/owner/sign-in',
    summary: 'Sign in to the dashboard',
    access: 'anyone',
    internal: true,
    body: Type.Object({ email: Email, password: Password, keepSignedIn: Maybe(Type.Boolean()) }),
    reply: OwnerSessionReply,
    refuses: ['WRONG_SIGN_IN', 'NO_SITE_HERE'],
    work: 'own',
  },
  challengeOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step/challenge',
    summary: 'Email the code of a second step, or request a passkey',
    access: 'anyone',
    internal: true,
    body: Type.Object({ stateToken: StateToken, way: Type.Enum(['EMAIL', 'WEBAUTHN']) }),
    reply: Type.Object({ hint: Text, options: PasskeyOptions }),
    refuses: ['VERIFICATION_FAILED', 'NO_SITE_HERE'],
    work: 'own',
  },
  verifyOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step',
    summary: 'Second step of a dashboard sign-in: a code or a passkey',
    access: 'anyone',
    internal: true,
    body: Type.Object({
      stateToken: StateToken,
      way: Maybe(Type.Enum(['TOTP', 'EMAIL', 'RECOVERY_CODE', 'WEBAUTHN'])),
      code: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
      response: Maybe(Type.Object({})),
      rememberThisDevice: Maybe(Type.Boolean()),
    }),
    reply: OwnerSessionReply,
    refuses: ['VERIFICATION_FAILED', 'NO_SITE_HERE'],
    work: 'own',
  },
  startOwnerPasskeySignIn: {
    method: 'POST',
    path: '/api/owner/passkey-sign-in/options',
    summary: 'Options to sign in to the dashboard by passkey',
    access: 'anyone',
    internal: true,
    reply: Type.Object({ options: PasskeyOptions }),
    refuses: ['NO_SITE_HERE'],
  },
  signInOwnerByPasskey: {
    method: 'POST',
    path: '/api/owner/passkey-sign-in',
    summary: 'Sign in to the dashboard by passkey',
    access: 'anyone',
    internal: true,
    body: Type.Object({ response: Type.Object({}), keepSignedIn: Maybe(Type.Boolean()) }),
    reply: OwnerSessionReply,
    refuses: ['PASSKEY_REFUSED', 'NO_SITE_HERE'],
    work: 'own',
  },
  signOutOwner: {
    method: 'POST',
    path: '/api/owner/sign-out',
    summary: 'Sign out of the dashboard',
    access: 'anyone',
    internal: true,
    reply: Nothing,
    refuses: [],
  },
  getOwner: {
    method: 'GET',
    path: '/api/owner/me',
    summary: 'The signed-in dashboard user',
    access: 'anyone',
    internal: true,
    reply: OwnerSessionReply,
    refuses: [],
    work: 'read',
  },
  confirmOwner: {
    method: 'POST',
    path: '/api/owner/confirm',
    summary: 'Reauthenticate by password or passkey',
    access: owner,
    needsNoPermission: true,
    internal: true,
    body: Type.Object({ password: Maybe(Password), response: Maybe(Type.Object({})) }),
    reply: Nothing,
    refuses: ['WRONG_SIGN_IN', 'PASSKEY_REFUSED'],
    work: 'own',
  },
  beginExport: {
    method: 'POST',
    path: '/api/owner/exports',
    summary: 'Begin to take a list home as a file',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Nothing,
    refuses: [],
    work: 'read',
  },
  startOwnerConfirmation: {
    method: 'POST',
    path: '/api/owner/confirm/options',
    summary: 'Options to reauthenticate by passkey; null without a passkey',
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Type.Object({ options: PasskeyOptions }),
    refuses: [],
  },
  changeOwnerPassword: {
    method: 'POST',
    path: '/api/owner/password',
    summary: 'A new password for the dashboard; other browsers are signed out',
    access: owner,
    needsNoPermission: true,
    internal: true,
    body: Type.Object({ currentPassword: Password, newPassword: MaybeString }),
    reply: Nothing,
    refuses: ['WRONG_SIGN_IN'],
    work: 'own',
  },
  sendOwnerRecoveryEmail: {
    method: 'POST',
    path: '/api/owner/recovery',
    summary: 'Email a link to set a new dashboard password',
    access: 'anyone',
    internal: true,
    body: Type.Object({ email: Email }),
    reply: Nothing,
    refuses: ['NO_SITE_HERE'],
    work: 'own',
  },
  recoverOwner: {
    method: 'POST',
    path: '/api/owner/recover',
    summary: 'Set the dashboard password by an emailed link',
    access: 'anyone',
    internal: true,
    body: Type.Object({ token: Type.String({ maxLength: 1000 }), password: MaybeString }),
    reply: Nothing,
    refuses: ['INVALID_RECOVERY_TOKEN', 'NO_SITE_HERE'],
    work: 'own',
  },
  signOutOtherOwners: {
    method: 'POST',
    path: '/api/owner/sign-out-others',
    summary: 'Sign the dashboard user out of all other browsers',
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Type.Object({ signedOut: Type.Integer() }),
    refuses: [],
  },
})
