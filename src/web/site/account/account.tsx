/** The account page. Each tab is loaded when it is opened. */
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useIsMember } from '../../api.ts'
import { Page, useTitle } from '../../kit/page.tsx'
import { useRowInView } from '../../kit/row-in-view.ts'
import { Skeletons } from '../../kit/states.tsx'
import { useMessages, defineMessages, type TextsOf } from '../../kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { useSite } from '../../site-context.tsx'
import { accountSearch } from '../../site-search.ts'
import { useCurrentMember } from '../member-data.ts'
import { SiteLink } from '../../navigation.tsx'

const messages = defineMessages(
  {
    title: 'My account',
    hello: (name: string) => `Hi, ${name}`,
    parts: {
      bookings: 'My bookings',
      plans: 'My plans',
      payments: 'Payments',
      profile: 'My profile',
      emails: 'Email preferences',
      security: 'Sign-in & security',
    },
    members: 'Members',
    signIn: 'Sign in to your account',
  },
  {
    de: {
      title: 'Mein Konto',
      hello: (name) => `Hallo ${name}!`,
      parts: {
        bookings: 'Meine Buchungen',
        plans: 'Meine Tarife',
        payments: 'Zahlungen',
        profile: 'Mein Profil',
        emails: 'E-Mail-Einstellungen',
        security: 'Anmeldung & Sicherheit',
      },
      members: 'Mitglieder',
      signIn: 'Melde dich in deinem Konto an',
    },
    fr: {
      title: 'Mon compte',
      hello: (name) => `Bonjour ${name} !`,
      parts: {
        bookings: 'Mes réservations',
        plans: 'Mes formules',
        payments: 'Paiements',
        profile: 'Mon profil',
        emails: 'Préférences d’e-mails',
        security: 'Connexion et sécurité',
      },
      members: 'Membres',
      signIn: 'Connectez-vous à votre compte',
    },
    es: {
      title: 'Mi cuenta',
      hello: (name) => `¡Hola, ${name}!`,
      parts: {
        bookings: 'Mis reservas',
        plans: 'Mis planes',
        payments: 'Pagos',
        profile: 'Mi perfil',
        emails: 'Preferencias de correo',
        security: 'Acceso y seguridad',
      },
      members: 'Miembros',
      signIn: 'Inicia sesión en tu cuenta',
    },
  },
)

const SignIn = lazy(async () => ({ default: (await import('../../hosted/sign-in.tsx')).SignIn }))
const tabs: readonly (readonly [id: keyof TextsOf<typeof messages>['parts'], Part: ComponentType])[] = [
  ['bookings', lazy(async () => ({ default: (await import('./bookings.tsx')).Bookings }))],
  ['plans', lazy(async () => ({ default: (await import('./plans.tsx')).MyPlans }))],
  ['payments', lazy(async () => ({ default: (await import('./payments.tsx')).MyPayments }))],
  ['profile', lazy(async () => ({ default: (await import('./profile.tsx')).Profile }))],
  ['emails', lazy(async () => ({ default: (await import('./emails.tsx')).MyEmails }))],
  ['security', lazy(async () => ({ default: (await import('./security.tsx')).Security }))],
]

export function Account() {
  const member = useIsMember()
  const { tab } = useSearchParams(accountSearch)
  return member ? <AccountTabs tab={tab} /> : <AccountSignIn />
}

function AccountTabs({ tab }: { tab: string | undefined }) {
  const site = useSite()
  const t = useMessages(messages)
  const me = useCurrentMember().data?.member
  const [id, Part] = tabs.find(([name]) => name === tab) ?? (tabs[0] as (typeof tabs)[number])
  const name = me?.contact?.firstName || me?.profile?.nickname
  const tabBar = useRowInView(tabs.findIndex(([to]) => to === id))
  return (
    <Page title={t.title} lead={name ? t.hello(name) : undefined}>
      <div className="account">
        <nav className="account-nav" aria-label={t.title} ref={tabBar}>
          {tabs.map(([to]) => (
            <SiteLink key={to} to="/account" search={{ tab: to }} aria-current={to === id ? 'page' : undefined}>
              {t.parts[to]}
            </SiteLink>
          ))}
          {site.community === 'NO_ONE' ? null : <Link to="/members">{t.members}</Link>}
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

function AccountSignIn() {
  const t = useMessages(messages)
  useTitle(t.title)
  return (
    <div className="page page-tight">
      <h1 className="sr">{t.title}</h1>
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn title={t.signIn} onSignedIn={() => undefined} />
      </Suspense>
    </div>
  )
}
