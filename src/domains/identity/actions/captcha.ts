/** The captcha of a site: whether it is asked for, by whom, and what a wrong answer means. Source: guide identity 9.3. */
import type { CaptchaProvider } from '#kit/captcha/port.ts'
import { newChallenge, proofOfWork } from '#kit/captcha/proof-of-work.ts'
import { siteVerify, siteVerifyAddresses } from '#kit/captcha/site-verify.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { fingerprint } from '../crypto/secrets.ts'
import { captchaDue, captchaTokenIn, type Suspicion } from '../rules/captcha.ts'
import type { SignInSettings } from '../rules/settings.ts'
import { systemSecret } from '../store/secrets.ts'
import { audit, useCaptcha } from '../store/throttles.ts'

const challengeSecret = (ctx: Ctx) => systemSecret(ctx.tx, 'captcha-challenges', ctx.authNow)

/** A sum for the browser to solve, good for two minutes on this site. */
export const captchaChallenge = async (ctx: Ctx) => newChallenge(await challengeSecret(ctx), { siteId: ctx.siteId, now: ctx.authNow })

let isTest = false
/** Whether the provider `dev` is there, which takes a word that everybody knows: under test hooks only. Called once at start. */
export const offerDevCaptcha = (yes: boolean): void => void (isTest = yes)
export const isDevCaptchaOffered = (): boolean => isTest
const devProvider: CaptchaProvider = { verify: async (token) => (isTest && token === 'test-pass' ? 'RIGHT' : 'WRONG') }

function providerOf({ provider, secret, verifyUrl }: SignInSettings['captcha'], ownSecret: string): CaptchaProvider {
  if (provider === 'altcha') return proofOfWork(ownSecret)
  if (provider === 'dev') return devProvider
  return siteVerify(verifyUrl || siteVerifyAddresses[provider], secret)
}

/** Whether a request of this kind needs a captcha now. */
export const needsCaptcha = (settings: SignInSettings, action: 'signup' | 'login', seen: Suspicion): boolean => captchaDue(settings.captcha[action], seen)

/** Refuses a request whose captcha is missing (-19971) or wrong, used or too old (-19970). Runs outside of transactions: it may ask a service. */
export async function checkCaptcha(ctx: Ctx, settings: SignInSettings, action: 'signup' | 'login', tokens: unknown): Promise<void> {
  const token = captchaTokenIn(tokens)
  if (token === undefined) return refuse('-19971')
  const { captcha } = settings
  const provider = providerOf(captcha, captcha.provider === 'altcha' ? await ctx.write(challengeSecret) : '')
  const verdict = await provider.verify(token, { siteId: ctx.siteId, ip: ctx.ip, now: ctx.authNow })
  if (verdict === 'UNREACHABLE' && captcha[action] === 'SUSPICIOUS') {
    await ctx.write((work) => audit(work, 'captcha.unreachable', { data: { provider: captcha.provider, action } }))
    return
  }
  if (verdict !== 'RIGHT') return refuse('-19970')
  if (captcha.provider !== 'dev' && !(await ctx.write((work) => useCaptcha(work.tx, ctx.siteId, fingerprint(token), work.authNow)))) refuse('-19970')
}
