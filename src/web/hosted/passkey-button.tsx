/** Coming in with a passkey, where the site offers it and the browser can. */
import { useState } from 'react'
import { call, useAsk } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { canUsePasskeys, passkeyProblem, signWithPasskey } from '../kit/passkey.ts'
import { Note } from '../kit/states.tsx'
import { useWords, words } from '../kit/words.ts'
import type { SignInAnswer } from './sign-in-answer.ts'

const said = words({ enter: 'Sign in with a passkey' }, { de: { enter: 'Mit Passkey anmelden' } })

export function PasskeyButton({ onAnswer }: { onAnswer: (answer: SignInAnswer) => Promise<void> }) {
  const offered = useAsk('identity.getSignInConfig', { query: {} })
  const t = useWords(said)
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  if (!offered.data?.passkeys || !canUsePasskeys()) return null
  const enter = async () => {
    setBusy(true)
    setProblem('')
    try {
      const { options } = await call('identity.startPasskeySignIn')
      const answer = await call('identity.signInByPasskey', { body: { response: await signWithPasskey(options) } })
      await onAnswer(answer as SignInAnswer)
    } catch (error) {
      setProblem(passkeyProblem(error))
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
        {t.enter}
      </Button>
    </>
  )
}
