import { useSearch } from '@tanstack/react-router'
import { callPath } from '../api.ts'
import { HostedFrame } from './frame.tsx'
import { SignIn } from './sign-in.tsx'

/** Only paths of this origin: a mailed link must not carry anybody away after signing in. */
const safePath = (path: string | undefined): string => (path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : '/account')

export function Login() {
  const { rs, returnUrl, mode } = useSearch({ strict: false }) as { rs?: string; returnUrl?: string; mode?: string }
  // Framed pre-loading by storefronts never shows a form that could be clicked through somebody else's page.
  if (window.top !== window) return <div id="SITE_CONTAINER" />
  const done = async (sessionToken: string) => {
    // The browser remembers who signed in (a cookie that scripts cannot read), so that the storefront's next question is answered silently.
    const answer = await callPath<{ redirectTo?: string; location?: string; url?: string }>('POST', '/api/hosted/session', { sessionToken, ...(rs ? { rs } : {}) }).catch((error: unknown) => { if (rs) throw error; return {} as { redirectTo?: string; location?: string; url?: string } })
    const next = answer.redirectTo ?? answer.location ?? answer.url
    location.assign(rs ? next ?? `/api/hosted/return?rs=${encodeURIComponent(rs)}` : safePath(returnUrl))
  }
  return <HostedFrame title="Sign in" rs={rs}><SignIn heading="h1" mode={mode} keepToken={Boolean(rs)} onSignedIn={done} /></HostedFrame>
}
