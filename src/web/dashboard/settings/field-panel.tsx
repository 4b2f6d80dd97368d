/** Makes or changes a custom field of members, and says whom it is for. */
import { Button, MultiSelect, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { socialTypes } from '#domains/members/rules/social-codes.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { SaveError } from '../parts/save-error.tsx'
import { Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { toFieldChange, toFieldForm, type Field } from './field-form.ts'
import { common } from './common.messages.ts'
import { messages } from './fields.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)

export const kinds = Object.entries(text.kinds).map(([value, label]) => ({ value, label }))
export const networks = socialTypes.map((value) => ({ value, label: value === 'OTHER' ? text.otherNetwork : value.charAt(0) + value.slice(1).toLowerCase() }))

export function FieldPanel({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const create = useApiMutation('customFields.createCustomField')
  const change = useApiMutation('customFields.updateCustomField')
  const [before] = useState(() => toFieldForm(field))
  const [draft, setDraft] = useState(before)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changed = field && toFieldChange(field, before, draft)
    const saved = await (field
      ? changed
        ? change.mutateAsync({ params: { id: field.id }, body: { field: changed } })
        : Promise.resolve(true)
      : create.mutateAsync({
          body: {
            field: {
              name: draft.name.trim(),
              fieldType: draft.fieldType,
              defaultPrivacy: draft.open ? 'PUBLIC' : 'PRIVATE',
              ...(draft.fieldType === 'SOCIAL' ? { socialType: draft.socialType } : {}),
            },
          },
        })
    ).catch(() => undefined)
    if (!saved) return
    toast(commonWords.saved)
    onClose()
  }
  const failure = create.error ?? change.error
  return (
    <SidePanel
      open
      onClose={onClose}
      title={field ? field.name : t.newField}
      footer={
        <Button type="submit" form="field" size="md" loading={create.isPending || change.isPending}>
          {commonWords.save}
        </Button>
      }
    >
      <form id="field" onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={failure} />
          <TextInput
            size="md"
            label={commonWords.name}
            required
            withAsterisk={false}
            maxLength={150}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Select
            size="md"
            label={t.type}
            description={field ? t.typeFixed : undefined}
            disabled={Boolean(field)}
            allowDeselect={false}
            data={kinds}
            value={draft.fieldType}
            onChange={(fieldType) => fieldType && setDraft({ ...draft, fieldType: fieldType as Field['fieldType'] })}
          />
          {draft.fieldType === 'SOCIAL' ? (
            <Select
              size="md"
              label={t.network}
              allowDeselect={false}
              data={networks}
              value={draft.socialType}
              onChange={(socialType) => socialType && setDraft({ ...draft, socialType: socialType as NonNullable<Field['socialType']> })}
            />
          ) : null}
          <Switch
            size="md"
            label={t.isOpen}
            description={t.isOpenHint}
            checked={draft.open}
            onChange={(event) => setDraft({ ...draft, open: event.currentTarget.checked })}
          />
        </Stack>
      </form>
      {field ? <FieldAudience field={field} /> : null}
    </SidePanel>
  )
}

/** A field for all members, or only for those with a role or a badge. */
function FieldAudience({ field }: { field: Field }) {
  const t = useMessages(messages)
  const found = useApiQuery(
    'customFields.getCustomFieldApplication',
    { params: { customFieldId: field.id } },
    { enabled: field.appliesTo === 'SELECTED_MEMBERS' },
  )
  const roles = useApiQuery('memberRoles.listMemberRoleDefinitions')
  const badges = useApiQuery('badges.listBadges', { query: {} })
  const create = useApiMutation('customFields.createCustomFieldApplication')
  const change = useApiMutation('customFields.updateCustomFieldApplication')
  const remove = useApiMutation('customFields.deleteCustomFieldApplication')
  const [chosen, setChosen] = useState<string[]>()
  const now = found.data?.application.applications.items.map(({ applicationType, entityId }) => `${applicationType}:${entityId}`) ?? []
  const value = chosen ?? now
  const groups = [
    { group: t.roles, items: (roles.data?.roles ?? []).filter(({ id }) => id).map(({ id, title }) => ({ value: `ROLE:${id}`, label: title })) },
    { group: common.badges, items: (badges.data?.badges ?? []).map(({ id, title }) => ({ value: `BADGE:${id}`, label: title })) },
  ].filter(({ items }) => items.length > 0)
  const save = async () => {
    const items = value.map((one) =>
      one.startsWith('ROLE:')
        ? { applicationType: 'ROLE' as const, entityId: one.slice('ROLE:'.length) }
        : { applicationType: 'BADGE' as const, entityId: one.slice('BADGE:'.length) },
    )
    try {
      const revision = found.data?.application.revision
      if (items.length === 0) {
        if (revision) await remove.mutateAsync({ params: { customFieldId: field.id } })
      } else if (revision)
        await change.mutateAsync({
          params: { customFieldId: field.id },
          body: { application: { applications: { items }, revision } },
        })
      else
        await create.mutateAsync({
          body: { application: { customFieldId: field.id, applications: { items } } },
        })
      setChosen(undefined)
      toast(commonWords.saved)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Section title={t.visibility}>
      <Stack>
        <MultiSelect
          size="md"
          label={t.limit}
          description={groups.length === 0 ? t.noGroups : t.forAll}
          disabled={groups.length === 0}
          searchable
          data={groups}
          value={value}
          onChange={setChosen}
        />
        <Button variant="light" size="md" disabled={chosen === undefined} style={{ alignSelf: 'flex-start' }} onClick={() => void save()}>
          {t.saveVisibility}
        </Button>
      </Stack>
    </Section>
  )
}
