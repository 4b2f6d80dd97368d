/** The last steps: progress that can be left, then what came and what did not. */
import { Button, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { queryClient, useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { operationUrl } from '#web/operation-url.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { Reasons } from './preview-report.tsx'
import { formatCount, describeCounts, type Import, kindWords } from './words.ts'

const messages = defineDashboardMessages(
  {
    report: 'Download what didn’t come',
    failedRows: 'These rows didn’t come',
    skippedRows: 'These rows were skipped',
    another: 'Import another file',
    runningCount: (kind: string, settled: number, rows: number) => `Importing ${kind}: ${settled} of ${rows}`,
    running: (kind: string) => `Importing ${kind}`,
    leave: 'You can leave this page. We’ll keep working, and the result will be here.',
    cancelled: (count: string) => `Cancelled after ${count}`,
    done: (count: string) => `${count} imported`,
    ofRows: (rows: number, counts: string) => `Of ${rows} rows: ${counts}.`,
    cancelAsk: 'Cancel this import?',
    cancelMeans: 'What was imported so far stays. The other rows will be in the report.',
    cancel: 'Cancel import',
    goOn: 'Go on importing',
    isCancelled: 'Import cancelled.',
  },
  {
    de: {
      report: 'Herunterladen, was nicht importiert wurde',
      failedRows: 'Diese Zeilen wurden nicht importiert',
      skippedRows: 'Diese Zeilen wurden übersprungen',
      another: 'Weitere Datei importieren',
      runningCount: (kind, settled, rows) => `${kind} werden importiert: ${settled} von ${rows}`,
      running: (kind) => `${kind} werden importiert`,
      leave: 'Du kannst diese Seite verlassen. Der Import läuft weiter, und du findest das Ergebnis hier.',
      cancelled: (count) => `Abgebrochen, bisher importiert: ${count}`,
      done: (count) => `${count} importiert`,
      ofRows: (rows, counts) => `Von ${rows} Zeilen: ${counts}.`,
      cancelAsk: 'Diesen Import abbrechen?',
      cancelMeans: 'Was schon importiert ist, bleibt. Die übrigen Zeilen stehen im Bericht.',
      cancel: 'Import abbrechen',
      goOn: 'Weiter importieren',
      isCancelled: 'Import abgebrochen.',
    },
  },
)

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
  const t = useMessages(messages)
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
          {t.report}
        </Button>
      ) : null}
      <Reasons title={t.failedRows} total={one.failed} rows={problems} />
      <Reasons title={t.skippedRows} total={one.skipped} rows={skippedRows} />
      {footer && createPortal(isRunning ? <CancelImport one={one} onCanceled={onChanged} /> : <ImportAnother onClick={onNext} />, footer)}
    </Stack>
  )
}

const ImportAnother = ({ onClick }: { onClick: () => void }) => {
  const t = useMessages(messages)
  return (
    <Button size="md" variant="default" onClick={onClick}>
      {t.another}
    </Button>
  )
}

function Running({ one }: { one: Import }) {
  const t = useMessages(messages)
  const settled = one.created + one.updated + one.skipped + one.failed
  return (
    <div role="status">
      <Text fw={600}>{t.runningCount(kindWords[one.kind].many, settled, one.rows)}</Text>
      <Progress value={(settled / one.rows) * 100} aria-label={t.running(kindWords[one.kind].many)} size="md" radius="xl" my="sm" />
      <Text size="sm" c="dimmed">
        {t.leave}
      </Text>
    </div>
  )
}

function Result({ one }: { one: Import }) {
  const t = useMessages(messages)
  const title = one.status === 'CANCELED' ? t.cancelled(formatCount(one.created, one.kind)) : t.done(formatCount(one.created, one.kind))
  return (
    <Note tone={one.failed > 0 || one.status === 'CANCELED' ? 'warn' : 'good'} role="status">
      <p className="strong">{title}</p>
      <p>{t.ofRows(one.rows, describeCounts(one))}</p>
    </Note>
  )
}

function CancelImport({ one, onCanceled }: { one: Import; onCanceled: () => void }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const cancel = useApiMutation('imports.cancelImport')
  return (
    <Button
      variant="subtle"
      c="var(--bad)"
      size="md"
      onClick={() =>
        openConfirm({
          title: t.cancelAsk,
          description: t.cancelMeans,
          confirmLabel: t.cancel,
          cancelLabel: t.goOn,
          successMessage: t.isCancelled,
          onConfirm: () => cancel.mutateAsync({ params: { id: one.id } }).then(onCanceled),
        })
      }
    >
      {t.cancel}
    </Button>
  )
}
