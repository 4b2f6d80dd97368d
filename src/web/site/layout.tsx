/** The frame of the public site: name, the places to go, who you are; footer with the facts of the business. */
import { Link, Outlet } from '@tanstack/react-router'
import { useIsMember } from '../api.ts'
import { useSite } from '../site-context.tsx'
import './site.css'

export function Layout() {
  const site = useSite()
  const member = useIsMember()
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="site-head">
        <div className="site-bar">
          <Link to="/" className="site-name">
            {site.name || 'Welcome'}
          </Link>
          <nav aria-label="Main" data-member={member || undefined}>
            <Link to="/services">Services</Link>
            <Link to="/schedule">Schedule</Link>
            <Link to="/plans">Plans</Link>
            {site.community === 'ALL' || (member && site.community === 'MEMBERS') ? (
              <Link to="/members" className="nav-members">
                Members
              </Link>
            ) : null}
            {member ? <Link to="/account">My account</Link> : <a href="/hosted/login?returnUrl=/account">Sign in</a>}
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
          <p className="dim small">All times are shown in {site.timeZone.replaceAll('_', ' ')} unless we say otherwise.</p>
        </div>
      </footer>
    </>
  )
}
