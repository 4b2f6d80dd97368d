/** The editor of a booking policy, with the sentences that clients read beside the fields. */
import { Button, Text, TextInput, Title } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { formatPrice } from '../parts/format-times.ts'
import { policySentences } from './forms/policy-sentences.ts'
import { PolicyExample } from './policy-example.tsx'
import { IntakeFields } from './intake-fields.tsx'
import css from './services.module.css'
import { type PolicyDraft, type PolicyEditorProps, usePolicyEditor } from './use-policy-editor.ts'
import { BookingWindow, Fee, GroupAndWaitlist, Part, type PartProps, PolicyText, SelfService, StaffOrder } from './policy-fields.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    summary: 'Summary for customers',
    usedBy: (names: string) => `Used by ${names}. Existing bookings keep the policy they were made under.`,
    policy: 'policy',
    newPolicy: 'New booking policy',
    savePolicy: 'Save policy',
    createPolicy: 'Create policy',
  },
  {
    de: {
      summary: 'Zusammenfassung für Kunden',
      usedBy: (names) => `Gilt für ${names}. Bestehende Buchungen behalten die Regeln, mit denen sie gebucht wurden.`,
      policy: 'Buchungsregeln',
      newPolicy: 'Neue Buchungsregeln',
      savePolicy: 'Regeln speichern',
      createPolicy: 'Regeln erstellen',
    },
  },
)

/** The sentences that customers read. */
function PolicyPreview({ editor, services }: { editor: PolicyDraft; services: readonly string[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  return (
    <section className={css.preview} aria-label={t.summary}>
      <Title order={3} size="h5">
        {t.summary}
      </Title>
      <ul className={css.sentences}>
        {policySentences(editor.form, (value) => formatPrice({ value, currency: site.currency }, site)).map(({ about, text }) => (
          <li key={about}>{text}</li>
        ))}
      </ul>
      {editor.key && <PolicyExample form={editor.form} used={services} />}
      {editor.saved && (
        <Text size="sm" c="dimmed" mt="sm">
          {services.length === 0 ? w.notUsed : t.usedBy(services.join(', '))}
        </Text>
      )}
    </section>
  )
}

/** `services` are the names of those that follow the rules already. */
export function PolicyEditor({ services = [], ...editorProps }: PolicyEditorProps & { services?: readonly string[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const editor = usePolicyEditor(editorProps)
  const props: PartProps = { form: editor.form, set: editor.set, problems: editor.problems }
  return (
    <SidePanel
      open={editorProps.policy !== undefined}
      onClose={editor.unsaved.close}
      size={680}
      title={editor.saved ? w.editName(editor.saved.name ?? t.policy) : t.newPolicy}
      footer={
        <Allowed operation="services.updateBookingPolicy">
          <Button type="submit" form="policy" size="md" loading={editor.create.isPending || editor.update.isPending}>
            {editor.saved ? t.savePolicy : t.createPolicy}
          </Button>
        </Allowed>
      }
    >
      <form id="policy" noValidate onSubmit={(event) => void editor.save(event)}>
        <AllowedFields operation="services.updateBookingPolicy">
          <SaveError
            error={editor.create.error ?? editor.update.error}
            others={Object.values(editor.problems)}
            onReload={editor.startOver}
            onOverwrite={() => void editor.save()}
          />
          <PolicyPreview editor={editor} services={services} />
          <Part title={commonWords.name}>
            <TextInput
              size="md"
              label={commonWords.name}
              required
              maxLength={400}
              value={editor.form.name}
              error={editor.problems.name}
              onChange={(event) => editor.set({ name: event.currentTarget.value })}
            />
          </Part>
          <BookingWindow {...props} />
          <SelfService {...props} />
          <GroupAndWaitlist editor={editor} />
          <StaffOrder {...props} />
          <Fee {...props} currency={site.currency} />
          <IntakeFields {...props} />
          <PolicyText editor={editor} />
        </AllowedFields>
      </form>
    </SidePanel>
  )
}
