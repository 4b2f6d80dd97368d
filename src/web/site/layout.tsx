/** Layout of the public site: header with navigation and account, footer with contact facts. */
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsMember } from '../api.ts'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { resizedUrl, toLocalUrl } from '../kit/picture.tsx'
import { useSite } from '../site-context.tsx'
import { usePreviewMessage } from '../site-preview.ts'
import { toShownLink, useTexts, useWebsite, type ShownLink } from './website.ts'
import './site.css'

const messages = defineMessages(
  {
    skip: 'Skip to content',
    welcome: 'Welcome',
    main: 'Main',
    more: 'More about us',
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
      more: 'Mehr über uns',
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

/** The address of the picture that stands for the site in the tab of the browser. */
function useIcon(id: string | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || !id) return
    const before = link.href
    link.href = resizedUrl(`/media/${id}`, 64, 64)
    return () => void (link.href = before)
  }, [id])
}

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
  const website = useWebsite()
  const member = useIsMember()
  const t = useMessages(messages)
  const { say } = useTexts()
  const maySeeMembers = site.community === 'ALL' || (member && site.community === 'MEMBERS')
  const links = website.menu
    .filter((link) => link.kind !== 'BUILT_IN' || link.page !== 'members' || maySeeMembers)
    .flatMap((link) => toShownLink(link, website, say, (page) => t[page as 'services' | 'schedule' | 'plans' | 'members']) ?? [])
  return (
    <nav aria-label={t.main} data-member={member || undefined} data-long={links.filter(({ href }) => href !== '/members').length > 3 || undefined}>
      {links.map((link) => (
        <SiteLink key={link.key} link={link} className={link.href === '/members' ? 'nav-members' : undefined} />
      ))}
      {member ? <Link to="/account">{t.account}</Link> : <a href="/hosted/login?returnUrl=/account">{t.signIn}</a>}
    </nav>
  )
}
function SiteLink({ link: { href, label, isExternal }, className }: { link: ShownLink; className?: string | undefined }) {
  return isExternal || !href.startsWith('/') ? (
    <a href={href} className={className} rel="noopener">
      {label}
    </a>
  ) : (
    <Link to={href} className={className}>
      {label}
    </Link>
  )
}

const networkNames: Readonly<Record<string, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
  mastodon: 'Mastodon',
  x: 'X',
}

function Footer() {
  const site = useSite()
  const website = useWebsite()
  const t = useMessages(messages)
  const { say } = useTexts()
  const { footer } = website
  const text = say(footer.text)
  const links = footer.links.flatMap((link) => toShownLink(link, website, say, (page) => t[page as 'services' | 'schedule' | 'plans' | 'members']) ?? [])
  return (
    <footer className="site-foot">
      <div className="site-foot-in">
        <div className="stack-s">
          <p className="strong">{site.name}</p>
          {site.address ? (
            <p className="dim">{[site.address.line, [site.address.postalCode, site.address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</p>
          ) : null}
          {text ? <p className="dim prose">{text}</p> : null}
        </div>
        {links.length + footer.social.length > 0 ? (
          <nav className="foot-links" aria-label={t.more}>
            {links.map((link) => (
              <SiteLink key={link.key} link={link} />
            ))}
            {footer.social.map(({ network, url }) => (
              <a key={url} href={url} rel="me noopener">
                {networkNames[network] ?? network}
              </a>
            ))}
          </nav>
        ) : null}
        <div className="stack-s">
          <p className="dim small">{t.zone(site.timeZone.replaceAll('_', ' '))}</p>
          <LanguageChoice />
        </div>
      </div>
    </footer>
  )
}

export function Layout() {
  const t = useMessages(messages)
  const { icon } = useWebsite().design
  useIcon(icon?.id)
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
