/** Sign-in settings of a site and their defaults. Source: guide identity §9.3, §13. */

export const captchaModes = ['OFF', 'SUSPICIOUS', 'ALWAYS'] as const
export type CaptchaMode = (typeof captchaModes)[number]
export const captchaProviders = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'dev'] as const
export type CaptchaProviderName = (typeof captchaProviders)[number]
export const textProviders = ['log', 'http'] as const

export interface SignInSettings {
  captcha: { signup: CaptchaMode; login: CaptchaMode; provider: CaptchaProviderName; siteKey: string; secret: string; verifyUrl: string }
  /** Text messages and calls: `log` stores them for the dashboard, `http` sends them to a service with Twilio's API. */
  text: { provider: (typeof textProviders)[number]; baseUrl: string; account: string; secret: string; from: string }
  emails: { welcome: boolean; newDevice: boolean }
  passkeys: boolean
}

export const defaultSignInSettings: SignInSettings = {
  captcha: { signup: 'OFF', login: 'OFF', provider: 'altcha', siteKey: '', secret: '', verifyUrl: '' },
  text: { provider: 'log', baseUrl: 'https://api.twilio.com/2010-04-01', account: '', secret: '', from: '' },
  emails: { welcome: true, newDevice: false },
  passkeys: true,
}

type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? { [L in keyof T[K]]?: T[K][L] | undefined } | undefined : T[K] | undefined }
export type SignInSettingsChange = DeepPartial<SignInSettings>
const omitUndefined = (part: object | undefined) => Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined))

/** Applies a change to settings; absent fields stay. */
export const applySettingsChange = (settings: SignInSettings, change: SignInSettingsChange): SignInSettings => ({
  captcha: { ...settings.captcha, ...omitUndefined(change.captcha) },
  text: { ...settings.text, ...omitUndefined(change.text) },
  emails: { ...settings.emails, ...omitUndefined(change.emails) },
  passkeys: change.passkeys ?? settings.passkeys,
})

/** The settings with other secrets; `of` says of what it is. */
export const mapSecrets = (settings: SignInSettings, map: (of: 'captcha' | 'text', secret: string) => string): SignInSettings => ({
  ...settings,
  captcha: { ...settings.captcha, secret: map('captcha', settings.captcha.secret) },
  text: { ...settings.text, secret: map('text', settings.text.secret) },
})

/** Stored settings, completed by the defaults. */
export const readSettings = (saved: unknown): SignInSettings => applySettingsChange(defaultSignInSettings, (saved ?? {}) as SignInSettingsChange)
