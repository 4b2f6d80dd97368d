/** Makes or changes a custom field of members, and says whom it is for. */
import { Button, MultiSelect, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { socialTypes } from '#domains/members/rules/social-codes.ts'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { ErrorState } from '../parts/query-view.tsx'
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
      {field ? <FieldAudience fieldId={field.id} /> : null}
    </SidePanel>
  )
}

/** A field for all members, or only for those with a role or a badge. */
function FieldAudience({ fieldId }: { fieldId: string }) {
  const t = useMessages(messages)
  const audience = useAudience(fieldId)
  const roles = useApiQuery('memberRoles.listMemberRoleDefinitions')
  const badges = useApiQuery('badges.listBadges', { query: {} })
  const groups = [
    { group: t.roles, items: (roles.data?.roles ?? []).filter(({ id }) => id).map(({ id, title }) => ({ value: `ROLE:${id}`, label: title })) },
    { group: common.badges, items: (badges.data?.badges ?? []).map(({ id, title }) => ({ value: `BADGE:${id}`, label: title })) },
  ].filter(({ items }) => items.length > 0)
  if (audience.error)
    return (
      <Section title={t.visibility}>
        <ErrorState error={audience.error} retry={audience.retry} />
      </Section>
    )
  return (
    <Section title={t.visibility}>
      <Stack>
        <MultiSelect
          size="md"
          label={t.limit}
          description={groups.length === 0 ? t.noGroups : t.forAll}
          disabled={groups.length === 0 || audience.isUnknown}
          searchable
          data={groups}
          value={audience.value}
          onChange={audience.choose}
        />
        <Button
          variant="light"
          size="md"
          disabled={!audience.isChanged}
          loading={audience.isSaving}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => void audience.save()}
        >
          {t.saveVisibility}
        </Button>
      </Stack>
    </Section>
  )
}

/** Whom a field is for: groups as `ROLE:id` and `BADGE:id`, none for all members; as the list of fields has it now, not as it was when the panel opened. */
function useAudience(fieldId: string) {
  const fields = useApiQuery('customFields.listCustomFields', { query: {} })
  const isLimited = fields.data?.fields.some(({ id, appliesTo }) => id === fieldId && appliesTo === 'SELECTED_MEMBERS') ?? false
  const [chosen, setChosen] = useState<string[]>()
  // The save has begun to read everything again.
  const { send, isSaving, isRemoving } = useAudienceSave(fieldId, async () => void (await fields.refetch({ cancelRefetch: false })))
  // A limit that is taken away is not there to be read again.
  const found = useApiQuery('customFields.getCustomFieldApplication', { params: { customFieldId: fieldId } }, { enabled: isLimited && !isRemoving })
  const application = isLimited ? found.data?.application : undefined
  // Until it is known what the field is limited to, a choice would take the place of it.
  const isUnknown = isLimited && !application
  const now = application?.applications.items.map(({ applicationType, entityId }) => `${applicationType}:${entityId}`) ?? []
  const value = chosen ?? now
  const save = () => send(value, application?.revision).then(() => toast(commonWords.saved), toastError)
  return {
    value,
    choose: setChosen,
    save,
    isSaving,
    isUnknown,
    isChanged: !isUnknown && value.toSorted().join() !== now.toSorted().join(),
    error: isLimited && found.isError ? found.error : undefined,
    retry: () => void found.refetch(),
  }
}

const toApplicationItem = (value: string) =>
  value.startsWith('ROLE:')
    ? { applicationType: 'ROLE' as const, entityId: value.slice('ROLE:'.length) }
    : { applicationType: 'BADGE' as const, entityId: value.slice('BADGE:'.length) }

/** Sends whom a field is for. `revision` is that of its present limit, if it has one. A save lasts until `readAgain` has ended. */
function useAudienceSave(customFieldId: string, readAgain: () => Promise<void>) {
  const create = useApiMutation('customFields.createCustomFieldApplication', { onSettled: readAgain })
  const change = useApiMutation('customFields.updateCustomFieldApplication', { onSettled: readAgain })
  const remove = useApiMutation('customFields.deleteCustomFieldApplication', { onSettled: readAgain })
  const send = (groups: readonly string[], revision: string | undefined): Promise<unknown> => {
    const applications = { items: groups.map(toApplicationItem) }
    if (!revision) return create.mutateAsync({ body: { application: { customFieldId, applications } } })
    if (groups.length === 0) return remove.mutateAsync({ params: { customFieldId } })
    return change.mutateAsync({ params: { customFieldId }, body: { application: { applications, revision } } })
  }
  return { send, isSaving: create.isPending || change.isPending || remove.isPending, isRemoving: remove.isPending }
}
