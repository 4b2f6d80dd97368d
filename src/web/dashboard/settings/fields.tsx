/** Custom fields of members: type, visibility, roles and order. */
import { Button, Group, MultiSelect, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { socialTypes } from '#domains/members/rules/social-codes.ts'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { MoveButtons, type MoveButtonsProps } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { toFieldChange, toFieldForm, type Field } from './field-form.ts'
import { common } from './common.messages.ts'
import { messages } from './fields.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)

const kinds = Object.entries(text.kinds).map(([value, label]) => ({ value, label }))
const networks = socialTypes.map((value) => ({ value, label: value === 'OTHER' ? text.otherNetwork : value.charAt(0) + value.slice(1).toLowerCase() }))
const labelKind = (field: Field) => kinds.find(({ value }) => value === field.fieldType)?.label ?? field.fieldType

export function MemberFields() {
  const t = useMessages(messages)
  const found = useApiQuery('customFields.listCustomFields', { query: {} })
  const [edited, setEdited] = useState<Field | 'new'>()
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={found}>
        {(data) => <FieldList fields={data.fields.filter(({ fieldOrigin }) => fieldOrigin === 'CUSTOM')} onEdit={setEdited} />}
      </QueryView>
      <HiddenFields />
      {edited ? <FieldForm field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

function FieldList({ fields, onEdit }: { fields: readonly Field[]; onEdit: (field: Field) => void }) {
  const t = useMessages(messages)
  const order = useApiMutation('customFields.updateCustomFieldsOrder')
  /** Moves a field up or down within its section. */
  const move = (from: number, to: number) => {
    const section = fields[from]?.section
    if (section === undefined) return
    const inSection = moveItem(fields, from, to).filter((field) => field.section === section)
    const fieldIds = inSection.map(({ id }) => id)
    void order.mutateAsync({ body: { fieldIds, section } }).catch(toastError)
  }
  if (fields.length === 0) return <EmptyState title={t.none}>{t.noneHint}</EmptyState>
  return (
    <List label={t.title}>
      {fields.map((field, index) => (
        <FieldRow
          key={field.id}
          field={field}
          onEdit={() => onEdit(field)}
          onUp={fields[index - 1]?.section === field.section && !order.isPending ? () => move(index, index - 1) : undefined}
          onDown={fields[index + 1]?.section === field.section && !order.isPending ? () => move(index, index + 1) : undefined}
        />
      ))}
    </List>
  )
}

function describeField(field: Field): string {
  const network = networks.find(({ value }) => value === field.socialType)?.label
  const described = field.socialType ? `${labelKind(field)}: ${network ?? ''}` : labelKind(field)
  return field.appliesTo === 'SELECTED_MEMBERS' ? text.someOnly(described) : described
}

function FieldRow({ field, onEdit, ...moves }: { field: Field; onEdit: () => void } & Pick<MoveButtonsProps, 'onUp' | 'onDown'>) {
  const t = useMessages(messages)
  const hide = useApiMutation('customFields.hideCustomField')
  const remove = useApiMutation('customFields.deleteCustomField')
  const openConfirm = useConfirm()
  const confirmHiding = () =>
    openConfirm({
      title: t.hideAsk(field.name),
      description: t.hideMeans,
      confirmLabel: t.hideField,
      successMessage: t.isHidden,
      onConfirm: () => hide.mutateAsync({ params: { id: field.id }, body: { revision: field.revision } }),
    })
  const confirmRemoval = () =>
    openConfirm({
      title: t.deleteAsk(field.name),
      description: t.deleteMeans,
      confirmLabel: t.deleteField,
      cancelLabel: commonWords.cancel,
      danger: true,
      successMessage: t.deleted,
      onConfirm: () => remove.mutateAsync({ params: { id: field.id }, query: { revision: field.revision } }),
    })
  return (
    <Row
      title={field.name}
      sub={describeField(field)}
      facts={<StateTag tone={field.defaultPrivacy === 'PUBLIC' ? 'good' : 'quiet'}>{field.defaultPrivacy === 'PUBLIC' ? t.public : t.private}</StateTag>}
      onOpen={onEdit}
      actions={
        <Group gap={4} wrap="nowrap">
          <MoveButtons operation="customFields.updateCustomFieldsOrder" name={field.name} {...moves} />
          <Allowed operation="customFields.hideCustomField">
            <Button variant="subtle" color="gray" onClick={confirmHiding}>
              {t.hide}
            </Button>
          </Allowed>
          <Allowed operation="customFields.deleteCustomField">
            <Button variant="subtle" c="var(--bad)" onClick={confirmRemoval}>
              {commonWords.delete}
            </Button>
          </Allowed>
        </Group>
      }
    />
  )
}

/** Fields that are hidden, each with the button that brings it back. */
function HiddenFields() {
  const t = useMessages(messages)
  const may = useMay()
  const hidden = useApiQuery('customFields.listCustomFieldSuggestions', { query: {} })
  const show = useApiMutation('customFields.showCustomField')
  const fields = (hidden.data?.suggestions ?? []).flatMap(({ customFieldId, name }) => (customFieldId ? [{ id: customFieldId, name }] : []))
  const restore = async (id: string) => {
    const { field } = await call('customFields.getCustomField', { params: { id } })
    await show.mutateAsync({ params: { id }, body: { revision: field.revision } })
  }
  if (fields.length === 0 || !may('customFields.showCustomField')) return null
  return (
    <Group gap="sm" mt="md">
      <span>{t.hidden}</span>
      {fields.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => void restore(id).then(() => toast(t.restored(name)), toastError)}>
          {t.show(name)}
        </Button>
      ))}
    </Group>
  )
}

function FieldForm({ field, onClose }: { field: Field | undefined; onClose: () => void }) {
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
