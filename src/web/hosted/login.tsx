import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isMember } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useWords, words } from '../kit/words.ts'
import { useMyself } from '../site/catalog.ts'
import { HostedFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

const said = words(
  { title: 'Sign in', already: (email: ReactNode) => <>You are signed in as {email}.</>, goOn: 'Go on' },
  { de: { title: 'Anmelden', already: (email) => <>Du bist als {email} angemeldet.</>, goOn: 'Weiter' } },
)

/** Only paths of this origin: a mailed link must not carry anybody away after signing in. */
const safePath = (path: string | undefined): string => (path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : '/account')

export function Login() {
  const { rs, returnUrl, mode } = useSearch({ strict: false }) as { rs?: string; returnUrl?: string; mode?: string }
  const t = useWords(said)
  // Whoever comes back here by the way back is signed in already, and told so; the form stays, for it may be somebody else.
  const [already] = useState(isMember)
  const me = useMyself().data?.member?.loginEmail
  // Framed pre-loading by storefronts never shows a form that could be clicked through somebody else's page.
  if (window.top !== window) return <div id="SITE_CONTAINER" />
  // In place of this page: the way back leads past a form that is done with.
  const done = (continueTo: string) => location.replace(rs ? continueTo : safePath(returnUrl))
  return (
    <HostedFrame title={t.title} rs={rs}>
      {already && me && !rs ? (
        <div className="row row-between login-known">
          <p>{t.already(<strong>{me}</strong>)}</p>
          <ButtonLink variant="light" href={safePath(returnUrl)}>
            {t.goOn}
          </ButtonLink>
        </div>
      ) : null}
      <SignIn heading="h1" mode={mode} rs={rs} returnUrl={safePath(returnUrl)} onSignedIn={done} />
    </HostedFrame>
  )
}
