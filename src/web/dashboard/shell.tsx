import { Loader } from '@mantine/core'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { IconChevronDown, IconExternalLink, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { Business } from './business.tsx'
import { ConfirmProvider } from './parts/confirm.tsx'
import { Failed } from './parts/answers.tsx'
import { Go } from './parts/go.tsx'
import { Initials } from './parts/initials.tsx'
import { daily, groups, openTo, type Place } from './places.ts'
import { csrfFrom, forgetOwner } from './session.ts'
import css from './shell.module.css'

/** Side bar on a desk, bar at the bottom on a phone; behind the owner's sign-in. */
export function Shell() {
  const me = useAsk('identity.getOwner')
  const site = useAsk('house.getSiteSettings', undefined, { enabled: Boolean(me.data?.user) })
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [more, setMore] = useState(false)
  const user = me.data?.user
  const signedOut = me.error?.status === 401 || me.error?.status === 403 || user === null
  csrfFrom(me.data)
  useEffect(() => {
    const to = `${location.pathname}${location.search}`
    if (signedOut && !to.startsWith('/dashboard/sign-in')) void navigate({ to: '/dashboard/sign-in', search: { to }, replace: true } as never)
  }, [signedOut, navigate, path])
  useEffect(() => setMore(false), [path])
  if (me.error && !signedOut)
    return (
      <div className={css.alone}>
        <Failed error={me.error} retry={() => void me.refetch()} />
      </div>
    )
  if (site.error)
    return (
      <div className={css.alone}>
        <Failed error={site.error} retry={() => void site.refetch()} />
      </div>
    )
  if (!user || !site.data)
    return (
      <div className={css.alone}>
        <Loader aria-label="Opening the dashboard" />
      </div>
    )
  const permissions = me.data?.sites.find(({ id }) => id === site.data.siteId)?.permissions ?? null
  return (
    <Business.Provider value={{ me: user, site: site.data }}>
      <ConfirmProvider>
        <a className={css.skip} href="#content">
          Skip to content
        </a>
        <div className={css.shell}>
          <aside className={css.side}>
            <Brand name={site.data.name} />
            <nav aria-label="Dashboard" className={css.nav}>
              <Places permissions={permissions} />
            </nav>
            <Person name={user.name || user.email} email={user.email} />
          </aside>
          <main id="content" className={css.main} tabIndex={-1}>
            <Outlet />
          </main>
          <nav aria-label="Dashboard, short" className={css.bottom}>
            {openTo(permissions, daily).map((place) => (
              <PlaceLink key={place.to} place={place} bottom />
            ))}
            <button type="button" className={css.bottomLink} onClick={() => setMore(true)} aria-expanded={more}>
              <IconMenu2 size={22} stroke={1.6} aria-hidden />
              <span>More</span>
            </button>
          </nav>
          {more && (
            <Dialog title={site.data.name} place="side" onClose={() => setMore(false)}>
              <nav aria-label="All places" className={css.nav}>
                <Places permissions={permissions} />
              </nav>
              <PersonDoors email={user.email} />
            </Dialog>
          )}
        </div>
      </ConfirmProvider>
    </Business.Provider>
  )
}

const Brand = ({ name }: { name: string }) => (
  <div className={css.brand}>
    <span className={css.mark} aria-hidden>
      {name.trim()[0]?.toUpperCase()}
    </span>
    <span className={css.brandName}>{name}</span>
  </div>
)

const Places = ({ permissions }: { permissions: readonly string[] | null }) =>
  groups
    .map(([title, places]) => [title, openTo(permissions, places)] as const)
    .filter(([, places]) => places.length > 0)
    .map(([title, places]) => (
      <div key={title ?? 'daily'} className={css.group}>
        {title && <p className={css.groupTitle}>{title}</p>}
        <ul>
          {places.map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} />
            </li>
          ))}
        </ul>
      </div>
    ))

function PlaceLink({ place, bottom }: { place: Place; bottom?: boolean }) {
  const Icon = place.icon
  return (
    <Go to={place.to} exact={place.exact} className={bottom ? css.bottomLink : css.link}>
      <Icon size={bottom ? 22 : 19} stroke={1.6} aria-hidden />
      <span>{place.label}</span>
    </Go>
  )
}

/** Who is signed in; the doors open above the name. */
function Person({ name, email }: { name: string; email: string }) {
  const doors = useId()
  return (
    <>
      <button type="button" className={css.person} popoverTarget={doors}>
        <span aria-hidden>
          <Initials name={name} size={34} />
        </span>
        <span className={css.personName}>{name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={doors} popover="auto" className={css.doors}>
        <PersonDoors email={email} />
      </div>
    </>
  )
}

function PersonDoors({ email }: { email: string }) {
  const signOut = useDo('identity.signOutOwner')
  const navigate = useNavigate()
  const leave = async () => {
    await signOut.mutateAsync({}).catch(() => undefined)
    forgetOwner()
    await navigate({ to: '/dashboard/sign-in' } as never)
  }
  return (
    <>
      <p className={css.doorsOf}>{email}</p>
      <a className={css.link} href="/">
        <Door icon={IconExternalLink}>Look at the site</Door>
      </a>
      <button type="button" className={css.link} onClick={() => void leave()}>
        <Door icon={IconLogout}>Sign out</Door>
      </button>
    </>
  )
}
const Door = ({ icon: Icon, children }: { icon: Place['icon']; children: ReactNode }) => (
  <>
    <Icon size={19} stroke={1.6} aria-hidden />
    <span>{children}</span>
  </>
)
