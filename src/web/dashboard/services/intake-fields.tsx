/** The intake form of a booking policy: which, and when it is asked. */
import { Select, Switch, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { useMay } from '../permissions.tsx'
import { describeValidity } from './client-forms/client-forms.tsx'
import { Part, type PartProps } from './policy-fields.tsx'

export function IntakeFields({ form: { intake }, set, problems }: PartProps) {
  const mayRead = useMay()('forms.listForms')
  const found = useApiQuery('forms.listForms', undefined, { enabled: mayRead })
  const forms = (found.data?.forms ?? []).filter(({ kind, archived, id }) => kind === 'INTAKE' && (!archived || id === intake.formId))
  const chosen = forms.find(({ id }) => id === intake.formId)
  const change = (to: Partial<typeof intake>) => set({ intake: { ...intake, ...to } })
  return (
    <Part title="Intake form">
      <Switch size="md" label="Ask for an intake form" checked={intake.on} onChange={(event) => change({ on: event.currentTarget.checked })} />
      {intake.on && (
        <>
          <Select
            size="md"
            label="Form"
            required
            allowDeselect={false}
            placeholder={found.isPending ? 'Loading …' : 'Choose a form'}
            value={intake.formId}
            error={problems.intake}
            description={chosen && describeValidity(chosen)}
            onChange={(formId) => change({ formId })}
            data={forms.map(({ id, name, archived }) => ({ value: id, label: archived ? `${name} (archived)` : name }))}
          />
          {found.isSuccess && forms.length === 0 && (
            <Text size="sm" c="dimmed">
              There is no intake form yet. Add one under Services → Forms.
            </Text>
          )}
          <Select
            size="md"
            label="When"
            allowDeselect={false}
            value={intake.timing === 'AFTER_BOOKING' ? 'AFTER' : intake.required ? 'REQUIRED' : 'BEFORE'}
            onChange={(when) => change({ timing: when === 'AFTER' ? 'AFTER_BOOKING' : 'BEFORE_BOOKING', required: when === 'REQUIRED' })}
            data={[
              { value: 'REQUIRED', label: 'Before booking, required' },
              { value: 'BEFORE', label: 'Before booking, or later by link' },
              { value: 'AFTER', label: 'After booking, by link' },
            ]}
          />
        </>
      )}
    </Part>
  )
}
