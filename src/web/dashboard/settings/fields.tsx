/** Custom fields of members: type, visibility, roles and order. */
import { ActionIcon, Button, Group, MultiSelect, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { socialTypes } from '#domains/members/rules/custom-fields.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf } from '#web/operations.ts'
import { toastError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { toFieldChange, toFieldForm, type Field } from './field-form.ts'

const kinds = [
  { value: 'TEXT', label: 'Text' },
  { value: 'NUMBER', label: 'Number' },
  { value: 'DATE', label: 'Date' },
  { value: 'URL', label: 'Web address' },
  { value: 'SOCIAL', label: 'Social network' },
]
const networks = socialTypes.map((value) => ({ value, label: value === 'OTHER' ? 'Other' : value.charAt(0) + value.slice(1).toLowerCase() }))
const kindOf = (field: Field) => kinds.find(({ value }) => value === field.fieldType)?.label ?? field.fieldType

export function MemberFields() {
  const found = useApiQuery('customFields.listCustomFields', { query: {} })
  const hidden = useApiQuery('customFields.listCustomFieldSuggestions', { query: {} })
  const order = useApiMutation('customFields.updateCustomFieldsOrder')
  const hide = useApiMutation('customFields.hideCustomField')
  const show = useApiMutation('customFields.showCustomField')
  const remove = useApiMutation('customFields.deleteCustomField')
  const openConfirm = useConfirm()
  const [edited, setEdited] = useState<Field | 'new'>()
  /** Moves a field up or down within its section. */
  const move = (fields: readonly Field[], from: number, to: number) => {
    const ids = fields.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    const section = fields[from]?.section
    void order
      .mutateAsync({
        body: { fieldIds: ids.filter((id) => fields.find((field) => field.id === id)?.section === section), section },
      } as InputOf<'customFields.updateCustomFieldsOrder'>)
      .catch(toastError)
  }
  return (
    <Section
      title="Custom fields"
      about="Extra questions for members. They answer them in their profile."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Add field
        </Button>
      }
    >
      <QueryView query={found}>
        {(data) => {
          const own = data.fields.filter(({ fieldOrigin }) => fieldOrigin === 'CUSTOM')
          if (own.length === 0) return <EmptyState title="No custom fields yet">Collect details such as an emergency contact or shirt size.</EmptyState>
          return (
            <List label="Custom fields">
              {own.map((field, index) => {
                const sameAbove = own[index - 1]?.section === field.section
                const sameBelow = own[index + 1]?.section === field.section
                return (
                  <Row
                    key={field.id}
                    title={field.name}
                    sub={`${kindOf(field)}${field.socialType ? `: ${networks.find(({ value }) => value === field.socialType)?.label ?? ''}` : ''}${field.appliesTo === 'SELECTED_MEMBERS' ? ', some members only' : ''}`}
                    facts={
                      <StateTag tone={field.defaultPrivacy === 'PUBLIC' ? 'good' : 'quiet'}>
                        {field.defaultPrivacy === 'PUBLIC' ? 'Public' : 'Private'}
                      </StateTag>
                    }
                    onOpen={() => setEdited(field)}
                    actions={
                      <Group gap={4} wrap="nowrap">
                        <ActionIcon
                          size={44}
                          variant="subtle"
                          color="gray"
                          aria-label={`Move ${field.name} up`}
                          disabled={!sameAbove || order.isPending}
                          onClick={() => move(own, index, index - 1)}
                        >
                          <IconArrowUp size={18} />
                        </ActionIcon>
                        <ActionIcon
                          size={44}
                          variant="subtle"
                          color="gray"
                          aria-label={`Move ${field.name} down`}
                          disabled={!sameBelow || order.isPending}
                          onClick={() => move(own, index, index + 1)}
                        >
                          <IconArrowDown size={18} />
                        </ActionIcon>
                        <Button
                          variant="subtle"
                          color="gray"
                          onClick={() =>
                            openConfirm({
                              title: `Hide ${field.name}?`,
                              description: 'It’s removed from profiles and forms. Answers are kept and return if you show it again.',
                              confirmLabel: 'Hide field',
                              successMessage: 'Field hidden.',
                              onConfirm: () =>
                                hide.mutateAsync({ params: { id: field.id }, body: { revision: field.revision } } as InputOf<'customFields.hideCustomField'>),
                            })
                          }
                        >
                          Hide
                        </Button>
                        <Button
                          variant="subtle"
                          c="var(--bad)"
                          onClick={() =>
                            openConfirm({
                              title: `Delete ${field.name}?`,
                              description: 'The field and all its answers are permanently deleted.',
                              confirmLabel: 'Delete field',
                              cancelLabel: 'Cancel',
                              danger: true,
                              successMessage: 'Field deleted.',
                              onConfirm: () =>
                                remove.mutateAsync({
                                  params: { id: field.id },
                                  query: { revision: field.revision },
                                } as InputOf<'customFields.deleteCustomField'>),
                            })
                          }
                        >
                          Delete
                        </Button>
                      </Group>
                    }
                  />
                )
              })}
            </List>
          )
        }}
      </QueryView>
      {(hidden.data?.suggestions ?? []).some(({ customFieldId }) => customFieldId) ? (
        <Group gap="sm" mt="md">
          <span>Hidden:</span>
          {hidden.data?.suggestions.map(({ customFieldId, name }) =>
            customFieldId ? (
              <Button
                key={customFieldId}
                variant="default"
                onClick={() =>
                  void show
                    .mutateAsync({ params: { id: customFieldId } } as InputOf<'customFields.showCustomField'>)
                    .then(() => toast(`${name} restored.`), toastError)
                }
              >
                {`Show ${name}`}
              </Button>
            ) : null,
          )}
        </Group>
      ) : null}
      {edited ? <FieldForm field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

function FieldForm({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
  const create = useApiMutation('customFields.createCustomField')
  const change = useApiMutation('customFields.updateCustomField')
  const [before] = useState(() => toFieldForm(field))
  const [draft, setDraft] = useState(before)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changed = field && toFieldChange(field, before, draft)
    const saved = await (field
      ? changed
        ? change.mutateAsync({ params: { 'field.id': field.id }, body: { field: changed } } as unknown as InputOf<'customFields.updateCustomField'>)
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
        } as InputOf<'customFields.createCustomField'>)
    ).catch(() => undefined)
    if (!saved) return
    toast('Saved.')
    onClose()
  }
  const failure = create.error ?? change.error
  return (
    <SidePanel
      open
      onClose={onClose}
      title={field ? field.name : 'New field'}
      footer={
        <Button type="submit" form="field" size="md" loading={create.isPending || change.isPending}>
          Save
        </Button>
      }
    >
      <form id="field" onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={failure} />
          <TextInput
            size="md"
            label="Name"
            required
            withAsterisk={false}
            maxLength={150}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Select
            size="md"
            label="Type"
            description={field ? 'The type can’t be changed.' : undefined}
            disabled={Boolean(field)}
            allowDeselect={false}
            data={kinds}
            value={draft.fieldType}
            onChange={(fieldType) => fieldType && setDraft({ ...draft, fieldType: fieldType as Field['fieldType'] })}
          />
          {draft.fieldType === 'SOCIAL' ? (
            <Select
              size="md"
              label="Network"
              allowDeselect={false}
              data={networks}
              value={draft.socialType}
              onChange={(socialType) => socialType && setDraft({ ...draft, socialType: socialType as NonNullable<Field['socialType']> })}
            />
          ) : null}
          <Switch
            size="md"
            label="Show on public profiles"
            description="Otherwise only the member and your team see it."
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
    { group: 'Roles', items: (roles.data?.roles ?? []).filter(({ id }) => id).map(({ id, title }) => ({ value: `ROLE:${id}`, label: title })) },
    { group: 'Badges', items: (badges.data?.badges ?? []).map(({ id, title }) => ({ value: `BADGE:${id}`, label: title })) },
  ].filter(({ items }) => items.length > 0)
  const save = async () => {
    const items = value.map((one) => {
      const [applicationType, entityId] = one.split(':')
      return { applicationType, entityId }
    })
    try {
      const revision = found.data?.application.revision
      if (items.length === 0) {
        if (revision)
          await remove.mutateAsync({
            params: { customFieldId: field.id },
            query: { revision },
          } as unknown as InputOf<'customFields.deleteCustomFieldApplication'>)
      } else if (revision)
        await change.mutateAsync({
          params: { customFieldId: field.id },
          body: { application: { customFieldId: field.id, applications: { items }, revision } },
        } as unknown as InputOf<'customFields.updateCustomFieldApplication'>)
      else
        await create.mutateAsync({
          body: { application: { customFieldId: field.id, applications: { items } } },
        } as unknown as InputOf<'customFields.createCustomFieldApplication'>)
      setChosen(undefined)
      toast('Saved.')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Section title="Visibility">
      <Stack>
        <MultiSelect
          size="md"
          label="Limit to members with"
          description={groups.length === 0 ? 'Create roles or badges first.' : 'Leave empty to show it to all members.'}
          disabled={groups.length === 0}
          searchable
          data={groups}
          value={value}
          onChange={setChosen}
        />
        <Button variant="light" size="md" disabled={chosen === undefined} style={{ alignSelf: 'flex-start' }} onClick={() => void save()}>
          Save visibility
        </Button>
      </Stack>
    </Section>
  )
}
