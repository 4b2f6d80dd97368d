/** Menu of a signed-in member in the header: their pages, and sign out. */
import { lazy, Suspense, useId, useRef } from 'react'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { SiteLink } from '../navigation.tsx'

const messages = defineMessages(
  {
    parts: { bookings: 'My bookings', plans: 'My plans', payments: 'Payments', profile: 'My profile', security: 'Sign-in & security' },
    signOut: 'Sign out',
  },
  {
    de: {
      parts: { bookings: 'Meine Buchungen', plans: 'Meine Tarife', payments: 'Zahlungen', profile: 'Mein Profil', security: 'Anmeldung & Sicherheit' },
      signOut: 'Abmelden',
    },
    fr: {
      parts: { bookings: 'Mes réservations', plans: 'Mes formules', payments: 'Paiements', profile: 'Mon profil', security: 'Connexion et sécurité' },
      signOut: 'Se déconnecter',
    },
    es: {
      parts: { bookings: 'Mis reservas', plans: 'Mis planes', payments: 'Pagos', profile: 'Mi perfil', security: 'Inicio de sesión y seguridad' },
      signOut: 'Cerrar sesión',
    },
  },
)
const parts = ['bookings', 'plans', 'payments', 'profile', 'security'] as const

// Not needed to draw the page.
const OfflineCopy = lazy(async () => ({ default: (await import('./offline-copy.tsx')).OfflineCopy }))

/** Rarely needed, so loaded on demand. */
const leave = async () => (await import('./sign-out.ts')).signOut()

export function AccountMenu({ label }: { label: string }) {
  const t = useMessages(messages)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const close = () => menu.current?.hidePopover()
  return (
    <>
      <button type="button" className="plain account-button" popoverTarget={id}>
        {label}
      </button>
      {/* In the top layer: a menu that scrolls sideways on a phone does not cut it off. Escape and a press beside it close it. */}
      <div className="account-menu card" id={id} popover="auto" ref={menu}>
        {parts.map((tab) => (
          <SiteLink key={tab} to="/account" search={{ tab }} onClick={close}>
            {t.parts[tab]}
          </SiteLink>
        ))}
        <button type="button" className="plain" onClick={() => void leave()}>
          {t.signOut}
        </button>
      </div>
      <Suspense>
        <OfflineCopy />
      </Suspense>
    </>
  )
}
