/** Which booking form a service asks; absent while there is only the default form. */
import { Select } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { useMay } from '../../permissions.tsx'
import type { PartProps } from './part.tsx'

export function FormChoice({ form, set }: Pick<PartProps, 'form' | 'set'>) {
  const found = useApiQuery('forms.listForms', undefined, { enabled: useMay()('forms.listForms') })
  const forms = (found.data?.forms ?? []).filter(({ kind, archived, id }) => kind === 'BOOKING' && (!archived || id === form.formId))
  const chosen = forms.find(({ id }) => id === form.formId) ?? forms.find((one) => one.default)
  if (forms.length < 2 || !chosen) return null
  return (
    <Select
      size="md"
      label="Booking form"
      description="What clients are asked beside name, email and phone."
      allowDeselect={false}
      value={chosen.id}
      onChange={(formId) => set({ formId })}
      data={forms.map(({ id, name, archived, default: isDefault }) => ({
        value: id,
        label: `${name}${isDefault ? ' (default)' : archived ? ' (archived)' : ''}`,
      }))}
    />
  )
}
