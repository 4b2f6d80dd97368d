import { Button, Select, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import { formatPrice } from '../../parts/format-times.ts'
import { toPolicyForm } from '../forms/policy-form.ts'
import { policySentences } from '../forms/policy-sentences.ts'
import css from '../services.module.css'
import { FormChoice } from './form-choice.tsx'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    online: 'Online booking',
    approval: 'Require approval',
    manyRequests: 'Allow multiple requests for the same time',
    manyRequestsAbout: 'The first request you approve gets the spot.',
    policy: 'Booking policy',
    policySummary: 'Policy summary',
    addPolicy: 'Add policy',
  },
  {
    de: {
      online: 'Onlinebuchung',
      approval: 'Buchungen einzeln bestätigen',
      manyRequests: 'Mehrere Anfragen für dieselbe Zeit erlauben',
      manyRequestsAbout: 'Die erste Anfrage, die du bestätigst, bekommt den Platz.',
      policy: 'Buchungsregeln',
      policySummary: 'Regeln in Kürze',
      addPolicy: 'Buchungsregeln hinzufügen',
    },
  },
)

/** Who may book it, whether you confirm, and the rules for booking, cancelling and moving. */
export function BookingPart({ form, set, problems, choices, onAddRules }: PartProps & { onAddRules: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const chosen = choices.policies.find((policy) => policy.id === form.policyId) ?? choices.policies.find((policy) => policy.default)
  return (
    <Part name="booking" title={w.booking}>
      <Switch size="md" label={t.online} checked={form.isOpen} onChange={(event) => set({ isOpen: event.currentTarget.checked })} />
      <Switch
        size="md"
        label={t.approval}
        id={fieldId('approval')}
        checked={form.needsApproval}
        error={problems.approval}
        onChange={(event) => set({ needsApproval: event.currentTarget.checked })}
      />
      {form.needsApproval && (
        <Switch
          size="md"
          label={t.manyRequests}
          description={t.manyRequestsAbout}
          checked={form.allowsManyRequests}
          onChange={(event) => set({ allowsManyRequests: event.currentTarget.checked })}
        />
      )}
      <FormChoice form={form} set={set} />
      <Select
        size="md"
        label={t.policy}
        id={fieldId('policy')}
        allowDeselect={false}
        value={chosen?.id ?? null}
        onChange={(policyId) => set({ policyId })}
        data={choices.policies.flatMap((policy) =>
          policy.id ? [{ value: policy.id, label: policy.default ? w.isDefault(policy.name ?? '') : (policy.name ?? '') }] : [],
        )}
      />
      <Problem field="policy" problems={problems} />
      {chosen && (
        <ul className={css.sentences} aria-label={t.policySummary}>
          {policySentences(toPolicyForm(chosen), (value) => formatPrice({ value, currency: site.currency }, site)).map(({ about, text }) => (
            <li key={about}>{text}</li>
          ))}
        </ul>
      )}
      <div>
        <Allowed operation="services.createBookingPolicy">
          <Button type="button" variant="subtle" size="sm" className={css.inline} leftSection={<IconPlus size={16} aria-hidden />} onClick={onAddRules}>
            {t.addPolicy}
          </Button>
        </Allowed>
      </div>
    </Part>
  )
}
