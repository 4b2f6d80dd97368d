import { useSearch } from '@tanstack/react-router'
import { HostedFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

/** Only paths of this origin: a mailed link must not carry anybody away after signing in. */
const safePath = (path: string | undefined): string => (path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : '/account')

export function Login() {
  const { rs, returnUrl, mode } = useSearch({ strict: false }) as { rs?: string; returnUrl?: string; mode?: string }
  // Framed pre-loading by storefronts never shows a form that could be clicked through somebody else's page.
  if (window.top !== window) return <div id="SITE_CONTAINER" />
  const done = (continueTo: string) => location.assign(rs ? continueTo : safePath(returnUrl))
  return (
    <HostedFrame title="Sign in" rs={rs}>
      <SignIn heading="h1" mode={mode} rs={rs} returnUrl={safePath(returnUrl)} onSignedIn={done} />
    </HostedFrame>
  )
}
