/** What stands below a choice that has nothing to choose yet: the form in which the first is made. */
import { Text } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import { useMay } from '../permissions.tsx'
import type { ScreenLink } from '../search-params.ts'
import { DashboardLink } from './link.tsx'

const messages = defineDashboardMessages(
  {
    none: { service: 'There are no services yet.', class: 'There is no class or course yet.', plan: 'There are no plans yet.' },
    add: { service: 'Add your first service', class: 'Add a class or course', plan: 'Create your first plan' },
  },
  {
    de: {
      none: { service: 'Noch gibt es keine Angebote.', class: 'Noch gibt es weder Kurse noch Kursreihen.', plan: 'Noch gibt es keine Tarife.' },
      add: { service: 'Erstes Angebot anlegen', class: 'Kurs oder Kursreihe anlegen', plan: 'Ersten Tarif anlegen' },
    },
  },
)
const service = { operation: 'services.createService', target: { to: '/dashboard/services', search: { edit: 'new' } } } as const
const forms: Record<'service' | 'class' | 'plan', { operation: OperationName; target: ScreenLink }> = {
  service,
  class: service,
  plan: { operation: 'plans.createPlan', target: { to: '/dashboard/plans', search: { edit: 'new' } } },
}

export function EmptyChoice({ of }: { of: keyof typeof forms }) {
  const t = useMessages(messages)
  const may = useMay()
  const { operation, target } = forms[of]
  return (
    <Text c="dimmed">
      {t.none[of]} {may(operation) && <DashboardLink {...target}>{t.add[of]}</DashboardLink>}
    </Text>
  )
}
