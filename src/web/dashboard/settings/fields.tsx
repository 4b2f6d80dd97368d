/** Custom fields of members: type, visibility, roles and order. */
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { MoveButtons, type MoveButtonsProps } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import type { Field } from './field-form.ts'
import { FieldPanel, kinds, networks } from './field-panel.tsx'
import { messages } from './fields.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)

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
      {edited ? <FieldPanel field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
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
