/** Work on many members: how far it has come, and for whom it failed. It goes on without the screen, and is found again here. */
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { queryClient, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Note } from '#web/kit/states.tsx'
import { describeError } from '../api-helpers.ts'
import type { ReplyOf } from '#web/operations.ts'

const messages = defineDashboardMessages(
  {
    doing: { APPROVE: 'Approving members', BLOCK: 'Blocking members', DELETE: 'Deleting members', IMPORT: 'Importing members' },
    done: {
      APPROVE: (done: number, all: number) => `${done} of ${all} approved`,
      BLOCK: (done: number, all: number) => `${done} of ${all} blocked`,
      DELETE: (done: number, all: number) => `${done} of ${all} deleted`,
      IMPORT: (done: number, all: number) => `${done} of ${all} imported`,
    },
    progress: (doing: string, settled: number, all: number) => `${doing}: ${settled} of ${all}`,
    dismiss: 'Dismiss',
    leave: 'You can leave this page. We’ll keep working and show the result here.',
    row: (line: number) => `Row ${line}`,
    someone: 'A member',
    failed: (count: number) => (count === 1 ? '1 failed.' : `${count} failed.`),
    hide: 'Hide details',
    show: 'Show details',
  },
  {
    de: {
      doing: {
        APPROVE: 'Mitglieder werden freigegeben',
        BLOCK: 'Mitglieder werden gesperrt',
        DELETE: 'Mitglieder werden gelöscht',
        IMPORT: 'Mitglieder werden importiert',
      },
      done: {
        APPROVE: (done, all) => `${done} von ${all} freigegeben`,
        BLOCK: (done, all) => `${done} von ${all} gesperrt`,
        DELETE: (done, all) => `${done} von ${all} gelöscht`,
        IMPORT: (done, all) => `${done} von ${all} importiert`,
      },
      progress: (doing, settled, all) => `${doing}: ${settled} von ${all}`,
      dismiss: 'Schließen',
      leave: 'Du kannst diese Seite verlassen. Es läuft weiter, und das Ergebnis steht dann hier.',
      row: (line) => `Zeile ${line}`,
      someone: 'Ein Mitglied',
      failed: (count) => `${count} fehlgeschlagen.`,
      hide: 'Details ausblenden',
      show: 'Details anzeigen',
    },
  },
)

type Job = ReplyOf<'memberJobs.listMemberJobs'>['jobs'][number]
const isOver = ({ status }: Job): boolean => status === 'FINISHED' || status === 'FAILED'

/** `id` is the job that was begun here; without it, one that still runs is shown. */
export function Jobs({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const [watched, setWatched] = useState<string>()
  const [isPolling, setPolling] = useState(true)
  const found = useApiQuery('memberJobs.listMemberJobs', undefined, { refetchInterval: isPolling ? 1000 : false, staleTime: 0 })
  const jobs = found.data?.jobs
  const running = jobs?.find((job) => !isOver(job))
  const shown = jobs?.find((job) => job.id === (id ?? watched ?? running?.id))
  const over = shown === undefined ? jobs !== undefined && !id : isOver(shown)
  useEffect(() => {
    if (running) setWatched(running.id)
  }, [running])
  useEffect(() => setPolling(true), [id])
  useEffect(() => {
    if (!over || !isPolling) return
    setPolling(false)
    // The list shows whom it changed.
    if (shown)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'members.queryMembers' || queryKey[1] === 'members.memberCounts' })
  }, [over, isPolling, shown])
  if (!shown) return null
  const { kind, itemsToProcess, itemsSucceeded, itemsFailed } = shown
  const doing = t.doing[kind]
  const settled = itemsSucceeded + itemsFailed
  const hide = () => {
    setWatched(undefined)
    onClose()
  }
  return (
    <div style={{ marginBottom: 16 }}>
      <Note tone={over && itemsFailed > 0 ? 'warn' : over ? 'good' : 'accent'} role="status">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <p className="strong">{over ? t.done[kind](itemsSucceeded, itemsToProcess) : t.progress(doing, settled, itemsToProcess)}</p>
          {over ? <CloseButton aria-label={t.dismiss} size={44} my={-10} onClick={hide} /> : null}
        </Group>
        {over ? null : (
          <>
            <Progress value={itemsToProcess === 0 ? 100 : (settled / itemsToProcess) * 100} aria-label={doing} size="md" radius="xl" />
            <Text size="sm" c="dimmed" mt={8}>
              {t.leave}
            </Text>
          </>
        )}
        {itemsFailed > 0 ? <Failures key={String(over)} job={shown} /> : null}
      </Note>
    </div>
  )
}

function Failures({ job }: { job: Job }) {
  const t = useMessages(messages)
  const [open, setOpen] = useState(false)
  const items = useApiQuery('memberJobs.listAsyncJobItems', { params: { jobId: job.id }, query: { paging: { limit: 50 } } }, { enabled: open })
  const ids = (items.data?.items ?? []).flatMap(({ itemMetadata: { id } }) => (id ? [id] : []))
  const people = useApiQuery(
    'members.queryMembers',
    { body: { query: { filter: { id: { $in: ids } }, paging: { limit: 100, offset: 0 } } } },
    { enabled: ids.length > 0 },
  )
  const findName = (id: string | undefined, place: number, line: unknown) =>
    id === undefined ? t.row(typeof line === 'number' ? line : place + 2) : (people.data?.members.find((one) => one.id === id)?.profile.nickname ?? t.someone)
  return (
    <>
      <Group gap="sm" align="center">
        <Text size="sm">{t.failed(job.itemsFailed)}</Text>
        <Button variant="subtle" color="gray" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hide : t.show}
        </Button>
      </Group>
      {open && items.error ? <Text size="sm">{describeError(items.error)}</Text> : null}
      {open && items.data ? (
        <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
          {items.data.items.map(({ itemMetadata: { id, originalIndex, error } }) => (
            <li key={originalIndex}>
              <strong>{findName(id, originalIndex, error?.data.line)}</strong>: {error?.description}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
