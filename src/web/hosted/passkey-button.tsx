/** Sign-in with a passkey, where site and browser support it. */
import { useState } from 'react'
import { call, useApiQuery } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { canUsePasskeys, passkeyErrorMessage, signWithPasskey } from '../kit/passkey.ts'
import { Note, Skeleton } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import type { SignInReply } from './sign-in-reply.ts'

const messages = defineMessages(
  { enter: 'Sign in with a passkey' },
  { de: { enter: 'Mit Passkey anmelden' }, fr: { enter: 'Se connecter avec une clé d’accès' }, es: { enter: 'Iniciar sesión con una clave de acceso' } },
)

export function PasskeyButton({ onReply }: { onReply: (reply: SignInReply) => Promise<void> }) {
  const config = useApiQuery('identity.getSignInConfig', { query: {} })
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  if (!canUsePasskeys()) return null
  if (config.isPending) return <Skeleton height={44} />
  if (!config.data?.passkeys) return null
  const signIn = async () => {
    setBusy(true)
    setProblem('')
    try {
      const { options } = await call('identity.startPasskeySignIn')
      const reply = await call('identity.signInByPasskey', { body: { response: await signWithPasskey(options) } })
      await onReply(reply)
    } catch (error) {
      setProblem(passkeyErrorMessage(error))
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
      <Button variant="default" full busy={busy} onClick={() => void signIn()}>
        {t.enter}
      </Button>
    </>
  )
}
