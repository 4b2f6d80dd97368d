import { type ReactNode, useState } from 'react'
import { isMember } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { loginSearch } from '../site-search.ts'
import { useCurrentMember } from '../site/member-data.ts'
import { HostedLayout } from './layout.tsx'
import { SignIn } from './sign-in.tsx'

const messages = defineMessages(
  { title: 'Sign in', already: (email: ReactNode) => <>You’re signed in as {email}.</>, goOn: 'Continue' },
  {
    de: { title: 'Anmelden', already: (email) => <>Du bist als {email} angemeldet.</>, goOn: 'Weiter' },
    fr: { title: 'Se connecter', already: (email) => <>Vous utilisez déjà le compte {email}.</>, goOn: 'Continuer' },
    es: { title: 'Iniciar sesión', already: (email) => <>Ya has iniciado sesión como {email}.</>, goOn: 'Continuar' },
  },
)

/** Allows only paths of this origin, so that a link cannot redirect elsewhere after sign-in. */
const toLocalPath = (path: string | undefined): string => (path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : '/account')

export function Login() {
  const { rs, returnUrl, mode } = useSearchParams(loginSearch)
  const t = useMessages(messages)
  // After "back" the visitor is signed in already: say so, and keep the form for another account.
  const [wasSignedIn] = useState(isMember)
  const me = useCurrentMember().data?.member?.loginEmail
  // Storefronts preload this page in a frame: show no form there, against clickjacking.
  if (window.top !== window) return <div id="SITE_CONTAINER" />
  // Replaces the history entry, so that "back" skips the finished form.
  const continueSignedIn = (continueTo: string) => location.replace(rs ? continueTo : toLocalPath(returnUrl))
  return (
    <HostedLayout title={t.title} rs={rs}>
      {wasSignedIn && me && !rs ? (
        <div className="row row-between login-known">
          <p>{t.already(<strong>{me}</strong>)}</p>
          <ButtonLink variant="light" href={toLocalPath(returnUrl)}>
            {t.goOn}
          </ButtonLink>
        </div>
      ) : null}
      <SignIn heading="h1" mode={mode} rs={rs} returnUrl={toLocalPath(returnUrl)} onSignedIn={continueSignedIn} />
    </HostedLayout>
  )
}
