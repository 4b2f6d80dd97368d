/** Layout of the public site: header with navigation and account, footer with contact facts. */
import { Link, Outlet } from '@tanstack/react-router'
import { useIsMember } from '../api.ts'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import './site.css'

const messages = defineMessages(
  {
    skip: 'Skip to content',
    welcome: 'Welcome',
    main: 'Main',
    services: 'Services',
    schedule: 'Schedule',
    plans: 'Plans',
    members: 'Members',
    account: 'My account',
    signIn: 'Sign in',
    zone: (zone: string) => `All times are in ${zone} unless noted.`,
  },
  {
    de: {
      skip: 'Zum Inhalt springen',
      welcome: 'Willkommen',
      main: 'Hauptmenü',
      services: 'Angebote',
      schedule: 'Kursplan',
      plans: 'Tarife',
      members: 'Mitglieder',
      account: 'Mein Konto',
      signIn: 'Anmelden',
      zone: (zone) => `Alle Zeiten in ${zone}, sofern nicht anders angegeben.`,
    },
  },
)

export function Layout() {
  const site = useSite()
  const member = useIsMember()
  const t = useMessages(messages)
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <header className="site-head">
        <div className="site-bar">
          <Link to="/" className="site-name">
            {site.name || t.welcome}
          </Link>
          <nav aria-label={t.main} data-member={member || undefined}>
            <Link to="/services">{t.services}</Link>
            <Link to="/schedule">{t.schedule}</Link>
            <Link to="/plans">{t.plans}</Link>
            {site.community === 'ALL' || (member && site.community === 'MEMBERS') ? (
              <Link to="/members" className="nav-members">
                {t.members}
              </Link>
            ) : null}
            {member ? <Link to="/account">{t.account}</Link> : <a href="/hosted/login?returnUrl=/account">{t.signIn}</a>}
          </nav>
        </div>
      </header>
      <main id="main" className="site-main">
        <Outlet />
      </main>
      <footer className="site-foot">
        <div className="site-foot-in">
          <div>
            <p className="strong">{site.name}</p>
            {site.address ? (
              <p className="dim">{[site.address.line, [site.address.postalCode, site.address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</p>
            ) : null}
          </div>
          <div className="stack-s">
            <p className="dim small">{t.zone(site.timeZone.replaceAll('_', ' '))}</p>
            <LanguageChoice />
          </div>
        </div>
      </footer>
    </>
  )
}
