/** Sign-in: tokens, registration, passwords, policies, apps, keys and the dashboard's own door. */
import { Type } from 'typebox'
import { operations } from '#kit/contract.ts'

const Text = Type.String()
const MaybeText = Type.Union([Type.String(), Type.Null()])
const Guid = Type.String({ format: 'uuid' })
const Anything = Type.Unknown()

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
  customFields: Type.Array(Anything),
  secondaryEmails: Type.Array(Type.Object({ email: Text, tag: Text })),
  phonesV2: Type.Array(Type.Object({ phone: Text, tag: Text })),
  addresses: Type.Array(Type.Object({ address: Anything, tag: Text })),
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
  connections: Type.Optional(Type.Array(Anything)),
  identityProfile: IdentityProfile,
  metadata: Type.Optional(Type.Object({})),
  email: Type.Object({ address: Text, isVerified: Type.Boolean() }),
  status: Type.Object({ name: Text, reasons: Type.Array(Text) }),
  factors: Type.Optional(Type.Array(Type.Object({ factorId: Text, type: Text, status: Text }))),
})

/** Where the sign-in machine stands. */
export const StateReply = Type.Object({
  state: Type.Union([Type.Literal('SUCCESS'), Type.Literal('REQUIRE_EMAIL_VERIFICATION'), Type.Literal('REQUIRE_OWNER_APPROVAL')]),
  sessionToken: MaybeText,
  stateToken: MaybeText,
  identity: Identity,
  additionalData: Type.Object({}),
})

const SignOnPolicy = Type.Object({ id: Text, revision: Text, createdDate: Type.Optional(Text), updatedDate: Type.Optional(Text), requireOwnerApproval: Type.Boolean(), requireEmailVerification: Type.Boolean() })
const Nothing = Type.Object({})
const people = { visitor: 'any', member: 'any', owner: 'any' } as const

const OAuthApp = Type.Object({
  id: Text,
  name: Text,
  description: Text,
  applicationType: Text,
  technology: Text,
  loginUrl: MaybeText,
  logoutUrl: MaybeText,
  allowedRedirectUris: Type.Array(Text),
  allowedRedirectDomains: Type.Array(Text),
  allowLocalhost: Type.Boolean(),
  createdDate: Text,
})
const OAuthAppBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 2, maxLength: 256 })),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  applicationType: Type.Optional(Type.Union([Type.Literal('WEB_APP'), Type.Literal('MOBILE'), Type.Literal('OTHER')])),
  technology: Type.Optional(Type.String({ maxLength: 100 })),
  loginUrl: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
  logoutUrl: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
  allowedRedirectUris: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 20 })),
  allowedRedirectDomains: Type.Optional(Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 20 })),
  allowLocalhost: Type.Optional(Type.Boolean()),
})
const ApiKey = Type.Object({ id: Text, name: Text, hint: Text, permissions: Type.Union([Type.Array(Text), Type.Null()]), allSites: Type.Boolean(), expiresDate: MaybeText, lastUsedDate: MaybeText, createdDate: Text })
const OwnerReply = Type.Object({
  user: Type.Union([Type.Object({ id: Text, email: Text, name: Text }), Type.Null()]),
  sites: Type.Array(Type.Object({ id: Text, name: Text, role: Text, permissions: Type.Union([Type.Array(Text), Type.Null()]) })),
  csrfToken: Text,
})
const ById = Type.Object({ id: Guid })
const signInRefusals = ['-19970', '-19971', '-19973', '-19976', 'INVALID_EMAIL_FORMAT', 'MEMBER_BLOCKED'] as const

export const identityApi = operations({
  token: { method: 'POST', path: '/oauth2/token', summary: 'Get tokens by one of the grants', may: 'anyone', body: Anything, reply: Anything, refuses: [], work: 'read', raw: true },
  appAccess: { method: 'POST', path: '/oauth/access', summary: 'Tokens of an installed app (not available; use client credentials)', may: 'anyone', body: Anything, reply: Anything, refuses: ['UNIMPLEMENTED_FEATURE'], work: 'read' },
  tokenInfo: { method: 'POST', path: '/v1/oauth/token-info', summary: 'What a token is worth', may: 'anyone', body: Anything, reply: Anything, refuses: [], work: 'read', raw: true },
  jwks: { method: 'GET', path: '/v1/oauth/jwks', summary: 'Public keys of the access tokens', may: 'anyone', reply: Anything, refuses: [], work: 'read', raw: true },
  userInfo: { method: 'GET', path: '/v1/oauth/user-info', summary: 'Who the calling member is', may: { member: 'own' }, reply: Type.Object({ sub: Text, email: Text, emailVerified: Type.Boolean(), name: Type.Optional(MaybeText), siteId: Text }), refuses: ['-19999'], work: 'read' },

  registerV2: { method: 'POST', path: '/v2/register', summary: 'Sign a person up', may: people, body: Anything, reply: StateReply, refuses: ['-19995', '-19970', '-19971'], work: 'own' },
  loginV2: { method: 'POST', path: '/v2/login', summary: 'Sign in by email and password', may: people, body: Anything, reply: StateReply, refuses: signInRefusals, work: 'own' },
  verifyDuringAuthentication: { method: 'POST', path: '/v1/auth/verify', summary: 'Prove the email by code and continue the sign-in', may: people, body: Type.Object({ code: Type.String({ minLength: 6, maxLength: 6 }), stateToken: Type.Optional(Type.String({ maxLength: 1000 })) }), reply: StateReply, refuses: ['VERIFICATION_FAILED'], work: 'own' },
  resendDuringAuthentication: { method: 'POST', path: '/v1/auth/resend', summary: 'Send another code', may: people, body: Type.Object({ stateToken: Type.String({ maxLength: 1000 }) }), reply: StateReply, refuses: ['VERIFICATION_FAILED'], work: 'own' },
  start: { method: 'POST', path: '/v1/Start', summary: 'Send a code to prove an email', may: { member: 'own', owner: 'any' }, permission: 'IAM.START', body: Type.Object({ identityId: Type.Optional(Guid), target: Type.Optional(Text) }), reply: Type.Object({ verificationId: Text }), refuses: ['-19999'] },
  verify: { method: 'POST', path: '/v2/{factorType}/verify', summary: 'Second factor (not available yet)', may: people, params: Type.Object({ factorType: Text }), body: Anything, reply: Nothing, refuses: ['UNIMPLEMENTED_FEATURE'], work: 'read' },
  loginCallback: { method: 'GET', path: '/v1/callback', summary: 'Return from another identity provider (not available yet)', may: 'anyone', reply: Nothing, refuses: ['UNIMPLEMENTED_FEATURE'], work: 'read' },
  signOn: {
    method: 'POST', path: '/v2/sign-on', summary: 'A trusted server signs a person on', may: { owner: 'any' }, permission: 'IAM.AUTHENTICAITON_SIGN_ON',
    body: Type.Object({ loginId: Anything, profile: Type.Optional(Anything), verifyEmail: Type.Optional(Type.Boolean()), mergeExistingContact: Type.Optional(Type.Boolean()) }),
    reply: Type.Object({ sessionToken: Text, identity: Identity }), refuses: ['MEMBER_BLOCKED', 'OWNER_APPROVAL_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED'], about: 'member',
  },
  changePassword: { method: 'POST', path: '/v2/change-password', summary: 'Set a new password', may: { member: 'own' }, permission: 'IAM.CHANGE_PASSWORD', body: Type.Object({ newPassword: Type.Optional(Anything), currentPassword: Type.Optional(Anything) }), reply: Nothing, refuses: ['REAUTHENTICATION_REQUIRED', '-19999'], work: 'own' },
  sendRecoveryEmail: { method: 'POST', path: '/v1/send-email', summary: 'Mail a link to set a new password', may: people, body: Type.Object({ email: Type.Optional(Anything), language: Type.Optional(Anything), redirect: Type.Optional(Anything) }), reply: Nothing, refuses: ['REDIRECT_DOMAIN_NOT_ALLOWED'], work: 'own' },
  recover: { method: 'POST', path: '/v1/recover', summary: 'Set the password that a mailed link allows', may: people, body: Type.Object({ recoveryToken: Type.Optional(Anything), password: Type.Optional(Anything) }), reply: StateReply, refuses: ['INVALID_RECOVERY_TOKEN'], work: 'own' },
  sendActivationEmail: { method: 'POST', path: '/v1/activation-email', summary: 'Invite a person to choose a password', may: { owner: 'any' }, permission: 'IAM.SEND_ACTIVATION_EMAIL', body: Type.Object({ identityId: Guid, emailOptions: Type.Optional(Anything) }), reply: Nothing, refuses: ['-19999', 'REDIRECT_DOMAIN_NOT_ALLOWED'] },
  validateEmail: {
    method: 'POST', path: '/v2/validate-email', summary: 'Whether an address can be one', may: people, body: Type.Object({ email: Type.Optional(Anything) }),
    reply: Type.Object({ valid: Type.Boolean(), formatInvalid: Type.Optional(Type.Boolean()), failure: Type.Optional(Type.Object({ reason: Text })) }), refuses: [], work: 'read',
  },

  getSignOnPolicy: { method: 'GET', path: '/v1/sign-on-policies', summary: 'Who may sign up', may: { owner: 'any' }, permission: 'IAM.SIGN_ON_POLICY_READ', reply: Type.Object({ signOnPolicy: SignOnPolicy }), refuses: [], work: 'read' },
  updateSignOnPolicy: {
    method: 'PATCH', path: '/v1/sign-on-policies', summary: 'Change who may sign up', may: { owner: 'any' }, permission: 'IAM.SIGN_ON_POLICY_UPDATE',
    body: Type.Object({ signOnPolicy: Type.Object({ requireOwnerApproval: Type.Optional(Type.Boolean()), requireEmailVerification: Type.Optional(Type.Boolean()) }) }),
    reply: Type.Object({ signOnPolicy: SignOnPolicy }), refuses: [], about: 'signOnPolicy',
  },

  signInOwner: { method: 'POST', path: '/api/owner/sign-in', summary: 'Sign in to the dashboard', may: 'anyone', house: true, body: Type.Object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1000 }), keepSignedIn: Type.Optional(Type.Boolean()) }), reply: OwnerReply, refuses: ['WRONG_SIGN_IN'], work: 'own' },
  signOutOwner: { method: 'POST', path: '/api/owner/sign-out', summary: 'Sign out of the dashboard', may: 'anyone', house: true, reply: Nothing, refuses: [] },
  getOwner: { method: 'GET', path: '/api/owner/me', summary: 'Who is signed in to the dashboard', may: 'anyone', house: true, reply: OwnerReply, refuses: [], work: 'read' },

  listOAuthApps: { method: 'GET', path: '/api/oauth-apps', summary: 'Storefronts and apps that may ask for tokens', may: { owner: 'any' }, house: true, reply: Type.Object({ oAuthApps: Type.Array(OAuthApp) }), refuses: [], work: 'read' },
  createOAuthApp: { method: 'POST', path: '/api/oauth-apps', summary: 'Add a storefront or app', may: { owner: 'any' }, house: true, body: Type.Object({ oAuthApp: OAuthAppBody }), reply: Type.Object({ oAuthApp: OAuthApp, secret: Text }), refuses: [], about: 'oAuthApp' },
  getOAuthApp: { method: 'GET', path: '/oauth-app/v1/oauth-apps/{id}', summary: 'One app', may: { owner: 'any' }, params: ById, reply: Type.Object({ oAuthApp: OAuthApp }), refuses: [], work: 'read' },
  queryOAuthApps: { method: 'POST', path: '/oauth-app/v1/oauth-apps/query', summary: 'All apps', may: { owner: 'any' }, reply: Type.Object({ oAuthApps: Type.Array(OAuthApp) }), refuses: [], work: 'read' },
  updateOAuthApp: {
    method: 'PATCH', path: '/oauth-app/v1/oauth-apps/{id}', summary: 'Change the fields named in the mask', may: { owner: 'any' }, params: ById,
    body: Type.Object({ oAuthApp: Type.Optional(OAuthAppBody), mask: Type.Optional(Type.Union([Type.String(), Type.Object({ paths: Type.Optional(Type.Array(Text)) })])) }),
    reply: Type.Object({ oAuthApp: OAuthApp }), refuses: [], about: 'oAuthApp',
  },
  changeOAuthApp: { method: 'PATCH', path: '/api/oauth-apps/{id}', summary: 'Change an app', may: { owner: 'any' }, house: true, params: ById, body: Type.Object({ oAuthApp: OAuthAppBody }), reply: Type.Object({ oAuthApp: OAuthApp }), refuses: [], about: 'oAuthApp' },
  deleteOAuthApp: { method: 'DELETE', path: '/api/oauth-apps/{id}', summary: 'Remove an app; its tokens end', may: { owner: 'any' }, house: true, params: ById, reply: Nothing, refuses: [], about: 'oAuthApp' },

  listApiKeys: { method: 'GET', path: '/api/api-keys', summary: 'API keys of the business', may: { owner: 'any' }, house: true, reply: Type.Object({ apiKeys: Type.Array(ApiKey) }), refuses: [], work: 'read' },
  createApiKey: {
    method: 'POST', path: '/api/api-keys', summary: 'Make an API key; it is shown once', may: { owner: 'any' }, house: true,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }), permissions: Type.Optional(Type.Union([Type.Array(Text), Type.Null()])), expiresDate: Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()])) }),
    reply: Type.Object({ apiKey: ApiKey, key: Text }), refuses: ['TOO_MANY_API_KEYS', 'REAUTHENTICATION_REQUIRED'], about: 'apiKey',
  },
  deleteApiKey: { method: 'DELETE', path: '/api/api-keys/{id}', summary: 'Revoke an API key at once', may: { owner: 'any' }, house: true, params: ById, reply: Nothing, refuses: [], about: 'apiKey' },

  listDevices: { method: 'GET', path: '/api/my-devices', summary: 'Where the member is signed in', may: { member: 'own' }, house: true, reply: Type.Object({ devices: Type.Array(Type.Object({ id: Text, createdDate: Text, lastUsedDate: Text, userAgent: Text, ip: Text, current: Type.Boolean() })) }), refuses: [], work: 'read' },
  signOutDevice: { method: 'DELETE', path: '/api/my-devices/{id}', summary: 'Sign a device out', may: { member: 'own' }, house: true, params: ById, reply: Nothing, refuses: [] },
})
