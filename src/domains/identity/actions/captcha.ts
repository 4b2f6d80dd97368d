/** Captcha of a site: when it is required, who verifies it, and how a wrong answer is refused. Source: guide identity §9.3. */
import type { CaptchaProvider } from '#kit/captcha/port.ts'
import { createCaptchaChallenge, createProofOfWorkCaptcha } from '#kit/captcha/proof-of-work.ts'
import { createSiteVerifyCaptcha, siteVerifyUrls } from '#kit/captcha/site-verify.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { hashSecret } from '../crypto/secrets.ts'
import { isCaptchaRequired, readCaptchaToken, type RecentFailures } from '../rules/captcha.ts'
import type { SignInSettings } from '../rules/settings.ts'
import { getSystemSecret } from '../store/secrets.ts'
import { audit } from '../store/audit.ts'
import { readSignInSettings } from '../store/identities.ts'
import { consumeCaptcha } from '../store/rate-limits.ts'

const challengeSecret = (ctx: ReadContext) => getSystemSecret(ctx, 'captcha-challenges', ctx.authNow)

/** A proof-of-work challenge for the browser, valid for two minutes on this site. */
export const issueCaptchaChallenge = async (ctx: ReadContext) => createCaptchaChallenge(await challengeSecret(ctx), { siteId: ctx.siteId, now: ctx.authNow })

let isDevCaptchaOn = false
/** Enables the provider `dev`, which accepts a fixed token: with test hooks only. Called once at start. */
export const enableDevCaptcha = (isEnabled: boolean): void => void (isDevCaptchaOn = isEnabled)
/** Whether the provider `dev` may be chosen. */
export const isDevCaptchaEnabled = (): boolean => isDevCaptchaOn
const devProvider: CaptchaProvider = { verify: async (token) => (isDevCaptchaOn && token === 'test-pass' ? 'RIGHT' : 'WRONG') }

function captchaProvider({ provider, secret, verifyUrl }: SignInSettings['captcha'], ownSecret: string): CaptchaProvider {
  if (provider === 'altcha') return createProofOfWorkCaptcha(ownSecret)
  if (provider === 'dev') return devProvider
  return createSiteVerifyCaptcha(verifyUrl || siteVerifyUrls[provider], secret)
}

/** Whether a request of this kind needs a captcha now. */
export const isCaptchaNeeded = (settings: SignInSettings, action: 'signup' | 'login', seen: RecentFailures): boolean =>
  isCaptchaRequired(settings.captcha[action], seen)

/** Refuses a request whose captcha is missing (-19971), or wrong, used or expired (-19970). Runs outside of transactions: it may call a service. */
export async function assertCaptchaSolved(ctx: OwnTransactionContext, settings: SignInSettings, action: 'signup' | 'login', tokens: unknown): Promise<void> {
  const token = readCaptchaToken(tokens)
  if (token === undefined) return refuse('-19971')
  const { captcha } = settings
  const provider = captchaProvider(captcha, captcha.provider === 'altcha' ? await ctx.transaction(challengeSecret) : '')
  const verdict = await provider.verify(token, { siteId: ctx.siteId, ip: ctx.ip, now: ctx.authNow })
  if (verdict === 'UNREACHABLE' && captcha[action] === 'SUSPICIOUS') {
    await ctx.transaction((work) => audit(work, 'captcha.unreachable', { data: { provider: captcha.provider, action } }))
    return
  }
  if (verdict !== 'RIGHT') return refuse('-19970')
  if (captcha.provider !== 'dev' && !(await ctx.transaction((work) => consumeCaptcha(work, hashSecret(token), work.authNow)))) refuse('-19970')
}

/** decision: a message of a contact form needs a captcha where every sign-up does; it has no failures that could make it suspicious. Source: guide identity §9.3. */
export async function checkMessageCaptcha(ctx: OwnTransactionContext, tokens: unknown): Promise<void> {
  const settings = await ctx.read((work) => readSignInSettings(work.db, work.siteId))
  if (settings.captcha.signup === 'ALWAYS') await assertCaptchaSolved(ctx, settings, 'signup', tokens)
}
