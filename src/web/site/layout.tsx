/** Layout of the public site: header with navigation and account, the page, the footer. */
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useIsMember } from '../api.ts'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { toLocalUrl } from '#kit/pure/picture-sources.ts'
import { useSite } from '../site-context.tsx'
import { usePreviewMessage } from '../site-preview.ts'
import { Footer } from './footer.tsx'
import { SiteLink } from './site-link.tsx'
import { useShownLinks, useWebsite } from './website.ts'

// Members alone have it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

const messages = defineMessages(
  {
    skip: 'Skip to content',
    welcome: 'Welcome',
    main: 'Main',
    signIn: 'Sign in',
    account: 'My account',
  },
  {
    de: {
      skip: 'Zum Inhalt springen',
      welcome: 'Willkommen',
      main: 'Hauptmenü',
      signIn: 'Anmelden',
      account: 'Mein Konto',
    },
    fr: {
      skip: 'Aller au contenu',
      welcome: 'Bienvenue',
      main: 'Menu principal',
      signIn: 'Connexion',
      account: 'Compte',
    },
    es: {
      skip: 'Ir al contenido',
      welcome: 'Te damos la bienvenida',
      main: 'Menú principal',
      signIn: 'Iniciar sesión',
      account: 'Mi cuenta',
    },
  },
)

/** The editor shows the page that it edits. */
function usePreviewedPath(): void {
  const path = usePreviewMessage()?.path
  const navigate = useNavigate()
  useEffect(() => {
    if (path !== undefined && path !== location.pathname) void navigate({ to: path, search: { preview: '1' } as never, replace: true })
  }, [path, navigate])
}

function SiteName() {
  const site = useSite()
  const t = useMessages(messages)
  const { logo } = useWebsite().design
  const name = site.name || t.welcome
  return (
    <Link to="/" className="site-name">
      {logo ? <img className="site-logo" src={toLocalUrl(`/media/${logo.id}`)} width={logo.width} height={logo.height} alt={name} /> : name}
    </Link>
  )
}

function Menu() {
  const site = useSite()
  const member = useIsMember()
  const t = useMessages(messages)
  const maySeeMembers = site.community === 'ALL' || (member && site.community === 'MEMBERS')
  const links = useShownLinks(useWebsite().menu).filter(({ href }) => href !== '/members' || maySeeMembers)
  return (
    <nav aria-label={t.main} data-member={member || undefined} data-long={links.filter(({ href }) => href !== '/members').length > 3 || undefined}>
      {links.map((link) => (
        <SiteLink key={link.key} link={link} className={link.href === '/members' ? 'nav-members' : undefined} />
      ))}
      {member ? (
        <Suspense fallback={<a href="/account">{t.account}</a>}>
          <AccountMenu label={t.account} />
        </Suspense>
      ) : (
        <a href="/hosted/login?returnUrl=/account">{t.signIn}</a>
      )}
    </nav>
  )
}

export function Layout() {
  const t = useMessages(messages)
  usePreviewedPath()
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <header className="site-head">
        <div className="site-bar">
          <SiteName />
          <Menu />
        </div>
      </header>
      <main id="main" className="site-main">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
