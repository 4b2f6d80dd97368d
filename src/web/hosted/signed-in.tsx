/** Pages after sign-out and after the OAuth redirect of a sign-in. */
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../api.ts'
import { exchangeCode, saveTokens } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Skeletons } from '../kit/states.tsx'
import { useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { signedInSearch } from '../site-search.ts'
import { HostedLayout } from './layout.tsx'
import { messages } from './signed-in.messages.tsx'

export function SignedOut() {
  const t = useMessages(messages)
  useEffect(() => {
    saveTokens(undefined)
    queryClient.clear()
  }, [])
  return (
    <HostedLayout title={t.out}>
      <div className="card stack">
        <h1 className="title">{t.youAreOut}</h1>
        <p>{t.soon}</p>
        <div className="row">
          <ButtonLink href="/">{t.start}</ButtonLink>
          <ButtonLink variant="default" href="/hosted/login">
            {t.signInAgain}
          </ButtonLink>
        </div>
      </div>
    </HostedLayout>
  )
}

/** OAuth redirect target: exchanges the code with the verifier kept in this tab. */
export function SignedIn() {
  const t = useMessages(messages)
  const { code, state, error } = useSearchParams(signedInSearch)
  const [failure, setFailure] = useState<'failed' | 'incomplete' | 'elsewhere' | 'expired'>()
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const pkce = JSON.parse(sessionStorage.getItem('atrium.pkce') ?? 'null') as {
      verifier: string
      state: string
      redirectUri: string
      returnTo: string
    } | null
    if (error) {
      setFailure('failed')
      return
    }
    if (!code || !state) {
      setFailure('incomplete')
      return
    }
    if (!pkce || pkce.state !== state) {
      setFailure('elsewhere')
      return
    }
    sessionStorage.removeItem('atrium.pkce')
    exchangeCode(code, pkce.verifier, pkce.redirectUri).then(
      () => location.replace(pkce.returnTo || '/account'),
      () => setFailure('expired'),
    )
  }, [code, state, error])
  return (
    <HostedLayout title={t.signingIn}>
      {failure ? (
        <div className="card stack" role="alert">
          <h1 className="title">{t.notIn}</h1>
          <p>{t[failure]}</p>
          <ButtonLink href="/hosted/login">{t.signIn}</ButtonLink>
        </div>
      ) : (
        <div role="status">
          <h1 className="sr">{t.signingIn}</h1>
          <Skeletons kind="text" count={2} />
        </div>
      )}
    </HostedLayout>
  )
}
