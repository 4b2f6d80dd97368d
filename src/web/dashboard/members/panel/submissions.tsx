/** What a client answered in booking and intake forms, newest first. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { FormAnswers } from '../../parts/form-answers.tsx'
import { formatInstant } from '../../parts/format.ts'
import { StateTag } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Allowed } from '../../permissions.tsx'

type Submission = ReplyOf<'forms.listSubmissions'>['submissions'][number]
const pageSize = 20

export function Submissions({ contactId }: { contactId: string | undefined }) {
  const [offset, setOffset] = useState(0)
  const found = useApiQuery('forms.listSubmissions', { query: { contactId, offset } }, { enabled: Boolean(contactId) })
  return (
    <Section title="Form answers">
      <QueryView query={found}>
        {({ submissions, hasMore }) => (
          <>
            {submissions.length === 0 && <Text c="dimmed">Answers to your booking and intake forms appear here.</Text>}
            {submissions.map((submission) => (
              <SubmissionView key={submission.id} submission={submission} />
            ))}
            {(hasMore || offset > 0) && (
              <Group gap="sm" mt="md">
                <Button variant="default" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
                  Newer
                </Button>
                <Button variant="default" disabled={!hasMore} onClick={() => setOffset(offset + pageSize)}>
                  Older
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
  const site = useSite()
  const openConfirm = useConfirm()
  const remove = useApiMutation('forms.deleteSubmission')
  const askToRemove = () =>
    openConfirm({
      title: `Delete the answers to ${formName}?`,
      danger: true,
      confirmLabel: 'Delete answers',
      cancelLabel: 'Cancel',
      successMessage: 'Answers deleted.',
      description: `They are deleted for good, with their files.${kind === 'INTAKE' ? ' The client is asked again with the next booking.' : ''}`,
      onConfirm: () => remove.mutateAsync({ params: { id } }),
    })
  return (
    <section aria-label={`${formName}, ${formatInstant(createdDate, site, 'date')}`}>
      <Group justify="space-between" mt="sm">
        <Text fw={600}>
          {formName}, {formatInstant(createdDate, site, 'date')}
        </Text>
        {valid === false && <StateTag tone="wait">Outdated</StateTag>}
      </Group>
      {answers.length === 0 ? <Text c="dimmed">No answers.</Text> : <FormAnswers answers={answers} />}
      <Allowed operation="forms.deleteSubmission">
        <Button variant="subtle" color="red" size="compact-sm" onClick={askToRemove}>
          Delete these answers
        </Button>
      </Allowed>
    </section>
  )
}
