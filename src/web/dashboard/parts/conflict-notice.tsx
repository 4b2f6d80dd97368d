/** What else is there at the time of a form, read aloud when it changes. Nothing when nothing is. */
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Notice } from './notice.tsx'

const messages = defineDashboardMessages({ title: 'Double booked' }, { de: { title: 'Doppelt belegt' } })

export function ConflictNotice({ children }: { children: string }) {
  const t = useMessages(messages)
  return (
    <div role="status">
      {children && (
        <Notice tone="wait" title={t.title}>
          {children}
        </Notice>
      )}
    </div>
  )
}
