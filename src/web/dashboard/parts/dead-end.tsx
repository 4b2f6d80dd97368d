/** Says why there is nothing to see at an address, and leads to the first screen. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DashboardLink } from './link.tsx'
import { EmptyState } from './query-view.tsx'

export const DeadEnd = ({ title, children }: { title: string; children: ReactNode }) => (
  <EmptyState
    title={title}
    action={
      <Button component={DashboardLink} to="/dashboard">
        Go to Today
      </Button>
    }
  >
    {children}
  </EmptyState>
)
