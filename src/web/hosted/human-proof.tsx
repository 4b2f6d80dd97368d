/** The proof that a person signs in: asked for when the site always wants it, or when the server does after a few tries. */
import { lazy, Suspense, useState } from 'react'
import { ApiError, useAsk } from '../api.ts'
import { sayNow, useWords } from '../kit/words.ts'
import { said } from './sign-in.words.tsx'

// Most people sign in without it: it is fetched by those who do not.
const HumanCheck = lazy(async () => ({ default: (await import('./captcha.tsx')).HumanCheck }))

type CaptchaTokens = { Recaptcha: string }[]
/** What the site asks of people to tell them from programs; and the proof that goes with a try. */
export function useHumanProof(action: 'login' | 'signup') {
  const t = useWords(said)
  const facts = useAsk('identity.getSignInConfig', { query: {} }).data?.captcha
  const [token, setToken] = useState(''),
    [asked, setAsked] = useState(false),
    [missing, setMissing] = useState(false),
    [round, setRound] = useState(0)
  const shown = facts !== undefined && (asked || facts[action] === 'ALWAYS')
  /** `send` with the proof; what the browser can prove by itself is proven without a question. */
  const proven = async <R,>(send: (tokens: CaptchaTokens) => Promise<R>): Promise<R> => {
    setMissing(false)
    if (shown && !token) {
      setMissing(true)
      throw new ApiError(400, sayNow(said).robot, { code: 'CAPTCHA_OPEN' })
    }
    try {
      return await send(token ? [{ Recaptcha: token }] : [])
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (facts?.provider === 'altcha' && code === '-19971' && !token) {
        const { proofOfWork } = await import('./captcha.tsx')
        return await send([{ Recaptcha: await proofOfWork(facts.challengeUrl) }])
      }
      if (code === '-19971' || code === '-19970') setAsked(true)
      // A token is good for one try.
      setToken('')
      setRound((old) => old + 1)
      throw error
    }
  }
  const check =
    shown && facts ? (
      <Suspense fallback={null}>
        <HumanCheck
          key={round}
          facts={facts}
          onToken={(next) => {
            setToken(next)
            setMissing(false)
          }}
          problem={missing ? t.robot : undefined}
        />
      </Suspense>
    ) : null
  return { proven, check }
}
