/** Which booking form a service asks; absent while there is only the default form. */
import { Select } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useMay } from '../../permissions.tsx'
import type { PartProps } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    form: 'Booking form',
    formAbout: 'What clients are asked beside name, email and phone.',
  },
  {
    de: {
      form: 'Buchungsformular',
      formAbout: 'Was Kunden zusätzlich zu Name, E-Mail und Telefon gefragt werden.',
    },
  },
)

export function FormChoice({ form, set }: Pick<PartProps, 'form' | 'set'>) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const found = useApiQuery('forms.listForms', undefined, { enabled: useMay()('forms.listForms') })
  const forms = (found.data?.forms ?? []).filter(({ kind, archived, id }) => kind === 'BOOKING' && (!archived || id === form.formId))
  const chosen = forms.find(({ id }) => id === form.formId) ?? forms.find((one) => one.default)
  if (forms.length < 2 || !chosen) return null
  return (
    <Select
      size="md"
      label={t.form}
      description={t.formAbout}
      allowDeselect={false}
      value={chosen.id}
      onChange={(formId) => set({ formId })}
      data={forms.map(({ id, name, archived, default: isDefault }) => ({
        value: id,
        label: isDefault ? w.isDefault(name) : archived ? w.isArchived(name) : name,
      }))}
    />
  )
}
