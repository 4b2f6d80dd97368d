/** Sign-in settings of a site: captcha, text messages, emails, providers. Source: guide identity §9. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid } from '#kit/api/wire.ts'

const Text = Type.String()
const Nothing = Type.Object({})
const ById = Type.Object({ id: Guid })
const Maybe = Type.Optional
const owner = { owner: 'any' } as const
const POLICY_READ = 'IAM.SIGN_ON_POLICY_READ'
const POLICY_UPDATE = 'IAM.SIGN_ON_POLICY_UPDATE'

const CaptchaMode = Type.Union([Type.Literal('OFF'), Type.Literal('SUSPICIOUS'), Type.Literal('ALWAYS')])
const CaptchaProvider = Type.Union([
  Type.Literal('altcha'),
  Type.Literal('recaptcha'),
  Type.Literal('hcaptcha'),
  Type.Literal('turnstile'),
  Type.Literal('dev'),
])
const TextProvider = Type.Union([Type.Literal('log'), Type.Literal('http')])
const SettingsBody = Type.Object({
  captcha: Maybe(
    Type.Object({
      signup: Maybe(CaptchaMode),
      login: Maybe(CaptchaMode),
      provider: Maybe(CaptchaProvider),
      siteKey: Maybe(Type.String({ maxLength: 200 })),
      secret: Maybe(Type.String({ maxLength: 500 })),
      verifyUrl: Maybe(Type.String({ maxLength: 500 })),
    }),
  ),
  text: Maybe(
    Type.Object({
      provider: Maybe(TextProvider),
      baseUrl: Maybe(Type.String({ maxLength: 500 })),
      account: Maybe(Type.String({ maxLength: 200 })),
      secret: Maybe(Type.String({ maxLength: 500 })),
      from: Maybe(Type.String({ maxLength: 40 })),
    }),
  ),
  emails: Maybe(Type.Object({ welcome: Maybe(Type.Boolean()), newDevice: Maybe(Type.Boolean()) })),
  passkeys: Maybe(Type.Boolean()),
  hideAccountExistence: Maybe(Type.Boolean()),
})
const Settings = Type.Object({
  captcha: Type.Object({ signup: CaptchaMode, login: CaptchaMode, provider: CaptchaProvider, siteKey: Text, hasSecret: Type.Boolean(), verifyUrl: Text }),
  text: Type.Object({ provider: TextProvider, baseUrl: Text, account: Text, hasSecret: Type.Boolean(), from: Text }),
  emails: Type.Object({ welcome: Type.Boolean(), newDevice: Type.Boolean() }),
  passkeys: Type.Boolean(),
  hideAccountExistence: Type.Boolean(),
})

const Provider = Type.Object({
  id: Text,
  name: Text,
  issuer: Text,
  clientId: Text,
  scopes: Text,
  enabled: Type.Boolean(),
  callbackUrl: Text,
  createdDate: Text,
})
const ProviderBody = Type.Object({
  id: Maybe(Guid),
  name: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
  issuer: Maybe(Type.String({ maxLength: 500 })),
  clientId: Maybe(Type.String({ minLength: 1, maxLength: 500 })),
  clientSecret: Maybe(Type.String({ minLength: 1, maxLength: 1000 })),
  scopes: Maybe(Type.String({ maxLength: 300 })),
  enabled: Maybe(Type.Boolean()),
})

/** A challenge of ALTCHA. */
const CaptchaChallenge = Type.Object({ algorithm: Text, challenge: Text, maxnumber: Type.Optional(Type.Integer()), salt: Text, signature: Text })

export const settingsApi = operations({
  getSignInConfig: {
    method: 'GET',
    path: '/sign-in/v1/config',
    summary: 'Configuration of a sign-in page: captcha, providers, passkeys',
    access: 'anyone',
    query: Type.Object({ clientId: Maybe(Type.String({ maxLength: 100 })) }),
    reply: Type.Object({
      captcha: Type.Object({ provider: Text, siteKey: Text, signup: Text, login: Text, challengeUrl: Text }),
      providers: Type.Array(Type.Object({ id: Text, name: Text })),
      passkeys: Type.Boolean(),
      /** The site has a service for text messages. */
      textMessages: Type.Boolean(),
      requireOwnerApproval: Type.Boolean(),
    }),
    refuses: [],
    work: 'read',
  },
  getCaptchaChallenge: {
    method: 'GET',
    path: '/captcha/v1/challenge',
    summary: 'A proof-of-work challenge for the browser',
    access: 'anyone',
    query: Type.Object({ clientId: Maybe(Type.String({ maxLength: 100 })) }),
    reply: CaptchaChallenge,
    refuses: [],
    raw: true,
  },

  getSignInSettings: {
    method: 'GET',
    path: '/api/sign-in-settings',
    summary: 'Captcha, text messages and emails of sign-in',
    access: owner,
    permission: POLICY_READ,
    internal: true,
    reply: Type.Object({ settings: Settings }),
    refuses: [],
    work: 'read',
  },
  updateSignInSettings: {
    method: 'PATCH',
    path: '/api/sign-in-settings',
    summary: 'Change the sign-in settings; secrets are never returned',
    recentPassword: true,
    access: owner,
    permission: POLICY_UPDATE,
    internal: true,
    body: Type.Object({ settings: SettingsBody }),
    reply: Type.Object({ settings: Settings }),
    refuses: [],
  },
  listTextMessages: {
    method: 'GET',
    path: '/api/text-messages',
    summary: 'Text messages and calls, the newest first',
    access: owner,
    permission: POLICY_READ,
    internal: true,
    reply: Type.Object({
      messages: Type.Array(Type.Object({ id: Text, kind: Text, recipient: Text, body: Text, state: Text, createdDate: Text })),
    }),
    refuses: [],
    work: 'read',
  },

  listIdentityProviders: {
    method: 'GET',
    path: '/api/identity-providers',
    summary: 'Identity providers of the site',
    access: owner,
    permission: POLICY_READ,
    internal: true,
    reply: Type.Object({ providers: Type.Array(Provider) }),
    refuses: [],
    work: 'read',
  },
  saveIdentityProvider: {
    method: 'POST',
    path: '/api/identity-providers',
    summary: 'Add an OpenID Connect provider, or change the one with this id; discovery at its issuer runs first',
    recentPassword: true,
    access: owner,
    permission: POLICY_UPDATE,
    internal: true,
    body: Type.Object({ provider: ProviderBody }),
    reply: Type.Object({ provider: Provider }),
    refuses: ['PROVIDER_UNREACHABLE'],
    work: 'own',
  },
  deleteIdentityProvider: {
    method: 'DELETE',
    path: '/api/identity-providers/{id}',
    summary: 'Remove a provider with all connections to it',
    recentPassword: true,
    access: owner,
    permission: POLICY_UPDATE,
    internal: true,
    params: ById,
    reply: Nothing,
    refuses: [],
  },
})
