/** What booking rules mean for the next session of a real service: each deadline with its day and time. */
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { DetailList } from '../parts/page.tsx'
import { useBookability } from './bookability-note.tsx'
import type { PolicyForm } from './forms/policy-form.ts'
import { policyMoments } from './forms/policy-sentences.ts'
import { allServicesQuery } from './all-services.ts'

const messages = defineDashboardMessages(
  {
    none: 'As soon as a service has a time to book, its deadlines appear here.',
    example: 'For example',
  },
  {
    de: {
      none: 'Sobald es für ein Angebot eine freie Zeit gibt, stehen hier ihre Fristen.',
      example: 'Zum Beispiel',
    },
  },
)

/** `used`: names of the services that follow the rules; one of them is shown first. */
export function PolicyExample({ form, used }: { form: PolicyForm; used: readonly string[] }) {
  const t = useMessages(messages)
  const site = useSite()
  const known = useBookability()
  const found = useApiQuery('services.queryServices', allServicesQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const withTime = (found.data?.services ?? []).filter(({ id }) => known?.get(id)?.next)
  const service = withTime.find(({ id }) => id === chosen) ?? withTime.find(({ name }) => used.includes(name)) ?? withTime[0]
  const next = service && known?.get(service.id)?.next
  if (!service || !next)
    return found.data && known ? (
      <Text size="sm" c="dimmed" mt="sm">
        {t.none}
      </Text>
    ) : null
  const moments = policyMoments(form, new Date(next).getTime(), (value) => formatPrice({ value, currency: site.currency }, site))
  return (
    <div style={{ marginTop: 16 }}>
      <Select
        size="md"
        label={t.example}
        allowDeselect={false}
        value={service.id}
        onChange={setChosen}
        data={withTime.map(({ id, name }) => ({ value: id, label: name }))}
        comboboxProps={{ zIndex: 400 }}
      />
      <DetailList items={moments.map(({ what, at }) => [what, formatInstant(new Date(at).toISOString(), site)])} />
    </div>
  )
}
