/** Says why there is nothing to see at an address, and leads to the first screen. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DashboardLink } from './link.tsx'
import { EmptyState } from './query-view.tsx'

const messages = defineDashboardMessages({ toToday: 'Go to Today' }, { de: { toToday: 'Zu „Heute“' } })

export function DeadEnd({ title, children }: { title: string; children: ReactNode }) {
  const t = useMessages(messages)
  return (
    <EmptyState
      title={title}
      action={
        <Button component={DashboardLink} to="/dashboard">
          {t.toToday}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
