/** The forms that clients fill in: which services and policies use them; add, edit, copy, archive and delete. */
import { Button, Stack, Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconForms, IconPencil, IconTrash } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    bookingForm: 'Booking form, with every booking',
    intakeOnce: 'Intake form, once per client',
    intakeEvery: (months: number) => (months === 1 ? 'Intake form, every 1 month' : `Intake form, every ${months} months`),
    about: 'Booking forms ask with every booking, beside name, email and phone. Intake forms ask once, or again after some months.',
    only: 'Ask what you need to know',
    onlyAbout: 'Health questions, a consent, a signature: add a form and choose it in a service or a booking policy.',
    archivedForms: 'Archived forms',
    notUsed: 'Not used',
    usedBy: (names: string) => `Used by ${names}`,
    questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
    isDefault: 'Default',
    archiveForm: 'Archive form',
    archiveAbout: (names: string) => `${names} will keep asking it. It can’t be chosen for anything else.`,
    deleteForm: 'Delete form',
    servicesUseDefault: (names: string) => `${names} will use the default form.`,
    policiesAskNone: (names: string) => `${names} will no longer ask for an intake form.`,
    noAnswers: 'No client has answered it.',
    answersStay: (count: number) => (count === 1 ? '1 client answer stays with their bookings.' : `${count} client answers stay with their bookings.`),
  },
  {
    de: {
      bookingForm: 'Buchungsformular, bei jeder Buchung',
      intakeOnce: 'Fragebogen, einmal pro Person',
      intakeEvery: (months) => (months === 1 ? 'Fragebogen, jeden Monat' : `Fragebogen, alle ${months} Monate`),
      about: 'Buchungsformulare fragen bei jeder Buchung, zusätzlich zu Name, E-Mail und Telefon. Fragebögen fragen einmal oder nach einigen Monaten erneut.',
      only: 'Frag, was du wissen musst',
      onlyAbout: 'Fragen zur Gesundheit, eine Einwilligung, eine Unterschrift: Lege ein Formular an und wähle es bei einem Angebot oder in Buchungsregeln.',
      archivedForms: 'Archivierte Formulare',
      notUsed: 'Nicht verwendet',
      usedBy: (names) => `Verwendet von ${names}`,
      questions: (count) => (count === 1 ? '1 Frage' : `${count} Fragen`),
      isDefault: 'Standard',
      archiveForm: 'Formular archivieren',
      archiveAbout: (names) => `Weiter verwendet wird es von ${names}. Für anderes kann es nicht mehr gewählt werden.`,
      deleteForm: 'Formular löschen',
      servicesUseDefault: (names) => `Für ${names} gilt dann das Standardformular.`,
      policiesAskNone: (names) => `Kein Fragebogen mehr bei ${names}.`,
      noAnswers: 'Noch niemand hat es ausgefüllt.',
      answersStay: (count) => (count === 1 ? '1 Antwort bleibt bei ihrer Buchung.' : `${count} Antworten bleiben bei ihren Buchungen.`),
    },
  },
)
const text = currentMessages(messages)

export const describeValidity = ({ kind, validityMonths }: Pick<ClientForm, 'kind' | 'validityMonths'>): string =>
  kind === 'BOOKING' ? text.bookingForm : validityMonths === null ? text.intakeOnce : text.intakeEvery(validityMonths)
const listNames = (form: ClientForm) => form.uses.map(({ name }) => name).join(', ')

export function ClientForms() {
  const t = useMessages(messages)
  const w = useMessages(words)
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
            <Section title={w.forms} about={t.about}>
              <Stack gap="md">
                {renderList(current, w.forms)}
                {current.length === 1 && (
                  <EmptyState
                    icon={<IconForms size={26} />}
                    title={t.only}
                    action={
                      <Allowed operation="forms.createForm">
                        <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{w.newForm}</Button>
                      </Allowed>
                    }
                  >
                    {t.onlyAbout}
                  </EmptyState>
                )}
              </Stack>
            </Section>
            {archived.length > 0 && <Section title={w.archived}>{renderList(archived, t.archivedForms)}</Section>}
          </>
        )}
      </QueryView>
      <FormEditor key={url.edit ?? 'none'} form={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

function FormRow({ form, onEdit }: { form: ClientForm; onEdit: () => void }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const actions = useFormActions(form)
  const use = form.uses.length === 0 ? t.notUsed : t.usedBy(listNames(form))
  return (
    <Row
      title={form.name}
      sub={[describeValidity(form), t.questions(form.fields.length), use].join(' · ')}
      onOpen={onEdit}
      actions={
        <>
          {form.default && <StateTag tone="good">{t.isDefault}</StateTag>}
          <CardMenu
            of={form.name}
            actions={[
              { label: commonWords.edit, operation: 'forms.updateForm', icon: IconPencil, run: onEdit },
              { label: w.duplicate, operation: 'forms.cloneForm', icon: IconCopy, run: actions.duplicate },
              form.default
                ? undefined
                : form.archived
                  ? { label: w.restore, operation: 'forms.archiveForm', icon: IconArchiveOff, run: () => actions.archive(false) }
                  : { label: w.archive, operation: 'forms.archiveForm', icon: IconArchive, run: () => actions.archive(true) },
              form.default ? undefined : { label: commonWords.delete, operation: 'forms.deleteForm', icon: IconTrash, danger: true, run: actions.remove },
            ]}
          />
        </>
      }
    />
  )
}

function useFormActions(form: ClientForm) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const openConfirm = useConfirm()
  const clone = useApiMutation('forms.cloneForm')
  const archiveForm = useApiMutation('forms.archiveForm')
  const deleteForm = useApiMutation('forms.deleteForm')
  const params = { id: form.id }
  const services = form.uses.filter(({ kind }) => kind === 'SERVICE').map(({ name }) => name)
  const policies = form.uses.filter(({ kind }) => kind === 'POLICY').map(({ name }) => name)
  return {
    duplicate: () => void clone.mutateAsync({ params }).then(({ form: copy }) => toast(w.wasAdded(copy.name)), toastError),
    archive: (archived: boolean) => {
      const send = () => archiveForm.mutateAsync({ params, body: { archived } })
      if (!archived || form.uses.length === 0) return void send().then(() => toast(archived ? w.wasArchived(form.name) : w.wasRestored(form.name)), toastError)
      openConfirm({
        title: w.askArchive(form.name),
        confirmLabel: t.archiveForm,
        cancelLabel: commonWords.cancel,
        successMessage: w.wasArchived(form.name),
        description: t.archiveAbout(listNames(form)),
        onConfirm: send,
      })
    },
    remove: () =>
      openConfirm({
        title: w.askDelete(form.name),
        danger: true,
        confirmLabel: t.deleteForm,
        cancelLabel: commonWords.cancel,
        successMessage: w.wasDeleted(form.name),
        description: (
          <>
            {services.length > 0 && <Text>{t.servicesUseDefault(services.join(', '))}</Text>}
            {policies.length > 0 && <Text>{t.policiesAskNone(policies.join(', '))}</Text>}
            <Text>{form.submissions === 0 ? t.noAnswers : t.answersStay(form.submissions)}</Text>
          </>
        ),
        onConfirm: () => deleteForm.mutateAsync({ params }),
      }),
  }
}
