/** The bell: how much is new, and the list of it, which is loaded when it is first opened. */
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './notifications.module.css'
import { useNotifications } from '../parts/use-notifications.ts'

const messages = defineDashboardMessages(
  { title: 'Notifications', unread: (count: number) => `${count} new`, working: 'work in progress' },
  { de: { title: 'Benachrichtigungen', unread: (count) => `${count} neu`, working: 'Arbeit läuft' } },
)

const WorkWatch = lazy(async () => ({ default: (await import('./work-watch.tsx')).WorkWatch }))
const NotificationPanel = lazy(async () => ({ default: (await import('./panel.tsx')).NotificationPanel }))

/** It also waits for work in the background. */
export function Bell() {
  const t = useMessages(messages)
  const { data } = useNotifications()
  const unread = data?.unread ?? 0
  const isWorking = (data?.running.length ?? 0) > 0
  const [hasWorked, setWorked] = useState(false)
  useEffect(() => {
    if (isWorking) setWorked(true)
  }, [isWorking])
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.bell}
        aria-haspopup="dialog"
        aria-label={[t.title, unread > 0 ? t.unread(unread) : '', isWorking ? t.working : ''].filter(Boolean).join(', ')}
        data-working={isWorking || undefined}
        onClick={() => setOpen(true)}
      >
        <IconBell size={21} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={css.count} aria-hidden>
            {unread > 49 ? '50+' : unread}
          </span>
        )}
      </button>
      {hasWorked && (
        <Suspense fallback={null}>
          <WorkWatch />
        </Suspense>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <NotificationPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
