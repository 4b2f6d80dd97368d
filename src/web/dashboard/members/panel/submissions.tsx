/** What a client answered in booking and intake forms, newest first. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { FormAnswers } from '../../parts/form-answers.tsx'
import { formatInstant } from '../../parts/format-times.ts'
import { StateTag } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Form answers',
    none: 'Answers to your booking and intake forms appear here.',
    newer: 'Newer',
    older: 'Older',
    deleteAsk: (form: string) => `Delete the answers to ${form}?`,
    deleteAnswers: 'Delete answers',
    deleted: 'Answers deleted.',
    forGood: 'They are deleted for good, with their files.',
    askedAgain: 'They are deleted for good, with their files. The client is asked again with the next booking.',
    outdated: 'Outdated',
    noAnswers: 'No answers.',
    deleteThese: 'Delete these answers',
  },
  {
    de: {
      title: 'Formularantworten',
      none: 'Antworten auf deine Buchungs- und Aufnahmeformulare erscheinen hier.',
      newer: 'Neuere',
      older: 'Ältere',
      deleteAsk: (form) => `Antworten zu „${form}“ löschen?`,
      deleteAnswers: 'Antworten löschen',
      deleted: 'Antworten gelöscht.',
      forGood: 'Sie werden samt ihren Dateien endgültig gelöscht.',
      askedAgain: 'Sie werden samt ihren Dateien endgültig gelöscht. Bei der nächsten Buchung wird wieder danach gefragt.',
      outdated: 'Veraltet',
      noAnswers: 'Keine Antworten.',
      deleteThese: 'Diese Antworten löschen',
    },
  },
)

type Submission = ReplyOf<'forms.listSubmissions'>['submissions'][number]
const pageSize = 20

export function Submissions({ contactId }: { contactId: string | undefined }) {
  const t = useMessages(messages)
  const [offset, setOffset] = useState(0)
  const found = useApiQuery('forms.listSubmissions', { query: { contactId, offset } }, { enabled: Boolean(contactId) })
  return (
    <Section title={t.title}>
      <QueryView query={found}>
        {({ submissions, hasMore }) => (
          <>
            {submissions.length === 0 && <Text c="dimmed">{t.none}</Text>}
            {submissions.map((submission) => (
              <SubmissionView key={submission.id} submission={submission} />
            ))}
            {(hasMore || offset > 0) && (
              <Group gap="sm" mt="md">
                <Button variant="default" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
                  {t.newer}
                </Button>
                <Button variant="default" disabled={!hasMore} onClick={() => setOffset(offset + pageSize)}>
                  {t.older}
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

function SubmissionView({ submission: { id, formName, createdDate, kind, valid, answers } }: { submission: Submission }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const remove = useApiMutation('forms.deleteSubmission')
  const askToRemove = () =>
    openConfirm({
      title: t.deleteAsk(formName),
      danger: true,
      confirmLabel: t.deleteAnswers,
      cancelLabel: commonWords.cancel,
      successMessage: t.deleted,
      description: kind === 'INTAKE' ? t.askedAgain : t.forGood,
      onConfirm: () => remove.mutateAsync({ params: { id } }),
    })
  return (
    <section aria-label={`${formName}, ${formatInstant(createdDate, site, 'date')}`}>
      <Group justify="space-between" mt="sm">
        <Text fw={600}>
          {formName}, {formatInstant(createdDate, site, 'date')}
        </Text>
        {valid === false && <StateTag tone="wait">{t.outdated}</StateTag>}
      </Group>
      {answers.length === 0 ? <Text c="dimmed">{t.noAnswers}</Text> : <FormAnswers answers={answers} />}
      <Allowed operation="forms.deleteSubmission">
        <Button variant="subtle" color="red" size="compact-sm" onClick={askToRemove}>
          {t.deleteThese}
        </Button>
      </Allowed>
    </section>
  )
}
