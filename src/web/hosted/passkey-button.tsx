/** Coming in with a passkey, where the site offers it and the browser can. */
import { useState } from 'react'
import { ApiError, call, useAsk } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { Note } from '../kit/states.tsx'
import type { InputOf } from '../operations.ts'
import type { SignInAnswer } from './sign-in-answer.ts'

export function PasskeyButton({ onAnswer }: { onAnswer: (answer: SignInAnswer) => Promise<void> }) {
  const offered = useAsk('identity.getSignInConfig', { query: {} })
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  if (!offered.data?.passkeys || typeof window.PublicKeyCredential === 'undefined') return null
  const enter = async () => {
    setBusy(true)
    setProblem('')
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { options } = await call('identity.startPasskeySignIn')
      const response = await startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] })
      const answer = await call('identity.signInByPasskey', { body: { response } as InputOf<'identity.signInByPasskey'>['body'] })
      await onAnswer(answer as SignInAnswer)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'No passkey was used: the question was left, took too long, or there is none here.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      <Button variant="default" full busy={busy} onClick={() => void enter()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
