/** Captcha of a form: always when the site says so, or when the server asks after failed attempts. */
import { lazy, Suspense, useState } from 'react'
import { ApiError, useApiQuery } from '../api.ts'
import { currentMessages, defineMessages, useMessages } from './messages.ts'

const messages = defineMessages(
  { robot: 'Please confirm that you’re not a robot.' },
  {
    de: { robot: 'Bitte bestätige, dass du kein Roboter bist.' },
    fr: { robot: 'Confirmez que vous n’êtes pas un robot.' },
    es: { robot: 'Confirma que no eres un robot.' },
  },
)

// Rarely needed, so loaded on demand.
const CaptchaField = lazy(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))

type CaptchaTokens = { Recaptcha: string }[]
/** The captcha settings of the site and the token for the next attempt. */
export function useCaptcha(action: 'login' | 'signup') {
  const t = useMessages(messages)
  const config = useApiQuery('identity.getSignInConfig', { query: {} }).data?.captcha
  const [token, setToken] = useState(''),
    [isRequired, setRequired] = useState(false),
    [missing, setMissing] = useState(false),
    [attempt, setAttempt] = useState(0)
  const isShown = config !== undefined && (isRequired || config[action] === 'ALWAYS')
  /** Runs `send` with a token; a proof of work is solved without asking. */
  const withCaptcha = async <R,>(send: (tokens: CaptchaTokens) => Promise<R>): Promise<R> => {
    setMissing(false)
    if (isShown && !token) {
      setMissing(true)
      throw new ApiError(400, currentMessages(messages).robot, { code: 'CAPTCHA_OPEN' })
    }
    try {
      return await send(token ? [{ Recaptcha: token }] : [])
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (config?.provider === 'altcha' && code === '-19971' && !token) {
        const { solveProofOfWork } = await import('./captcha-field.tsx')
        return await send([{ Recaptcha: await solveProofOfWork(config.challengeUrl) }])
      }
      if (code === '-19971' || code === '-19970') setRequired(true)
      // A token is valid for one attempt.
      setToken('')
      setAttempt((old) => old + 1)
      throw error
    }
  }
  const field =
    isShown && config ? (
      <Suspense fallback={null}>
        <CaptchaField
          key={attempt}
          config={config}
          onToken={(next) => {
            setToken(next)
            setMissing(false)
          }}
          problem={missing ? t.robot : undefined}
        />
      </Suspense>
    ) : null
  return { withCaptcha, field }
}
