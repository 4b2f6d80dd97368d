import { Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { IconChevronDown, IconExternalLink, IconKeyboard, IconLanguage, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Business, useBusiness } from './business.tsx'
import { SearchButton, useCommandMenu } from './command/command-menu.tsx'
import { ConfirmProvider } from './parts/confirm.tsx'
import { ErrorState } from './parts/query-view.tsx'
import { DashboardLink } from './parts/link.tsx'
import { OtherLanguages } from './parts/other-languages.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Permissions, setReadPermissions, useMay, usePermissionTable } from './permissions.tsx'
import { Bell } from './notifications/bell.tsx'
import { allowedItems, findNavItem, navGroups, primaryItems, type NavItem } from './navigation.ts'
import { storeCsrfToken, clearOwnerCache } from './session.ts'
import css from './shell.module.css'
import layout from './parts/layout.module.css'

const messages = defineDashboardMessages(
  {
    loading: 'Loading dashboard',
    skip: 'Skip to content',
    dashboard: 'Dashboard',
    shortcuts: 'Dashboard shortcuts',
    more: 'More',
    allPages: 'All pages',
    viewSite: 'View site',
    keyboard: 'Keyboard shortcuts',
    signOut: 'Sign out',
  },
  {
    de: {
      loading: 'Dashboard wird geladen',
      skip: 'Zum Inhalt springen',
      dashboard: 'Dashboard',
      shortcuts: 'Schnellzugriff',
      more: 'Mehr',
      allPages: 'Alle Seiten',
      viewSite: 'Website ansehen',
      keyboard: 'Tastenkürzel',
      signOut: 'Abmelden',
    },
  },
)

const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }))
/** The menu of phones opens in it. */
const Dialog = lazy(async () => ({ default: (await import('#web/kit/dialog.tsx')).Dialog }))

/** The layout of the dashboard: a sidebar on wide screens, a bottom bar on phones. Requires the owner's sign-in. */
export function Shell() {
  const t = useMessages(messages)
  const me = useApiQuery('collaborators.getOwner')
  const site = useApiQuery('setup.getSiteSettings', undefined, { enabled: Boolean(me.data?.user) })
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const user = me.data?.user
  const permissions = me.data?.sites.find(({ id }) => id === site.data?.siteId)?.permissions ?? null
  const table = usePermissionTable(permissions)
  const signedOut = me.error?.status === 401 || me.error?.status === 403 || user === null
  storeCsrfToken(me.data)
  useEffect(() => {
    const to = `${location.pathname}${location.search}`
    if (signedOut && !to.startsWith('/dashboard/sign-in')) void navigate({ to: '/dashboard/sign-in', search: { to }, replace: true })
  }, [signedOut, navigate, path])
  const failed = signedOut ? undefined : [me, site, table].find(({ error }) => error)
  if (failed)
    return (
      <div className={css.alone}>
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      </div>
    )
  if (!user || !site.data || !table.isReady)
    return (
      <main className={css.alone}>
        <h1 className={layout.hidden}>{t.loading}</h1>
        <Loader role="img" aria-label={t.loading} />
      </main>
    )
  setReadPermissions(permissions)
  return (
    <Permissions.Provider value={permissions}>
      <Business.Provider value={{ me: user, site: site.data }}>
        <ConfirmProvider>
          <Frame path={path} />
        </ConfirmProvider>
      </Business.Provider>
    </Permissions.Provider>
  )
}

/** Menu, screen and search of the signed-in user. */
function Frame({ path }: { path: string }) {
  const t = useMessages(messages)
  const { me, site } = useBusiness()
  const may = useMay()
  const [more, setMore] = useState(false)
  // The check-in screen runs on a shared tablet: it has no links to other screens.
  const isCheckInScreen = path.startsWith('/dashboard/check-in')
  const screen = findNavItem(path.replace(/\/$/, ''))
  const refused = screen?.operation === undefined || may(screen.operation) ? undefined : screen
  const { menu, search, help } = useCommandMenu(!isCheckInScreen)
  useEffect(() => setMore(false), [path])
  // What a phone does not show is not drawn there either: the first screen is ready sooner.
  const isNarrow = useMediaQuery('(max-width: 900px)', false, { getInitialValueInEffect: false })
  return (
    <>
      <a className={css.skip} href="#content">
        {t.skip}
      </a>
      <div className={css.shell} data-alone={isCheckInScreen || undefined}>
        {!isNarrow && !isCheckInScreen && (
          <aside className={css.side}>
            <div className={css.head}>
              <Brand name={site.name} />
              <Bell />
            </div>
            <SearchButton className={css.search} onClick={search} />
            <nav aria-label={t.dashboard} className={css.nav}>
              <Navigation />
            </nav>
            <AccountMenu name={me.name || me.email} email={me.email} onHelp={help} />
          </aside>
        )}
        <main id="content" className={css.main} tabIndex={-1}>
          {isNarrow && !isCheckInScreen && (
            <div className={css.phoneBell}>
              <Bell />
            </div>
          )}
          {refused ? (
            <Suspense fallback={null}>
              <NoAccess screen={refused.label} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
        {isNarrow && !isCheckInScreen && (
          <nav aria-label={t.shortcuts} className={css.bottom}>
            {allowedItems(may, primaryItems).map((item) => (
              <NavLink key={item.to} item={item} bottom />
            ))}
            <button type="button" className={css.bottomLink} onClick={() => setMore(true)} aria-expanded={more}>
              <IconMenu2 size={22} stroke={1.6} aria-hidden />
              <span>{t.more}</span>
            </button>
          </nav>
        )}
        {more && (
          <Suspense fallback={null}>
            <Dialog title={site.name} position="side" onClose={() => setMore(false)}>
              <SearchButton
                className={css.search}
                onClick={() => {
                  setMore(false)
                  search()
                }}
              />
              <nav aria-label={t.allPages} className={css.nav}>
                <Navigation />
              </nav>
              <AccountActions email={me.email} />
            </Dialog>
          </Suspense>
        )}
      </div>
      {menu}
    </>
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

function Navigation() {
  const may = useMay()
  return navGroups
    .map(([title, items]) => [title, allowedItems(may, items)] as const)
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => (
      <div key={title ?? 'daily'} className={css.group}>
        {title && <p className={css.groupTitle}>{title}</p>}
        <ul>
          {items.map((item) => (
            <li key={item.to}>
              <NavLink item={item} />
            </li>
          ))}
        </ul>
      </div>
    ))
}

function NavLink({ item, bottom }: { item: NavItem; bottom?: boolean }) {
  const Icon = item.icon
  return (
    <DashboardLink to={item.to} exact={item.exact} className={bottom ? css.bottomLink : css.link}>
      <Icon size={bottom ? 22 : 19} stroke={1.6} aria-hidden />
      <span>{item.label}</span>
    </DashboardLink>
  )
}

/** Who is signed in, with a menu above the name. */
function AccountMenu({ name, email, onHelp }: { name: string; email: string; onHelp: () => void }) {
  const menuId = useId()
  return (
    <>
      <button type="button" className={css.person} popoverTarget={menuId}>
        <span aria-hidden>
          <Avatar name={name} size={34} />
        </span>
        <span className={css.personName}>{name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div id={menuId} popover="auto" className={css.accountMenu}>
        <AccountActions email={email} onHelp={onHelp} />
      </div>
    </>
  )
}

/** Keyboard help is offered where there is a keyboard. */
function AccountActions({ email, onHelp }: { email: string; onHelp?: () => void }) {
  const t = useMessages(messages)
  const signOut = useApiMutation('collaborators.signOutOwner')
  const navigate = useNavigate()
  const signOutAndLeave = async () => {
    await signOut.mutateAsync({}).catch(() => undefined)
    storeCsrfToken({ user: null, sites: [], csrfToken: '' })
    clearOwnerCache()
    await navigate({ to: '/dashboard/sign-in' })
  }
  return (
    <>
      <p className={css.accountMenuOf}>{email}</p>
      <a className={css.link} href="/">
        <IconLabel icon={IconExternalLink}>{t.viewSite}</IconLabel>
      </a>
      {onHelp && (
        <button type="button" className={css.link} onClick={onHelp}>
          <IconLabel icon={IconKeyboard}>{t.keyboard}</IconLabel>
        </button>
      )}
      <OtherLanguages className={css.link} icon={<IconLanguage size={19} stroke={1.6} aria-hidden />} />
      <button type="button" className={css.link} onClick={() => void signOutAndLeave()}>
        <IconLabel icon={IconLogout}>{t.signOut}</IconLabel>
      </button>
    </>
  )
}
const IconLabel = ({ icon: Icon, children }: { icon: NavItem['icon']; children: ReactNode }) => (
  <>
    <Icon size={19} stroke={1.6} aria-hidden />
    <span>{children}</span>
  </>
)
