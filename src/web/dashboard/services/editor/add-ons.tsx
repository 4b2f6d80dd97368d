/** What clients may add to a service: groups of add-ons, each with a question and a limit. */
import { Button, Group, MultiSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useSite } from '../../business.tsx'
import { toAmount } from '../../parts/amounts.ts'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import { formatPrice } from '../../parts/format.ts'
import { Allowed } from '../../permissions.tsx'
import { allAddOnsQuery } from '../all-services.ts'
import type { AddOnGroupForm } from '../forms/service-form.ts'
import css from '../services.module.css'
import { EntryButtons } from './entry-buttons.tsx'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'

const MAX_GROUPS = 3
const MAX_ADD_ONS = 7
const ALL = 'addOns.queryAddOnsByPost'

export function AddOnsPart({ form, set, problems }: PartProps) {
  const change = (at: number, part: Partial<AddOnGroupForm>) =>
    set((now) => ({ addOnGroups: now.addOnGroups.map((group, index) => (index === at ? { ...group, ...part } : group)) }))
  return (
    <Part name="addOns" title="Add-ons" about="Extras that clients choose when they book, such as a towel or ten minutes more.">
      {form.addOnGroups.map((group, at) => (
        // A new group has no id; its place tells it from the others.
        <GroupFields key={group.id ?? at} group={group} at={at} form={form} set={set} change={(part) => change(at, part)} />
      ))}
      <div id={fieldId('addOns')} tabIndex={-1}>
        <Problem field="addOns" problems={problems} />
      </div>
      {form.addOnGroups.length < MAX_GROUPS && (
        <div>
          <Button
            type="button"
            variant="subtle"
            size="sm"
            className={css.inline}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() =>
              set((now) => ({ addOnGroups: [...now.addOnGroups, { name: now.addOnGroups.length === 0 ? 'Extras' : '', prompt: '', max: null, addOnIds: [] }] }))
            }
          >
            Add group
          </Button>
        </div>
      )}
    </Part>
  )
}

interface GroupFieldsProps extends Pick<PartProps, 'form' | 'set'> {
  group: AddOnGroupForm
  at: number
  change: (part: Partial<AddOnGroupForm>) => void
}
function GroupFields({ group, at, form, set, change }: GroupFieldsProps) {
  const site = useSite()
  const known = useApiQuery(ALL, allAddOnsQuery).data?.addOns ?? []
  const create = useApiMutation('addOns.createAddOn')
  const name = group.name || `group ${at + 1}`
  const addNew = async (addOnName: string, price: string) => {
    const { addOn } = await create.mutateAsync({ body: { addOn: { name: addOnName, price: { value: toAmount(price || '0') ?? price }, maxQuantity: 1 } } })
    set((now) => ({ addOnGroups: now.addOnGroups.map((one, index) => (index === at ? { ...one, addOnIds: [...one.addOnIds, addOn.id] } : one)) }))
  }
  return (
    <Stack gap="md" className={css.addOnGroup ?? ''} role="group" aria-label={`Add-on group ${at + 1}`}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{group.name || 'New group'}</Text>
        <EntryButtons name={name} entries={form.addOnGroups} at={at} onChange={(change) => set((now) => ({ addOnGroups: change(now.addOnGroups) }))} />
      </Group>
      <TextInput size="md" label="Group name" required maxLength={100} value={group.name} onChange={(event) => change({ name: event.currentTarget.value })} />
      <TextInput
        size="md"
        label="Question"
        placeholder="Would you like something with it?"
        maxLength={200}
        value={group.prompt}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      <MultiSelect
        size="md"
        label="Add-ons"
        required
        maxValues={MAX_ADD_ONS}
        description={`Up to ${MAX_ADD_ONS}, in the order in which you select them.`}
        placeholder={group.addOnIds.length > 0 ? undefined : known.length === 0 ? 'No add-ons yet' : 'Select add-ons'}
        value={group.addOnIds}
        onChange={(addOnIds) => change({ addOnIds })}
        data={known.map((one) => ({ value: one.id, label: `${one.name} · ${formatPrice({ value: one.price.value, currency: site.currency }, site)}` }))}
      />
      <Allowed operation="addOns.createAddOn">
        <AddInPlace label="Create add-on" name="Add-on name" more={`Price in ${site.currency}`} maxLength={100} add={addNew} />
      </Allowed>
      <NumberInput
        size="md"
        label="At most"
        description="How many a client may choose. Empty: all of them."
        min={1}
        max={MAX_ADD_ONS}
        allowDecimal={false}
        value={group.max ?? ''}
        onChange={(value) => change({ max: value === '' ? null : Math.max(1, Math.round(Number(value) || 1)) })}
      />
    </Stack>
  )
}
