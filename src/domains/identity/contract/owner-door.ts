/** The dashboard's own door. Source: guide identity 9.8. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const Code = Type.String({ minLength: 1, maxLength: 100 })
const Password = Type.String({ maxLength: 1000 })
const Maybe = Type.Optional
const owner = { owner: 'any' } as const
const Email = Type.String({ maxLength: 254 })

export const OwnerReply = Type.Object({
  user: Type.Union([Type.Object({ id: Text, email: Text, name: Text }), Type.Null()]),
  sites: Type.Array(Type.Object({ id: Text, name: Text, role: Text, permissions: Type.Union([Type.Array(Text), Type.Null()]) })),
  csrfToken: Text,
  /** Set when the password was right and a second step is due; nobody is signed in yet. */
  secondStep: Maybe(Type.Object({ stateToken: Text })),
})

export const ownerDoorApi = operations({
  signInOwner: {
    method: 'POST',
    path: '/api/owner/sign-in',
    summary: 'Sign in to the dashboard',
    may: 'anyone',
    house: true,
    body: Type.Object({ email: Email, password: Password, keepSignedIn: Maybe(Type.Boolean()) }),
    reply: OwnerReply,
    refuses: ['WRONG_SIGN_IN'],
    work: 'own',
  },
  verifyOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step',
    summary: 'The second step of a dashboard sign-in: code of the app, or a recovery code',
    may: 'anyone',
    house: true,
    body: Type.Object({ stateToken: Type.String({ maxLength: 1000 }), code: Code, rememberThisDevice: Maybe(Type.Boolean()) }),
    reply: OwnerReply,
    refuses: ['VERIFICATION_FAILED'],
    work: 'own',
  },
  signOutOwner: { method: 'POST', path: '/api/owner/sign-out', summary: 'Sign out of the dashboard', may: 'anyone', house: true, reply: Nothing, refuses: [] },
  getOwner: {
    method: 'GET',
    path: '/api/owner/me',
    summary: 'Who is signed in to the dashboard',
    may: 'anyone',
    house: true,
    reply: OwnerReply,
    refuses: [],
    work: 'read',
  },
  confirmOwner: {
    method: 'POST',
    path: '/api/owner/confirm',
    summary: 'Enter the password again before something is changed',
    may: owner,
    house: true,
    body: Type.Object({ password: Password }),
    reply: Nothing,
    refuses: ['WRONG_SIGN_IN'],
    work: 'own',
  },
  changeOwnerPassword: {
    method: 'POST',
    path: '/api/owner/password',
    summary: 'A new password for the dashboard; other browsers are signed out',
    may: owner,
    house: true,
    body: Type.Object({ currentPassword: Password, newPassword: Type.Unknown() }),
    reply: Nothing,
    refuses: ['WRONG_SIGN_IN'],
    work: 'own',
  },
  mailOwnerRecovery: {
    method: 'POST',
    path: '/api/owner/recovery',
    summary: 'Mail a link to set a new dashboard password',
    may: 'anyone',
    house: true,
    body: Type.Object({ email: Email }),
    reply: Nothing,
    refuses: [],
    work: 'own',
  },
  recoverOwner: {
    method: 'POST',
    path: '/api/owner/recover',
    summary: 'Set the dashboard password that a mailed link allows',
    may: 'anyone',
    house: true,
    body: Type.Object({ token: Type.String({ maxLength: 1000 }), password: Type.Unknown() }),
    reply: Nothing,
    refuses: ['INVALID_RECOVERY_TOKEN'],
    work: 'own',
  },
  getOwnerSecurity: {
    method: 'GET',
    path: '/api/owner/security',
    summary: 'Second step and browsers of the dashboard user',
    may: owner,
    house: true,
    reply: Type.Object({
      secondStep: Type.Boolean(),
      recoveryCodesLeft: Type.Integer(),
      sessions: Type.Array(Type.Object({ id: Text, createdDate: Text, lastUsedDate: Text, userAgent: Text, ip: Text, current: Type.Boolean() })),
    }),
    refuses: [],
    work: 'read',
  },
  signOutOtherOwners: {
    method: 'POST',
    path: '/api/owner/sign-out-others',
    summary: 'Sign the dashboard user out of all other browsers',
    may: owner,
    house: true,
    reply: Type.Object({ signedOut: Type.Integer() }),
    refuses: [],
    about: 'owner',
  },
  startOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step/start',
    summary: 'Begin to set up the second step of the dashboard',
    may: owner,
    house: true,
    reply: Type.Object({ secret: Text, uri: Text, qrSvg: Text }),
    refuses: ['REAUTHENTICATION_REQUIRED', 'FACTOR_EXISTS'],
  },
  confirmOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step/confirm',
    summary: 'Prove the authenticator app by its first code; recovery codes are shown once',
    may: owner,
    house: true,
    body: Type.Object({ code: Code }),
    reply: Type.Object({ recoveryCodes: Type.Array(Text) }),
    refuses: ['VERIFICATION_FAILED'],
    work: 'own',
    about: 'owner',
  },
  removeOwnerStep: {
    method: 'POST',
    path: '/api/owner/second-step/remove',
    summary: 'Switch the second step of the dashboard off',
    may: owner,
    house: true,
    reply: Nothing,
    refuses: ['REAUTHENTICATION_REQUIRED'],
    about: 'owner',
  },
})
