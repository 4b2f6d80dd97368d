/** The bell: how much is new, and the list of it, which is loaded when it is first opened. */
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import css from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

const NotificationPanel = lazy(async () => ({ default: (await import('./panel.tsx')).NotificationPanel }))

export function Bell() {
  const unread = useNotifications().data?.unread ?? 0
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.bell}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
        onClick={() => setOpen(true)}
      >
        <IconBell size={21} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={css.count} aria-hidden>
            {unread > 49 ? '50+' : unread}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
