/** The second step: what the columns mean, what would come of the rows, and what is chosen besides. */
import { Button, Group, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fieldsOfKind } from '#domains/imports/rules/fields.ts'
import { useApiMutation } from '#web/api.ts'
import type { InputOf } from '#web/operations.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { SaveError } from '../../parts/save-error.tsx'
import { ListSkeleton } from '../../parts/query-view.tsx'
import { PreviewReport } from './preview-report.tsx'
import { formatCount, type Import, type Preview, presetLabels, formatRows } from './words.ts'

type Options = InputOf<'imports.previewImport'>['body']

/** The options, kept on the server with every change, and what would come of them. */
function usePreview(initial: Import) {
  const [chosen, setChosen] = useState(initial)
  const [preview, setPreview] = useState<Preview>()
  const load = useApiMutation('imports.previewImport')
  const { mutateAsync } = load
  const look = useCallback(
    async (options: Options) => {
      const found = await mutateAsync({ params: { id: initial.id }, body: options }).catch(() => undefined)
      setPreview(found)
      if (found) setChosen(found.import)
    },
    [initial.id, mutateAsync],
  )
  useEffect(() => void look({}), [look])
  const change = (options: Options) => {
    setChosen((before) => ({ ...before, ...options }) as Import)
    void look(options)
  }
  return { chosen, preview, change, error: load.error, isLoading: load.isPending }
}

interface Props {
  initial: Import
  /** The foot of the panel, for the buttons. */
  footer: HTMLElement | null
  onStarted: () => void
  onDeleting: (isDeleting: boolean) => void
  onDeleted: () => void
}
export function MatchColumns({ initial, footer, onStarted, onDeleting, onDeleted }: Props) {
  const { chosen, preview, change, error, isLoading } = usePreview(initial)
  const start = useApiMutation('imports.startImport')
  const { mutateAsync: begin, isPending: isStarting } = start
  const coming = preview ? preview.counts.created + preview.counts.updated : 0
  const buttons = (
    <Group justify="space-between" wrap="nowrap">
      <Button
        size="md"
        loading={isStarting}
        disabled={coming === 0 || isLoading}
        onClick={() => void begin({ params: { id: initial.id }, body: {} }).then(onStarted, () => undefined)}
      >
        {coming === 0 ? 'Nothing to import' : `Import ${formatCount(coming, initial.kind)}`}
      </Button>
      <DeleteFile id={initial.id} onDeleting={onDeleting} onDeleted={onDeleted} />
    </Group>
  )
  return (
    <Stack gap="lg">
      <Text>{`${initial.fileName || 'The file'} has ${formatRows(initial.rows)} and ${initial.columns.length} columns.`}</Text>
      <SaveError error={start.error ?? error} />
      <Columns chosen={chosen} isNeeded={error !== null} onChange={change} />
      <Choices chosen={chosen} onChange={change} />
      {preview ? <PreviewReport preview={preview} kind={initial.kind} isStale={isLoading} /> : isLoading ? <ListSkeleton rows={3} /> : null}
      {footer && createPortal(buttons, footer)}
    </Stack>
  )
}

function DeleteFile({ id, onDeleting, onDeleted }: Pick<Props, 'onDeleting' | 'onDeleted'> & { id: string }) {
  const openConfirm = useConfirm()
  const remove = useApiMutation('imports.deleteImport')
  const run = () => {
    onDeleting(true)
    return remove.mutateAsync({ params: { id } }).then(onDeleted, (error: unknown) => {
      onDeleting(false)
      throw error
    })
  }
  return (
    <Button
      variant="subtle"
      c="var(--bad)"
      onClick={() =>
        openConfirm({
          title: 'Delete this file?',
          description: 'Nothing of it was imported.',
          confirmLabel: 'Delete file',
          successMessage: 'File deleted.',
          onConfirm: run,
        })
      }
    >
      Delete file
    </Button>
  )
}

/** What each column means; closed as long as everything that is needed was found. */
function Columns({ chosen, isNeeded, onChange }: { chosen: Import; isNeeded: boolean; onChange: (options: Options) => void }) {
  const [isShown, setShown] = useState(isNeeded)
  useEffect(() => {
    if (isNeeded) setShown(true)
  }, [isNeeded])
  const fields = fieldsOfKind[chosen.kind].map(({ name, label, required }) => ({ value: name, label: required ? `${label} (required)` : label }))
  const used = chosen.columns.filter((column) => (chosen.mapping[column] ?? 'ignore') !== 'ignore').length
  return (
    <Stack gap="md">
      <Select
        size="md"
        label="Where is the file from?"
        allowDeselect={false}
        value={chosen.preset}
        data={Object.entries(presetLabels).map(([value, label]) => ({ value, label }))}
        onChange={(preset) => preset && onChange({ preset: preset as Import['preset'] })}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text>{`${used} of ${chosen.columns.length} columns are used.`}</Text>
        <Button variant="default" flex="none" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide columns' : 'Match columns'}
        </Button>
      </Group>
      {isShown && (
        <Stack gap="xs">
          {chosen.columns.map((column) => (
            <Select
              key={column}
              size="md"
              label={column}
              allowDeselect={false}
              data={[{ value: 'ignore', label: 'Don’t import' }, ...fields]}
              value={chosen.mapping[column] ?? 'ignore'}
              onChange={(field) => field && onChange({ mapping: { ...chosen.mapping, [column]: field } })}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function Choices({ chosen, onChange }: { chosen: Import; onChange: (options: Options) => void }) {
  const dated = new Set(fieldsOfKind[chosen.kind].filter(({ type }) => type === 'date' || type === 'dateTime').map(({ name }) => name))
  const hasDates = Object.values(chosen.mapping).some((field) => dated.has(field))
  const mayTell = chosen.kind === 'ORDERS' || chosen.kind === 'BOOKINGS'
  return (
    <Stack gap="md">
      {hasDates && (
        <div>
          <Text fw={500} id="date-order">
            Dates such as 03/04/2027 mean
          </Text>
          <SegmentedControl
            size="md"
            mt={4}
            aria-labelledby="date-order"
            value={chosen.dateOrder}
            data={[
              { value: 'DMY', label: '3 April' },
              { value: 'MDY', label: 'March 4' },
            ]}
            onChange={(dateOrder) => onChange({ dateOrder: dateOrder as Import['dateOrder'] })}
          />
        </div>
      )}
      {chosen.kind === 'MEMBERS' && (
        <Switch
          size="md"
          label="Update people who are members already"
          description="Found by email. Empty cells change nothing. Off: they stay as they are."
          checked={chosen.duplicates === 'UPDATE'}
          onChange={(event) => onChange({ duplicates: event.currentTarget.checked ? 'UPDATE' : 'SKIP' })}
        />
      )}
      {mayTell && (
        <Switch
          size="md"
          label="Tell the clients"
          description={chosen.kind === 'ORDERS' ? 'Each gets the email about a new plan.' : 'Each gets the email that confirms a booking.'}
          checked={chosen.tellsClients}
          onChange={(event) => onChange({ tellsClients: event.currentTarget.checked })}
        />
      )}
      <Switch
        size="md"
        label="Tell my integrations"
        description="Webhooks report everything that is imported."
        checked={chosen.sendsWebhooks}
        onChange={(event) => onChange({ sendsWebhooks: event.currentTarget.checked })}
      />
    </Stack>
  )
}
