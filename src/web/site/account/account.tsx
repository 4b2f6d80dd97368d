/** Everything that is mine, behind my sign-in. Each part is loaded when it is opened. */
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useIsMember } from '../../api.ts'
import { Page, useTitle } from '../../kit/page.tsx'
import { Skeletons } from '../../kit/states.tsx'
import { useSite } from '../../site-context.tsx'
import { useMyself } from '../catalog.ts'

const SignIn = lazy(async () => ({ default: (await import('../../hosted/sign-in.tsx')).SignIn }))
const parts: readonly (readonly [id: string, label: string, Part: ComponentType])[] = [
  ['bookings', 'My bookings', lazy(async () => ({ default: (await import('./bookings.tsx')).Bookings }))],
  ['plans', 'My plans', lazy(async () => ({ default: (await import('./plans.tsx')).MyPlans }))],
  ['profile', 'My profile', lazy(async () => ({ default: (await import('./profile.tsx')).Profile }))],
  ['letters', 'E-mail settings', lazy(async () => ({ default: (await import('./letters.tsx')).MyLetters }))],
  ['security', 'Sign-in & security', lazy(async () => ({ default: (await import('./security.tsx')).Security }))],
]

export function Account() {
  const member = useIsMember()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  return member ? <Mine tab={tab} /> : <SignedOut />
}

function Mine({ tab }: { tab: string | undefined }) {
  const site = useSite()
  const me = useMyself().data?.member
  const [id, , Part] = parts.find(([name]) => name === tab) ?? (parts[0] as (typeof parts)[number])
  const name = me?.contact?.firstName || me?.profile?.nickname
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the row is wider than the screen.
    const part = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (part && row.current) row.current.scrollLeft = part.offsetLeft - row.current.offsetLeft - 24
  }, [id])
  return (
    <Page title="My account" lead={name ? `Hello ${name}.` : undefined}>
      <div className="account">
        <nav className="account-nav" aria-label="My account" ref={row}>
          {parts.map(([to, label]) => (
            <Link key={to} to="/account" search={{ tab: to } as never} aria-current={to === id ? 'page' : undefined}>
              {label}
            </Link>
          ))}
          {site.community === 'NO_ONE' ? null : <Link to="/members">Members</Link>}
        </nav>
        <div className="account-part">
          <Suspense fallback={<Skeletons kind="rows" />}>
            <Part />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

function SignedOut() {
  useTitle('My account')
  return (
    <div className="page page-tight">
      <h1 className="sr">My account</h1>
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn title="Sign in to your account" onSignedIn={() => undefined} />
      </Suspense>
    </div>
  )
}
