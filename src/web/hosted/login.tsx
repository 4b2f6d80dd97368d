import { type ReactNode, useState } from 'react'
import { isMember } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { loginSearch } from '../site-search.ts'
import { useCurrentMember } from '../site/catalog.ts'
import { HostedLayout } from './layout.tsx'
import { SignIn } from './sign-in.tsx'

const messages = defineMessages(
  { title: 'Sign in', already: (email: ReactNode) => <>You’re signed in as {email}.</>, goOn: 'Continue' },
  { de: { title: 'Anmelden', already: (email) => <>Du bist als {email} angemeldet.</>, goOn: 'Weiter' } },
)

/** Only paths of this origin: a mailed link must not carry anybody away after signing in. */
const toLocalPath = (path: string | undefined): string => (path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : '/account')

export function Login() {
  const { rs, returnUrl, mode } = useSearchParams(loginSearch)
  const t = useMessages(messages)
  // Whoever comes back here by the way back is signed in already, and told so; the form stays, for it may be somebody else.
  const [wasSignedIn] = useState(isMember)
  const me = useCurrentMember().data?.member?.loginEmail
  // Framed pre-loading by storefronts never shows a form that could be clicked through somebody else's page.
  if (window.top !== window) return <div id="SITE_CONTAINER" />
  // In place of this page: the way back leads past a form that is done with.
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
