/** One email in the words of the business: subject, text and button per language, with the email as it becomes beside them. */
import { Button, Group, Select, SegmentedControl, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type RefObject, useRef, useState } from 'react'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { useEdits } from '#web/kit/edits.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { describeError, keepPrevious } from '../api-helpers.ts'
import { useBusiness, useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { ErrorState } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { emailsSearch } from '../search-params.ts'
import css from './emails.module.css'
import { templateName, variableLabel } from '../parts/template-names.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    subject: 'Subject',
    textHint: 'An empty line starts a new paragraph. Lines and parts in [[ ]] are left out when all their variables are empty.',
    required: (variable: string) => `${variable} (required)`,
    button: 'Button',
    resetAsk: 'Return to the original text?',
    resetText: (language: string) => `Your ${language} wording of this email is deleted.`,
    useOriginal: 'Use original text',
    sendATest: 'Send a test',
    to: 'To',
    testSent: (to: string) => `Test sent to ${to}.`,
    sendTest: 'Send test',
    preview: 'Preview',
    previewWith: 'Preview with',
    samples: 'Sample values',
  },
  {
    de: {
      subject: 'Betreff',
      textHint: 'Eine leere Zeile beginnt einen neuen Absatz. Zeilen und Teile in [[ ]] entfallen, wenn alle Platzhalter darin leer sind.',
      required: (variable) => `${variable} (erforderlich)`,
      button: 'Schaltfläche',
      resetAsk: 'Zum ursprünglichen Text zurückkehren?',
      resetText: (language) => `Dein Text für diese E-Mail (${language}) wird gelöscht.`,
      useOriginal: 'Ursprünglichen Text verwenden',
      sendATest: 'Test senden',
      to: 'An',
      testSent: (to) => `Test an ${to} gesendet.`,
      sendTest: 'Test senden',
      preview: 'Vorschau',
      previewWith: 'Vorschau mit',
      samples: 'Beispielwerte',
    },
  },
)

type Template = ReplyOf<'emailTemplates.getEmailTemplate'>['template']
type Wording = Template['wording']

export function TemplatePanel({ template, onClose }: { template: string; onClose: () => void }) {
  const shared = useMessages(sharedMessages)
  const site = useSite()
  // In the address, so that leaving a language with unsaved changes asks first.
  const [url, setUrl] = useSearchState(emailsSearch)
  const language = url.in ?? matchLanguage(site.language) ?? 'en'
  const guard = useUnsavedGuard(onClose)
  const found = useApiQuery('emailTemplates.getEmailTemplate', { params: { template, language } })
  const described = found.data?.template
  return (
    <SidePanel open onClose={guard.close} size={1080} title={templateName(template)}>
      <SegmentedControl
        mb="md"
        aria-label={shared.language}
        value={language}
        onChange={(value) => setUrl({ in: value as Language })}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      />
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : described?.language === language ? (
        <TemplateForm key={language} described={described} guard={guard} />
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </SidePanel>
  )
}

function TemplateForm({ described, guard }: { described: Template; guard: ReturnType<typeof useUnsavedGuard> }) {
  const { values: draft, edits, edit, followSaved, isAllSent } = useEdits<Wording>(described.wording)
  const [exampleId, setExampleId] = useState(described.examples[0]?.id)
  const params = { template: described.template, language: described.language }
  const save = useApiMutation('emailTemplates.updateEmailTemplate')
  const change = (part: Partial<Wording>) => {
    edit(part)
    guard.markDirty()
  }
  const body = { ...draft, ...(exampleId && { exampleId }) }
  return (
    <div className={css.editor}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save.mutateAsync({ params, body: draft }).then(
            () => {
              if (isAllSent(edits)) guard.markSaved()
              toast(commonWords.saved)
              return followSaved(edits)
            },
            () => undefined,
          )
        }}
      >
        <AllowedFields operation="emailTemplates.updateEmailTemplate">
          <Stack gap="md">
            <SaveError error={save.error} />
            <WordingFields described={described} draft={draft} onChange={change} />
            <Allowed operation="emailTemplates.updateEmailTemplate">
              <Group>
                <Button type="submit" size="md" loading={save.isPending}>
                  {commonWords.save}
                </Button>
                {described.isOwn && (
                  <ResetButton
                    params={params}
                    onDone={() => {
                      guard.markSaved()
                      void followSaved(edits)
                    }}
                  />
                )}
              </Group>
            </Allowed>
          </Stack>
        </AllowedFields>
        <TestForm params={params} body={body} />
      </form>
      <Preview described={described} body={body} exampleId={exampleId} onExample={setExampleId} />
    </div>
  )
}

/** Puts a variable where the cursor stands in the field that was used last. */
function insertAt(field: HTMLInputElement | HTMLTextAreaElement | null, text: string, name: string): string {
  const [start, end] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
  return `${text.slice(0, start)}{{${name}}}${text.slice(end)}`
}

function WordingFields({ described, draft, onChange }: { described: Template; draft: Wording; onChange: (part: Partial<Wording>) => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const [last, setLast] = useState<'subject' | 'body'>('body')
  const insert = (name: string) => {
    const field: RefObject<HTMLInputElement | HTMLTextAreaElement | null> = last === 'subject' ? subject : text
    onChange({ [last]: insertAt(field.current, draft[last], name) })
    field.current?.focus()
  }
  return (
    <>
      <TextInput
        ref={subject}
        size="md"
        label={t.subject}
        required
        withAsterisk={false}
        maxLength={200}
        value={draft.subject}
        onFocus={() => setLast('subject')}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <Textarea
        ref={text}
        size="md"
        label={shared.text}
        description={t.textHint}
        required
        withAsterisk={false}
        autosize
        minRows={8}
        maxLength={10_000}
        value={draft.body}
        onFocus={() => setLast('body')}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <div role="group" aria-label={shared.insertVariable} className={css.chips}>
        {described.variables.map(({ name, isRequired }) => (
          <button key={name} type="button" className={css.chip} onClick={() => insert(name)} title={`{{${name}}}`}>
            {isRequired ? t.required(variableLabel(name)) : variableLabel(name)}
          </button>
        ))}
      </div>
      {described.hasButton && (
        <TextInput
          size="md"
          label={t.button}
          maxLength={60}
          placeholder={described.standard.button}
          value={draft.button}
          onChange={(event) => onChange({ button: event.currentTarget.value })}
        />
      )}
    </>
  )
}

interface Named {
  template: string
  language: Language
}

function ResetButton({ params, onDone }: { params: Named; onDone: () => void }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const reset = useApiMutation('emailTemplates.resetEmailTemplate')
  return (
    <Button
      variant="default"
      onClick={() =>
        openConfirm({
          title: t.resetAsk,
          description: t.resetText(languages[params.language]),
          confirmLabel: t.useOriginal,
          cancelLabel: commonWords.cancel,
          danger: true,
          successMessage: shared.restored,
          onConfirm: () => reset.mutateAsync({ params }).then(onDone),
        })
      }
    >
      {shared.reset}
    </Button>
  )
}

type PreviewInput = Wording & { exampleId?: string }

function TestForm({ params, body }: { params: Named; body: PreviewInput }) {
  const t = useMessages(messages)
  const { me } = useBusiness()
  const [to, setTo] = useState(me.email)
  const test = useApiMutation('emailTemplates.testEmailTemplate')
  return (
    <Allowed operation="emailTemplates.testEmailTemplate">
      <fieldset className={css.test}>
        <legend>{t.sendATest}</legend>
        <Group align="end">
          <TextInput size="md" type="email" label={t.to} value={to} onChange={(event) => setTo(event.currentTarget.value)} style={{ flex: 1 }} />
          <Button
            variant="default"
            size="md"
            disabled={!to.includes('@')}
            loading={test.isPending}
            onClick={() =>
              void test.mutateAsync({ params, body: { ...body, to } }).then(
                () => toast(t.testSent(to)),
                () => undefined,
              )
            }
          >
            {t.sendTest}
          </Button>
        </Group>
        {test.error && (
          <Text role="alert" c="var(--bad)" size="sm" mt="xs">
            {describeError(test.error)}
          </Text>
        )}
      </fieldset>
    </Allowed>
  )
}

function Preview({
  described,
  body,
  exampleId,
  onExample,
}: {
  described: Template
  body: PreviewInput
  exampleId: string | undefined
  onExample: (id: string | undefined) => void
}) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const [written] = useDebouncedValue(body, 300)
  const params = { template: described.template, language: described.language }
  const isWritten = written.subject.trim() !== '' && written.body.trim() !== ''
  const preview = useApiQuery('emailTemplates.previewEmailTemplate', { params, body: written }, { enabled: isWritten, ...keepPrevious })
  return (
    <section aria-label={t.preview} className={css.preview}>
      <Select
        size="md"
        label={t.previewWith}
        allowDeselect={false}
        value={exampleId ?? ''}
        onChange={(id) => onExample(id || undefined)}
        data={[
          ...described.examples.map(({ id, to, subject, createdDate }) => ({ value: id, label: `${subject} · ${to} · ${formatInstant(createdDate, site)}` })),
          { value: '', label: t.samples },
        ]}
        comboboxProps={{ zIndex: 400 }}
      />
      {preview.error ? (
        <Text role="alert" c="var(--bad)">
          {describeError(preview.error)}
        </Text>
      ) : preview.data ? (
        <>
          <Text fw={600}>{preview.data.subject}</Text>
          <iframe className={css.email} title={shared.asSeen} sandbox="" srcDoc={preview.data.html} />
        </>
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </section>
  )
}
