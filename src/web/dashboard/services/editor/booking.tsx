import { Button, Select, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../../permissions.tsx'
import { useSite } from '../../business.tsx'
import { formatPrice } from '../../parts/format.ts'
import { toPolicyForm } from '../forms/policy-form.ts'
import { policySentences } from '../forms/policy-sentences.ts'
import css from '../services.module.css'
import { FormChoice } from './form-choice.tsx'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'

/** Who may book it, whether you confirm, and the rules for booking, cancelling and moving. */
export function BookingPart({ form, set, problems, choices, onAddRules }: PartProps & { onAddRules: () => void }) {
  const site = useSite()
  const chosen = choices.policies.find((policy) => policy.id === form.policyId) ?? choices.policies.find((policy) => policy.default)
  return (
    <Part name="booking" title="Booking">
      <Switch size="md" label="Online booking" checked={form.isOpen} onChange={(event) => set({ isOpen: event.currentTarget.checked })} />
      <Switch
        size="md"
        label="Require approval"
        id={fieldId('approval')}
        checked={form.needsApproval}
        error={problems.approval}
        onChange={(event) => set({ needsApproval: event.currentTarget.checked })}
      />
      {form.needsApproval && (
        <Switch
          size="md"
          label="Allow multiple requests for the same time"
          description="The first request you approve gets the spot."
          checked={form.allowsManyRequests}
          onChange={(event) => set({ allowsManyRequests: event.currentTarget.checked })}
        />
      )}
      <FormChoice form={form} set={set} />
      <Select
        size="md"
        label="Booking policy"
        id={fieldId('policy')}
        allowDeselect={false}
        value={chosen?.id ?? null}
        onChange={(policyId) => set({ policyId })}
        data={choices.policies.flatMap((policy) => (policy.id ? [{ value: policy.id, label: `${policy.name}${policy.default ? ' (default)' : ''}` }] : []))}
      />
      <Problem field="policy" problems={problems} />
      {chosen && (
        <ul className={css.sentences} aria-label="Policy summary">
          {policySentences(toPolicyForm(chosen), (value) => formatPrice({ value, currency: site.currency }, site)).map(({ about, text }) => (
            <li key={about}>{text}</li>
          ))}
        </ul>
      )}
      <div>
        <Allowed operation="services.createBookingPolicy">
          <Button type="button" variant="subtle" size="sm" className={css.inline} leftSection={<IconPlus size={16} aria-hidden />} onClick={onAddRules}>
            Add policy
          </Button>
        </Allowed>
      </div>
    </Part>
  )
}
