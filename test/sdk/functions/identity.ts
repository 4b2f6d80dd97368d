/** Functions of @wix/identity and @wix/redirects, by everyone who may call them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailedCode } from '../../auth-helpers.ts'
import { getRefusal } from './recorder.ts'
import type { Suite } from './suite.ts'

const PASSWORD = 'a calm long evening'
const newEmail = () => `sdk-${randomUUID().slice(0, 8)}@example.org`
/** Generated functions hand a whole request over as bytes; the answer of some is a whole one, too. */
const wrapMessage = (fields: object) => ({ body: new TextEncoder().encode(JSON.stringify(fields)) })
const unwrapMessage = (answer: { body?: Uint8Array }) => JSON.parse(new TextDecoder().decode(answer.body))

export function testIdentity(suite: () => Suite): void {
  test('what is asked for at sign-up is read and changed; a sign-up is proven by the emailed code', async () => {
    const { server, site, owner } = suite()
    const { signOnPolicy: policy } = owner.identity
    const { signOnPolicy: now } = await policy.getSignOnPolicy()
    const changed = await policy.updateSignOnPolicy({ ...now, requireEmailVerification: true } as never)
    expect(changed.requireEmailVerification).toBe(true)
    const email = newEmail()
    const { authentication, verification } = (await suite().visitor()).identity
    const begun = await authentication.registerV2({ email }, { password: PASSWORD, profile: { firstName: 'Ann', lastName: 'Lee' } })
    expect(begun).toMatchObject({ state: 'REQUIRE_EMAIL_VERIFICATION', identity: { email: { address: email } } })
    const stateToken = begun.stateToken as string
    expect(await getRefusal(verification.verifyDuringAuthentication('000000', { stateToken }))).toBe('VERIFICATION_FAILED')
    const proven = await verification.verifyDuringAuthentication(await emailedCode(server, site, email), { stateToken })
    expect(proven).toMatchObject({ state: 'SUCCESS', identity: { email: { isVerified: true } } })
    await policy.updateSignOnPolicy({ ...changed, requireEmailVerification: false } as never)
    expect(await getRefusal(authentication.registerV2({ email }, { password: PASSWORD }))).toBe('-19995')
    expect(await authentication.loginV2({ email }, { password: PASSWORD })).toMatchObject({ state: 'SUCCESS' })
    expect(await getRefusal(authentication.loginV2({ email }, { password: 'wrong' }))).toBe('-19976')
    expect(await authentication.validateEmail('a@b.example')).toMatchObject({ valid: true })
    expect(await authentication.validateEmail('nope')).toMatchObject({ valid: false })
    expect((await owner.identity.authentication.signOn({ email })).identity?._id).toBe(proven.identity?._id)
    await server.advanceAuthClock('PT2M')
    expect((await owner.identity.verification.start({ identityId: proven.identity?._id as string, target: 'EMAIL' as never })).verificationId).toBeTruthy()
  })

  test('a lost password is set anew by the link, a known one by its member', async () => {
    const { server, site, owner } = suite()
    const { email, identity: mine, memberId } = await suite().member()
    const { recovery } = (await suite().visitor()).identity
    await mine.authentication.changePassword('another quiet night')
    expect(await getRefusal(mine.authentication.changePassword('short'))).toEqual(expect.any(String))
    await recovery.sendRecoveryEmail(email)
    const { link } = await server.emailVariables(site, email, 'PASSWORD_RESET')
    const token = new URL(String(link)).searchParams.get('token') as string
    expect(await getRefusal(recovery.recover('nonsense', { password: 'a brand new morning' }))).toEqual(expect.any(String))
    expect(await recovery.recover(token, { password: 'a brand new morning' })).toMatchObject({ state: 'SUCCESS' })
    await owner.identity.recovery.sendActivationEmail(memberId)
  })

  test('tokens are given, looked at and checked against keys; a member signs out', async () => {
    const { site } = suite()
    const { oauth } = (await suite().visitor()).identity
    const pair = unwrapMessage(await oauth.token(wrapMessage({ grantType: 'anonymous', clientId: site.clientId })))
    expect(pair).toMatchObject({ token_type: 'Bearer' })
    const refused = await oauth.token(wrapMessage({ grantType: 'anonymous', clientId: randomUUID() }))
    expect(refused.statusCode).toBe(401)
    expect(await oauth.tokenInfo(wrapMessage({ token: pair.access_token }))).toMatchObject({ active: true, subjectType: 'VISITOR' })
    expect(JSON.stringify(await oauth.jwks())).toContain('ES256')
    const { email, identity: mine } = await suite().member()
    expect(JSON.stringify(await mine.oauth.userInfo())).toContain(email)
    expect(await mine.authentication.logout({ clientId: site.clientId })).toMatchObject({ statusCode: 302 })
    expect(await getRefusal(mine.oauth.userInfo())).toBe('UNAUTHENTICATED')
  })

  test('a redirect session leads to our pages', async () => {
    const { redirects } = (await suite().visitor()).redirects
    const { redirectSession } = await redirects.createRedirectSession({ login: {} })
    expect(redirectSession?.fullUrl).toContain('http')
    expect(await getRefusal(redirects.createRedirectSession({}))).toEqual(expect.any(String))
  })
}
