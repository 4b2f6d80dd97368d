/** Second steps and passkeys of dashboard users. Source: guide identity §5.8, §9.8. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { MaybeText } from '#kit/api/wire.ts'

const Text = Type.String()
const Nothing = Type.Object({})
/** The options of WebAuthn Level 3 in their JSON form: the browser's own library reads them. */
const PasskeyOptions = Type.Unknown()
const Maybe = Type.Optional
const owner = { owner: 'any' } as const
const ByType = Type.Object({ type: Type.Enum(['TOTP', 'EMAIL']) })
const Codes = Type.Object({ recoveryCodes: Type.Array(Text) })
const Passkey = Type.Object({ id: Text, name: Text, createdDate: Text, lastUsedDate: MaybeText })
const Session = Type.Object({ id: Text, createdDate: Text, lastUsedDate: Text, userAgent: Text, ip: Text, current: Type.Boolean() })

export const ownerSecurityApi = operations({
  getOwnerSecurity: {
    method: 'GET',
    path: '/api/owner/security',
    summary: 'Second steps, passkeys and browsers of the dashboard user',
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Type.Object({
      secondStep: Type.Boolean(),
      factors: Type.Array(Type.Object({ type: Type.Enum(['TOTP', 'EMAIL']), status: Type.Enum(['INACTIVE', 'ACTIVE', 'REQUIRE_REENROLL']) })),
      passkeys: Type.Array(Passkey),
      recoveryCodesLeft: Type.Integer(),
      sessions: Type.Array(Session),
    }),
    refuses: [],
    work: 'read',
  },
  startOwnerFactor: {
    method: 'POST',
    path: '/api/owner/factors/{type}/start',
    summary: 'Start to enroll a second factor of the dashboard',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: ByType,
    reply: Type.Object({ hint: Text, secret: Maybe(Text), uri: Maybe(Text), qrSvg: Maybe(Text) }),
    refuses: ['FACTOR_EXISTS'],
  },
  confirmOwnerFactor: {
    method: 'POST',
    path: '/api/owner/factors/{type}/confirm',
    summary: 'Confirm a second factor by its first code; the first one comes with recovery codes, shown once',
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: ByType,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Codes,
    refuses: ['VERIFICATION_FAILED'],
    work: 'own',
  },
  removeOwnerFactor: {
    method: 'POST',
    path: '/api/owner/factors/{type}/remove',
    summary: 'Remove a second factor of the dashboard; other browsers are signed out',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    params: ByType,
    reply: Nothing,
    refuses: [],
  },
  renewOwnerCodes: {
    method: 'POST',
    path: '/api/owner/recovery-codes',
    summary: 'Ten new recovery codes of the dashboard; older ones become invalid',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Codes,
    refuses: ['NO_SECOND_STEP'],
  },
  startOwnerPasskey: {
    method: 'POST',
    path: '/api/owner/passkeys/options',
    summary: 'Options for the browser to create a passkey for the dashboard',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    reply: Type.Object({ options: PasskeyOptions }),
    refuses: [],
  },
  addOwnerPasskey: {
    method: 'POST',
    path: '/api/owner/passkeys',
    summary: 'Register the passkey that the browser created',
    access: owner,
    needsNoPermission: true,
    internal: true,
    body: Type.Object({ response: Type.Object({}), name: Maybe(Type.String({ maxLength: 100 })) }),
    reply: Type.Object({ passkey: Passkey, recoveryCodes: Type.Array(Text) }),
    refuses: ['PASSKEY_REFUSED'],
    work: 'own',
  },
  removeOwnerPasskey: {
    method: 'POST',
    path: '/api/owner/passkeys/remove',
    summary: 'Remove a passkey of the dashboard; other browsers are signed out',
    recentPassword: true,
    access: owner,
    needsNoPermission: true,
    internal: true,
    body: Type.Object({ id: Type.String({ maxLength: 1500 }) }),
    reply: Nothing,
    refuses: [],
  },
})
