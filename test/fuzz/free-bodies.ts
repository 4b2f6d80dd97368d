/** Bodies that fit operations whose schema leaves them free (the public clients send them in several spellings), to be spoilt. */
import type { TestSite } from '../test-server.ts'

const loginId = { email: 'visitor@people.example' }
const password = 'a calm long evening'
const profile = {
  firstName: 'Ann',
  lastName: 'Lee',
  nickname: 'Ann',
  phones: ['+1 212 555 0111'],
  secondaryEmails: [{ email: 'ann@people.example', tag: 'HOME' }],
  addresses: [{ address: { country: 'GB', subdivision: 'GB-BAS', city: 'Bath', addressLine: '12 Mill Road' }, tag: 'HOME' }],
  birthdate: '1990-04-30',
  language: 'en',
  privacyStatus: 'PUBLIC',
  picture: 'https://people.example/a.png',
  customFields: [{ name: 'custom.belt', value: 'black' }],
}
const grants = ['anonymous', 'refresh_token', 'authorization_code', 'authorized_client', 'client_credentials', 'strip_bound_session']

/** Name of the operation → a body of the right form for this site. */
export function freeBody(name: string, site: TestSite, ids: readonly string[], dice: () => number): Record<string, unknown> | undefined {
  const token = 'x'.repeat(43)
  const grantType = grants[Math.floor(dice() * grants.length)]
  const codes = Object.fromEntries(['totpData', 'emailData', 'smsData', 'callData', 'recoveryCodeData'].map((part) => [part, { code: '123456' }]))
  const bodies: Record<string, Record<string, unknown>> = {
    'identity.token': {
      grantType,
      clientId: site.clientId,
      clientSecret: site.appSecret,
      refreshToken: `JWS.${token}`,
      code: token,
      codeVerifier: token,
      redirectUri: 'https://shop.example/cb',
      memberId: ids[0],
      scope: 'offline_access',
      sessionToken: token,
      accessToken: token,
    },
    'identity.tokenInfo': { token },
    'identity.registerV2': { loginId, password, profile, captchaTokens: [{ Recaptcha: token }], clientMetaData: { a: 1 } },
    'identity.loginV2': { loginId, password, captchaTokens: [{ InvisibleRecaptcha: token }], stateToken: token },
    'identity.verify': {
      stateToken: token,
      ...codes,
      passwordData: { password },
      webauthnData: { challengeId: ids[0], credential: '{}' },
      pushData: { transactionId: ids[0] },
    },
    'identity.signOn': { loginId, profile, verifyEmail: true, mergeExistingContact: false },
    'identity.createIdentity': { loginId, profile, passwordHash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
    'identity.changePassword': { newPassword: 'another long evening', currentPassword: password },
    'identity.sendRecoveryEmail': { ...loginId, language: 'en', redirect: { url: 'https://shop.example/back', clientId: site.clientId } },
    'identity.recover': { recoveryToken: token, password },
    'identity.sendActivationEmail': {
      identityId: ids[0],
      emailOptions: { language: 'en', redirect: { url: 'https://shop.example/back', clientId: site.clientId } },
    },
    'identity.validateEmail': { ...loginId },
  }
  return bodies[name]
}
