/** The forms that clients fill in: which services and policies use them; add, edit, copy, archive and delete. */
import { Button, Stack, Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconForms, IconPencil, IconTrash } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../../api-helpers.ts'
import { CardMenu } from '../../parts/card-menu.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { Row, StateTag } from '../../parts/list.tsx'
import { List, Section } from '../../parts/page.tsx'
import { EmptyState, QueryView } from '../../parts/query-view.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { Allowed } from '../../permissions.tsx'
import { servicesSearch } from '../../search-params.ts'
import type { ClientForm } from './form-draft.ts'
import { FormEditor } from './form-editor.tsx'

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`
export const describeValidity = ({ kind, validityMonths }: Pick<ClientForm, 'kind' | 'validityMonths'>): string =>
  kind === 'BOOKING'
    ? 'Booking form, with every booking'
    : validityMonths === null
      ? 'Intake form, once per client'
      : `Intake form, every ${count(validityMonths, 'month', 'months')}`
const listNames = (form: ClientForm) => form.uses.map(({ name }) => name).join(', ')

export function ClientForms() {
  const [url, setUrl] = useSearchState(servicesSearch)
  const found = useApiQuery('forms.listForms')
  const all = found.data?.forms ?? []
  const editing = url.edit === 'new' ? ('new' as const) : all.find(({ id }) => id === url.edit)
  const current = all.filter(({ archived }) => !archived)
  const archived = all.filter((form) => form.archived)
  const renderList = (forms: readonly ClientForm[], label: string) => (
    <List label={label}>
      {forms.map((form) => (
        <FormRow key={form.id} form={form} onEdit={() => setUrl({ edit: form.id }, { push: true })} />
      ))}
    </List>
  )
  return (
    <>
      <QueryView query={found}>
        {() => (
          <>
            <Section
              title="Forms"
              about="Booking forms ask with every booking, beside name, email and phone. Intake forms ask once, or again after some months."
            >
              <Stack gap="md">
                {renderList(current, 'Forms')}
                {current.length === 1 && (
                  <EmptyState
                    icon={<IconForms size={26} />}
                    title="Ask what you need to know"
                    action={
                      <Allowed operation="forms.createForm">
                        <Button onClick={() => setUrl({ edit: 'new' })}>New form</Button>
                      </Allowed>
                    }
                  >
                    Health questions, a consent, a signature: add a form and choose it in a service or a booking policy.
                  </EmptyState>
                )}
              </Stack>
            </Section>
            {archived.length > 0 && <Section title="Archived">{renderList(archived, 'Archived forms')}</Section>}
          </>
        )}
      </QueryView>
      <FormEditor key={url.edit ?? 'none'} form={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

function FormRow({ form, onEdit }: { form: ClientForm; onEdit: () => void }) {
  const actions = useFormActions(form)
  const use = form.uses.length === 0 ? 'Not used' : `Used by ${listNames(form)}`
  return (
    <Row
      title={form.name}
      sub={[describeValidity(form), count(form.fields.length, 'question', 'questions'), use].join(' · ')}
      onOpen={onEdit}
      actions={
        <>
          {form.default && <StateTag tone="good">Default</StateTag>}
          <CardMenu
            of={form.name}
            actions={[
              { label: 'Edit', operation: 'forms.updateForm', icon: IconPencil, run: onEdit },
              { label: 'Duplicate', operation: 'forms.cloneForm', icon: IconCopy, run: actions.duplicate },
              form.default
                ? undefined
                : form.archived
                  ? { label: 'Restore', operation: 'forms.archiveForm', icon: IconArchiveOff, run: () => actions.archive(false) }
                  : { label: 'Archive', operation: 'forms.archiveForm', icon: IconArchive, run: () => actions.archive(true) },
              form.default ? undefined : { label: 'Delete', operation: 'forms.deleteForm', icon: IconTrash, danger: true, run: actions.remove },
            ]}
          />
        </>
      }
    />
  )
}

function useFormActions(form: ClientForm) {
  const openConfirm = useConfirm()
  const clone = useApiMutation('forms.cloneForm')
  const archiveForm = useApiMutation('forms.archiveForm')
  const deleteForm = useApiMutation('forms.deleteForm')
  const params = { id: form.id }
  const services = form.uses.filter(({ kind }) => kind === 'SERVICE').map(({ name }) => name)
  const policies = form.uses.filter(({ kind }) => kind === 'POLICY').map(({ name }) => name)
  return {
    duplicate: () => void clone.mutateAsync({ params }).then(({ form: copy }) => toast(`${copy.name} added.`), toastError),
    archive: (archived: boolean) => {
      const send = () => archiveForm.mutateAsync({ params, body: { archived } })
      if (!archived || form.uses.length === 0) return void send().then(() => toast(archived ? `${form.name} archived.` : `${form.name} restored.`), toastError)
      openConfirm({
        title: `Archive ${form.name}?`,
        confirmLabel: 'Archive form',
        cancelLabel: 'Cancel',
        successMessage: `${form.name} archived.`,
        description: `${listNames(form)} will keep asking it. It can’t be chosen for anything else.`,
        onConfirm: send,
      })
    },
    remove: () =>
      openConfirm({
        title: `Delete ${form.name}?`,
        danger: true,
        confirmLabel: 'Delete form',
        cancelLabel: 'Cancel',
        successMessage: `${form.name} deleted.`,
        description: (
          <>
            {services.length > 0 && <Text>{services.join(', ')} will use the default form.</Text>}
            {policies.length > 0 && <Text>{policies.join(', ')} will no longer ask for an intake form.</Text>}
            <Text>
              {form.submissions === 0
                ? 'No client has answered it.'
                : `${count(form.submissions, 'client answer stays', 'client answers stay')} with their bookings.`}
            </Text>
          </>
        ),
        onConfirm: () => deleteForm.mutateAsync({ params }),
      }),
  }
}
