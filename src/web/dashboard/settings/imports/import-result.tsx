/** The last steps: progress that can be left, then what came and what did not. */
import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { queryClient, useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { operationUrl } from '#web/operation-url.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { Reasons } from './preview-report.tsx'
import { formatCount, describeCounts, type Import, kindWords } from './words.ts'

type Found = ReplyOf<'imports.getImport'>
interface Props {
  one: Import
  problems: Found['problems']
  skippedRows: Found['skippedRows']
  /** The foot of the panel, for the buttons. */
  footer: HTMLElement | null
  onChanged: () => void
  onNext: () => void
}

export function ImportResult({ one, problems, skippedRows, footer, onChanged, onNext }: Props) {
  const isRunning = one.status === 'RUNNING'
  useEffect(() => {
    // Other screens show what came.
    if (!isRunning) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[1]).startsWith('imports.') })
  }, [isRunning, one.id])
  return (
    <Stack gap="lg">
      {isRunning ? <Running one={one} /> : <Result one={one} />}
      {!isRunning && one.created + one.updated < one.rows ? (
        <Button
          component="a"
          href={operationUrl('imports.downloadImportReport', { params: { id: one.id } })}
          download
          size="md"
          variant="light"
          leftSection={<IconDownload size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          Download what didn’t come
        </Button>
      ) : null}
      <Reasons title="These rows didn’t come" total={one.failed} rows={problems} />
      <Reasons title="These rows were skipped" total={one.skipped} rows={skippedRows} />
      {footer && createPortal(isRunning ? <CancelImport one={one} onCanceled={onChanged} /> : <ImportAnother onClick={onNext} />, footer)}
    </Stack>
  )
}

const ImportAnother = ({ onClick }: { onClick: () => void }) => (
  <Button size="md" variant="default" onClick={onClick}>
    Import another file
  </Button>
)

function Running({ one }: { one: Import }) {
  const settled = one.created + one.updated + one.skipped + one.failed
  return (
    <div role="status">
      <Text fw={600}>{`Importing ${kindWords[one.kind].many}: ${settled} of ${one.rows}`}</Text>
      <Progress value={(settled / one.rows) * 100} aria-label={`Importing ${kindWords[one.kind].many}`} size="md" radius="xl" my="sm" />
      <Text size="sm" c="dimmed">
        You can leave this page. We’ll keep working, and the result will be here.
      </Text>
    </div>
  )
}

function Result({ one }: { one: Import }) {
  const title = one.status === 'CANCELED' ? `Cancelled after ${formatCount(one.created, one.kind)}` : `${formatCount(one.created, one.kind)} imported`
  return (
    <Note tone={one.failed > 0 || one.status === 'CANCELED' ? 'warn' : 'good'} role="status">
      <p className="strong">{title}</p>
      <p>{`Of ${one.rows} rows: ${describeCounts(one)}.`}</p>
    </Note>
  )
}

function CancelImport({ one, onCanceled }: { one: Import; onCanceled: () => void }) {
  const openConfirm = useConfirm()
  const cancel = useApiMutation('imports.cancelImport')
  return (
    <Button
      variant="subtle"
      c="var(--bad)"
      size="md"
      onClick={() =>
        openConfirm({
          title: 'Cancel this import?',
          description: 'What was imported so far stays. The other rows will be in the report.',
          confirmLabel: 'Cancel import',
          cancelLabel: 'Go on importing',
          successMessage: 'Import cancelled.',
          onConfirm: () => cancel.mutateAsync({ params: { id: one.id } }).then(onCanceled),
        })
      }
    >
      Cancel import
    </Button>
  )
}
