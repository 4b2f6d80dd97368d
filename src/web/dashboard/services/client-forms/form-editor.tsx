/** The editor of a form: its questions in order, each with its condition, and the form itself beside them. */
import { Button, Menu, NumberInput, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { mostFields } from '#domains/forms/rules/definition.ts'
import { fieldTypes, type FormField } from '#domains/forms/rules/form.ts'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { SaveError } from '../../parts/save-error.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useUnsavedGuard } from '../../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../../permissions.tsx'
import forms from './client-forms.module.css'
import { FieldEditor } from './field-editor.tsx'
import {
  type ClientForm,
  dropLooseConditions,
  emptyForm,
  findProblems,
  type FormDraft,
  moveField,
  newField,
  toBody,
  toDraft,
  typeLabels,
} from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    saveForm: 'Save form',
    createForm: 'Create form',
    language: 'Language of the texts',
    questions: 'Questions',
    alwaysAsked: 'Name, email and phone are always asked first.',
    nameOfIntake: 'Clients read it above the questions.',
    nameOfBooking: 'Only your team reads it.',
    kind: 'Asked',
    everyBooking: 'With every booking (chosen in a service)',
    oncePerClient: 'Once per client (chosen in a booking policy)',
    askAgain: 'Ask again after (months)',
    askAgainAbout: 'Leave it empty to ask each client once.',
    addQuestion: 'Add question',
    saved: 'Form saved. It applies to new answers.',
  },
  {
    de: {
      saveForm: 'Formular speichern',
      createForm: 'Formular erstellen',
      language: 'Sprache der Texte',
      questions: 'Fragen',
      alwaysAsked: 'Name, E-Mail und Telefon werden immer zuerst gefragt.',
      nameOfIntake: 'Kunden lesen ihn über den Fragen.',
      nameOfBooking: 'Ihn liest nur dein Team.',
      kind: 'Wird gefragt',
      everyBooking: 'Bei jeder Buchung (im Angebot gewählt)',
      oncePerClient: 'Einmal pro Person (in den Buchungsregeln gewählt)',
      askAgain: 'Erneut fragen nach (Monate)',
      askAgainAbout: 'Leer lassen, um jede Person nur einmal zu fragen.',
      addQuestion: 'Frage hinzufügen',
      saved: 'Formular gespeichert. Es gilt für neue Antworten.',
    },
  },
)

interface FormEditorProps {
  form: ClientForm | 'new' | undefined
  onClose: () => void
}
export function FormEditor({ form, onClose }: FormEditorProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const editor = useFormEditor({ form, onClose })
  const { draft, set, problems, language } = editor
  return (
    <SidePanel
      open={form !== undefined}
      onClose={editor.unsaved.close}
      size={1040}
      title={editor.saved ? w.editName(editor.saved.name) : w.newForm}
      footer={
        <Allowed operation="forms.updateForm">
          <Button type="submit" form="client-form" size="md" loading={editor.isSaving}>
            {editor.saved ? t.saveForm : t.createForm}
          </Button>
        </Allowed>
      }
    >
      <div className={forms.columns}>
        <form id="client-form" noValidate onSubmit={(event) => void editor.save(event)}>
          <AllowedFields operation="forms.updateForm">
            <SaveError error={editor.error} others={Object.values(problems)} onReload={editor.startOver} onOverwrite={() => void editor.save()} />
            <Stack gap="lg">
              <Basics editor={editor} />
              <SegmentedControl
                aria-label={t.language}
                value={language}
                onChange={(to) => editor.setLanguage(to as Language)}
                data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
              />
              <section aria-label={t.questions}>
                <Title order={3} size="h4">
                  {t.questions}
                </Title>
                {draft.kind === 'BOOKING' && (
                  <Text size="sm" c="dimmed">
                    {t.alwaysAsked}
                  </Text>
                )}
                <Stack gap="md" mt="md">
                  {draft.fields.map((field, at) => (
                    <FieldEditor
                      key={field.target}
                      fields={draft.fields}
                      at={at}
                      language={language}
                      problems={problems}
                      onChange={(to) => set({ fields: dropLooseConditions(draft.fields.map((one) => (one === field ? to : one))) })}
                      onRemove={() => set({ fields: dropLooseConditions(draft.fields.filter((one) => one !== field)) })}
                      onMove={(to) => set({ fields: moveField(draft.fields, at, to) })}
                    />
                  ))}
                  <AddField isFull={draft.fields.length >= mostFields} onAdd={(field) => set({ fields: [...draft.fields, field] })} />
                </Stack>
              </section>
            </Stack>
          </AllowedFields>
        </form>
        <FormPreview draft={draft} language={language} />
      </div>
    </SidePanel>
  )
}

type Editor = ReturnType<typeof useFormEditor>

function Basics({ editor: { draft, set, problems, saved } }: { editor: Editor }) {
  const t = useMessages(messages)
  return (
    <>
      <TextInput
        size="md"
        label={commonWords.name}
        description={draft.kind === 'INTAKE' ? t.nameOfIntake : t.nameOfBooking}
        required
        maxLength={200}
        value={draft.name}
        error={problems.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {!saved && (
        <Select
          size="md"
          label={t.kind}
          allowDeselect={false}
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as FormDraft['kind'] })}
          data={[
            { value: 'BOOKING', label: t.everyBooking },
            { value: 'INTAKE', label: t.oncePerClient },
          ]}
        />
      )}
      {draft.kind === 'INTAKE' && (
        <NumberInput
          size="md"
          label={t.askAgain}
          description={t.askAgainAbout}
          min={1}
          max={120}
          allowDecimal={false}
          value={draft.validityMonths ?? ''}
          onChange={(value) => set({ validityMonths: value === '' ? null : Math.min(120, Math.max(1, Math.round(Number(value)))) })}
        />
      )}
    </>
  )
}

function AddField({ isFull, onAdd }: { isFull: boolean; onAdd: (field: FormField) => void }) {
  const t = useMessages(messages)
  return (
    <Allowed operation="forms.updateForm">
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Button type="button" variant="light" disabled={isFull} leftSection={<IconPlus size={17} aria-hidden />}>
            {t.addQuestion}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={forms.types}>
            {fieldTypes.map((type) => (
              <Menu.Item key={type} onClick={() => onAdd(newField(type))}>
                {typeLabels[type]}
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
    </Allowed>
  )
}

/** The draft of a form, and how it is saved. */
function useFormEditor({ form, onClose }: FormEditorProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const saved = form === 'new' ? undefined : form
  const create = useApiMutation('forms.createForm')
  const update = useApiMutation('forms.updateForm')
  const [edited, setEdited] = useState<FormDraft>()
  // The revision that the draft began with: a refetch must not hide that someone else saved.
  const [revision, setRevision] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  const [language, setLanguage] = useState<Language>(matchLanguage(site.language) ?? 'en')
  const unsaved = useUnsavedGuard(onClose)
  const draft = edited ?? (saved ? toDraft(saved) : emptyForm)
  const found = findProblems(draft)
  const set = (change: Partial<FormDraft>) => {
    unsaved.markDirty()
    setRevision((old) => old ?? saved?.revision)
    setEdited({ ...draft, ...change })
  }
  const startOver = () => {
    setEdited(undefined)
    setRevision(undefined)
    update.reset()
  }
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (Object.keys(found).length > 0) return
    try {
      // Without an event the owner chose to overwrite what someone else saved.
      const base = event ? (revision ?? saved?.revision) : saved?.revision
      if (saved) await update.mutateAsync({ params: { id: saved.id }, body: { revision: base ?? '', ...toBody(draft) } })
      else await create.mutateAsync({ body: { kind: draft.kind, ...toBody(draft) } })
      unsaved.markSaved()
      toast(saved ? t.saved : w.wasCreated(draft.name.trim()))
      onClose()
    } catch {
      /* shown above the form */
    }
  }
  const error = create.error ?? update.error
  const isSaving = create.isPending || update.isPending
  return { saved, draft, set, problems: isChecked ? found : {}, language, setLanguage, unsaved, save, startOver, error, isSaving }
}
