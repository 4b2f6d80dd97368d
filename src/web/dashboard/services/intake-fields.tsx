/** The intake form of a booking policy: which, and when it is asked. */
import { Select, Switch, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useMay } from '../permissions.tsx'
import { describeValidity } from './client-forms/client-forms.tsx'
import { Part, type PartProps } from './policy-fields.tsx'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Intake form',
    ask: 'Ask for an intake form',
    form: 'Form',
    loading: 'Loading …',
    choose: 'Choose a form',
    none: 'There is no intake form yet. Add one under Services → Forms.',
    when: 'When',
    required: 'Before booking, required',
    before: 'Before booking, or later by link',
    after: 'After booking, by link',
  },
  {
    de: {
      title: 'Fragebogen',
      ask: 'Fragebogen ausfüllen lassen',
      form: 'Formular',
      loading: 'Wird geladen …',
      choose: 'Formular wählen',
      none: 'Es gibt noch keinen Fragebogen. Lege einen unter Angebote → Formulare an.',
      when: 'Wann',
      required: 'Vor dem Buchen, Pflicht',
      before: 'Vor dem Buchen oder später per Link',
      after: 'Nach dem Buchen, per Link',
    },
  },
)

export function IntakeFields({ form: { intake }, set, problems }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const mayRead = useMay()('forms.listForms')
  const found = useApiQuery('forms.listForms', undefined, { enabled: mayRead })
  const forms = (found.data?.forms ?? []).filter(({ kind, archived, id }) => kind === 'INTAKE' && (!archived || id === intake.formId))
  const chosen = forms.find(({ id }) => id === intake.formId)
  const change = (to: Partial<typeof intake>) => set({ intake: { ...intake, ...to } })
  return (
    <Part title={t.title}>
      <Switch size="md" label={t.ask} checked={intake.on} onChange={(event) => change({ on: event.currentTarget.checked })} />
      {intake.on && (
        <>
          <Select
            size="md"
            label={t.form}
            required
            allowDeselect={false}
            placeholder={found.isPending ? t.loading : t.choose}
            value={intake.formId}
            error={problems.intake}
            description={chosen && describeValidity(chosen)}
            onChange={(formId) => change({ formId })}
            data={forms.map(({ id, name, archived }) => ({ value: id, label: archived ? w.isArchived(name) : name }))}
          />
          {found.isSuccess && forms.length === 0 && (
            <Text size="sm" c="dimmed">
              {t.none}
            </Text>
          )}
          <Select
            size="md"
            label={t.when}
            allowDeselect={false}
            value={intake.timing === 'AFTER_BOOKING' ? 'AFTER' : intake.required ? 'REQUIRED' : 'BEFORE'}
            onChange={(when) => change({ timing: when === 'AFTER' ? 'AFTER_BOOKING' : 'BEFORE_BOOKING', required: when === 'REQUIRED' })}
            data={[
              { value: 'REQUIRED', label: t.required },
              { value: 'BEFORE', label: t.before },
              { value: 'AFTER', label: t.after },
            ]}
          />
        </>
      )}
    </Part>
  )
}
