/** What clients may add to a service: groups of add-ons, each with a question and a limit. */
import { Button, Group, MultiSelect, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { toAmount } from '../../parts/amounts.ts'
import { AddInPlace } from '../../parts/add-in-place.tsx'
import { formatPrice } from '../../parts/format-times.ts'
import { Allowed } from '../../permissions.tsx'
import { allAddOnsQuery } from '../all-services.ts'
import type { AddOnGroupForm } from '../forms/service-form.ts'
import css from '../services.module.css'
import { EntryButtons } from './entry-buttons.tsx'
import { fieldId, Part, Problem, type PartProps } from './part.tsx'
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    about: 'Extras that clients choose when they book, such as a towel or ten minutes more.',
    addGroup: 'Add group',
    extras: 'Extras',
    groupNumber: (n: number) => `group ${n}`,
    groupOf: (n: number) => `Add-on group ${n}`,
    newGroup: 'New group',
    groupName: 'Group name',
    question: 'Question',
    questionExample: 'Would you like something with it?',
    upTo: (most: number) => `Up to ${most}, in the order in which you select them.`,
    select: 'Select add-ons',
    addOnName: 'Add-on name',
    atMost: 'At most',
    atMostAbout: 'How many a client may choose. Empty: all of them.',
    withPlan: 'When a plan pays for the booking, add-ons are paid',
    withPlanAbout: 'Without online payments they are paid in person.',
    online: 'Online when booking',
    inPerson: 'In person',
  },
  {
    de: {
      about: 'Extras, die Kunden beim Buchen wählen, etwa ein Handtuch oder zehn Minuten mehr.',
      addGroup: 'Gruppe hinzufügen',
      extras: 'Extras',
      groupNumber: (n) => `Gruppe ${n}`,
      groupOf: (n) => `Gruppe ${n} der Extras`,
      newGroup: 'Neue Gruppe',
      groupName: 'Name der Gruppe',
      question: 'Frage',
      questionExample: 'Möchtest du noch etwas dazu?',
      upTo: (most) => `Bis zu ${most}, in der Reihenfolge, in der du sie auswählst.`,
      select: 'Extras auswählen',
      addOnName: 'Name des Extras',
      atMost: 'Höchstens',
      atMostAbout: 'So viele dürfen gewählt werden. Leer: alle.',
      withPlan: 'Zahlt ein Tarif die Buchung, werden Extras bezahlt',
      withPlanAbout: 'Ohne Online-Zahlungen werden sie vor Ort bezahlt.',
      online: 'Online bei der Buchung',
      inPerson: 'Vor Ort',
    },
  },
)

const MAX_GROUPS = 3
const MAX_ADD_ONS = 7
const ALL = 'addOns.queryAddOnsByPost'

export function AddOnsPart({ form, set, problems }: PartProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const change = (at: number, part: Partial<AddOnGroupForm>) =>
    set((now) => ({ addOnGroups: now.addOnGroups.map((group, index) => (index === at ? { ...group, ...part } : group)) }))
  return (
    <Part name="addOns" title={w.addOns} about={t.about}>
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
              set((now) => ({ addOnGroups: [...now.addOnGroups, { name: now.addOnGroups.length === 0 ? t.extras : '', prompt: '', max: null, addOnIds: [] }] }))
            }
          >
            {t.addGroup}
          </Button>
        </div>
      )}
      {form.addOnGroups.length > 0 && form.payByPlan && (
        <Radio.Group label={t.withPlan} description={t.withPlanAbout} value={form.addOnOption || 'IN_PERSON'} onChange={(addOnOption) => set({ addOnOption })}>
          <Stack gap="sm" mt="xs">
            <Radio size="md" value="ONLINE" label={t.online} />
            <Radio size="md" value="IN_PERSON" label={t.inPerson} />
          </Stack>
        </Radio.Group>
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
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const known = useApiQuery(ALL, allAddOnsQuery).data?.addOns ?? []
  const create = useApiMutation('addOns.createAddOn')
  const name = group.name || t.groupNumber(at + 1)
  const addNew = async (addOnName: string, price: string) => {
    const { addOn } = await create.mutateAsync({ body: { addOn: { name: addOnName, price: { value: toAmount(price || '0') ?? price }, maxQuantity: 1 } } })
    set((now) => ({ addOnGroups: now.addOnGroups.map((one, index) => (index === at ? { ...one, addOnIds: [...one.addOnIds, addOn.id] } : one)) }))
  }
  return (
    <Stack gap="md" className={css.addOnGroup ?? ''} role="group" aria-label={t.groupOf(at + 1)}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{group.name || t.newGroup}</Text>
        <EntryButtons name={name} entries={form.addOnGroups} at={at} onChange={(change) => set((now) => ({ addOnGroups: change(now.addOnGroups) }))} />
      </Group>
      <TextInput size="md" label={t.groupName} required maxLength={100} value={group.name} onChange={(event) => change({ name: event.currentTarget.value })} />
      <TextInput
        size="md"
        label={t.question}
        placeholder={t.questionExample}
        maxLength={200}
        value={group.prompt}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      <MultiSelect
        size="md"
        label={w.addOns}
        required
        maxValues={MAX_ADD_ONS}
        description={t.upTo(MAX_ADD_ONS)}
        placeholder={group.addOnIds.length > 0 ? undefined : known.length === 0 ? w.noAddOns : t.select}
        value={group.addOnIds}
        onChange={(addOnIds) => change({ addOnIds })}
        data={known.map((one) => ({ value: one.id, label: `${one.name} · ${formatPrice({ value: one.price.value, currency: site.currency }, site)}` }))}
      />
      <Allowed operation="addOns.createAddOn">
        <AddInPlace label={w.createAddOn} name={t.addOnName} more={w.priceIn(site.currency)} maxLength={100} add={addNew} />
      </Allowed>
      <NumberInput
        size="md"
        label={t.atMost}
        description={t.atMostAbout}
        min={1}
        max={MAX_ADD_ONS}
        allowDecimal={false}
        value={group.max ?? ''}
        onChange={(value) => change({ max: value === '' ? null : Math.max(1, Math.round(Number(value) || 1)) })}
      />
    </Stack>
  )
}
