/** The second step: what the columns mean, what would come of the rows, and what is chosen besides. */
import { Button, Group, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fieldsOfKind } from '#domains/imports/rules/fields.ts'
import { type ApiError, useApiMutation } from '#web/api.ts'
import type { InputOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { SaveError } from '../../parts/save-error.tsx'
import { ListSkeleton } from '../../parts/query-view.tsx'
import { PreviewReport } from './preview-report.tsx'
import { nameField } from './field-names.ts'
import { formatCount, type Import, type Preview, presetLabels, formatRows } from './words.ts'

const messages = defineDashboardMessages(
  {
    nothing: 'Nothing to import',
    run: (count: string) => `Import ${count}`,
    size: (file: string, rows: string, columns: number) => `${file || 'The file'} has ${rows} and ${columns === 1 ? '1 column' : `${columns} columns`}.`,
    deleteAsk: 'Delete this file?',
    deleteMeans: 'Nothing of it was imported.',
    deleteFile: 'Delete file',
    deleted: 'File deleted.',
    required: (field: string) => `${field} (required)`,
    from: 'Where is the file from?',
    used: (used: number, columns: number) => `${used} of ${columns} columns are used.`,
    hide: 'Hide columns',
    match: 'Match columns',
    invalid: {
      UNKNOWN: (column: string) => `“${column}” can’t mean that.`,
      MISSING: (field: string) => `No column for “${field}”.`,
      NO_START: () => 'No column for “Start”, or for “Day” and “Time of day”.',
    } as Readonly<Record<string, (name: string) => string>>,
    ignore: 'Don’t import',
    empty: 'Empty in the first rows',
    dates: 'Dates such as 03/04/2027 mean',
    dayFirst: '3 April',
    monthFirst: 'March 4',
    update: 'Update people who are members already',
    updateHint: 'Found by email. Empty cells change nothing. Off: they stay as they are.',
    tell: 'Tell the clients',
    planEmail: 'Each gets the email about a new plan.',
    bookingEmail: 'Each gets the email that confirms a booking.',
    integrations: 'Tell my integrations',
    integrationsHint: 'Webhooks report everything that is imported.',
  },
  {
    de: {
      nothing: 'Nichts zu importieren',
      run: (count) => `${count} importieren`,
      size: (file, rows, columns) => `${file || 'Die Datei'} hat ${rows} und ${columns === 1 ? '1 Spalte' : `${columns} Spalten`}.`,
      deleteAsk: 'Diese Datei löschen?',
      deleteMeans: 'Nichts davon wurde importiert.',
      deleteFile: 'Datei löschen',
      deleted: 'Datei gelöscht.',
      required: (field) => `${field} (nötig)`,
      from: 'Woher stammt die Datei?',
      used: (used, columns) => `${used} von ${columns} Spalten werden verwendet.`,
      hide: 'Spalten ausblenden',
      match: 'Spalten zuordnen',
      invalid: {
        UNKNOWN: (column) => `„${column}“ kann das nicht bedeuten.`,
        MISSING: (field) => `Keine Spalte für „${field}“.`,
        NO_START: () => 'Keine Spalte für „Beginn“, oder für „Tag“ und „Uhrzeit“.',
      },
      ignore: 'Nicht importieren',
      empty: 'In den ersten Zeilen leer',
      dates: 'Daten wie 03/04/2027 bedeuten',
      dayFirst: '3. April',
      monthFirst: '4. März',
      update: 'Vorhandene Mitglieder aktualisieren',
      updateHint: 'Wir finden sie über ihre E-Mail-Adresse. Leere Zellen ändern nichts. Aus: Sie bleiben, wie sie sind.',
      tell: 'Kunden benachrichtigen',
      planEmail: 'Alle bekommen die E-Mail über einen neuen Tarif.',
      bookingEmail: 'Alle bekommen die E-Mail, die eine Buchung bestätigt.',
      integrations: 'Integrationen benachrichtigen',
      integrationsHint: 'Webhooks melden alles, was importiert wird.',
    },
  },
)

type Options = InputOf<'imports.previewImport'>['body']

/** A mapping that is refused, in the words of the page. */
function explainMapping(error: ApiError | null): Error | null {
  const { reason, name } = error?.data ?? {}
  const explain = error?.code === 'IMPORT_MAPPING_INVALID' && typeof reason === 'string' ? currentMessages(messages).invalid[reason] : undefined
  if (!explain || typeof name !== 'string') return error
  return new Error(explain(reason === 'MISSING' ? nameField(name) : name))
}

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
  /** Column → some of its values. */
  examples: Readonly<Record<string, readonly string[]>>
  /** The foot of the panel, for the buttons. */
  footer: HTMLElement | null
  onStarted: () => void
  onDeleting: (isDeleting: boolean) => void
  onDeleted: () => void
}
export function MatchColumns({ initial, examples, footer, onStarted, onDeleting, onDeleted }: Props) {
  const t = useMessages(messages)
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
        {coming === 0 ? t.nothing : t.run(formatCount(coming, initial.kind))}
      </Button>
      <DeleteFile id={initial.id} onDeleting={onDeleting} onDeleted={onDeleted} />
    </Group>
  )
  return (
    <Stack gap="lg">
      <Text>{t.size(initial.fileName, formatRows(initial.rows), initial.columns.length)}</Text>
      <SaveError error={explainMapping(start.error ?? error)} />
      <Columns chosen={chosen} examples={examples} isNeeded={error !== null} onChange={change} />
      <Choices chosen={chosen} onChange={change} />
      {preview ? <PreviewReport preview={preview} kind={initial.kind} isStale={isLoading} /> : isLoading ? <ListSkeleton rows={3} /> : null}
      {footer && createPortal(buttons, footer)}
    </Stack>
  )
}

function DeleteFile({ id, onDeleting, onDeleted }: Pick<Props, 'onDeleting' | 'onDeleted'> & { id: string }) {
  const t = useMessages(messages)
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
          title: t.deleteAsk,
          description: t.deleteMeans,
          confirmLabel: t.deleteFile,
          successMessage: t.deleted,
          onConfirm: run,
        })
      }
    >
      {t.deleteFile}
    </Button>
  )
}

interface ColumnsProps extends Pick<Props, 'examples'> {
  chosen: Import
  isNeeded: boolean
  onChange: (options: Options) => void
}
/** What each column means; closed as long as everything that is needed was found. */
function Columns({ chosen, examples, isNeeded, onChange }: ColumnsProps) {
  const t = useMessages(messages)
  const [isShown, setShown] = useState(isNeeded)
  useEffect(() => {
    if (isNeeded) setShown(true)
  }, [isNeeded])
  const fields = fieldsOfKind[chosen.kind].map(({ name, label, required }) => ({
    value: name,
    label: required ? t.required(nameField(label)) : nameField(label),
  }))
  const used = chosen.columns.filter((column) => (chosen.mapping[column] ?? 'ignore') !== 'ignore').length
  return (
    <Stack gap="md">
      <Select
        size="md"
        label={t.from}
        allowDeselect={false}
        value={chosen.preset}
        data={Object.entries(presetLabels).map(([value, label]) => ({ value, label }))}
        onChange={(preset) => preset && onChange({ preset: preset as Import['preset'] })}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text>{t.used(used, chosen.columns.length)}</Text>
        <Button variant="default" flex="none" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t.hide : t.match}
        </Button>
      </Group>
      {isShown && (
        <Stack gap="xs">
          {chosen.columns.map((column) => (
            <Select
              key={column}
              size="md"
              label={column}
              description={examples[column]?.length === 0 ? t.empty : examples[column]?.join(' · ')}
              allowDeselect={false}
              data={[{ value: 'ignore', label: t.ignore }, ...fields]}
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
  const t = useMessages(messages)
  const dated = new Set(fieldsOfKind[chosen.kind].filter(({ type }) => type === 'date' || type === 'dateTime').map(({ name }) => name))
  const hasDates = Object.values(chosen.mapping).some((field) => dated.has(field))
  const mayTell = chosen.kind === 'ORDERS' || chosen.kind === 'BOOKINGS'
  return (
    <Stack gap="md">
      {hasDates && (
        <div>
          <Text fw={500} id="date-order">
            {t.dates}
          </Text>
          <SegmentedControl
            size="md"
            mt={4}
            aria-labelledby="date-order"
            value={chosen.dateOrder}
            data={[
              { value: 'DMY', label: t.dayFirst },
              { value: 'MDY', label: t.monthFirst },
            ]}
            onChange={(dateOrder) => onChange({ dateOrder: dateOrder as Import['dateOrder'] })}
          />
        </div>
      )}
      {chosen.kind === 'MEMBERS' && (
        <Switch
          size="md"
          label={t.update}
          description={t.updateHint}
          checked={chosen.duplicates === 'UPDATE'}
          onChange={(event) => onChange({ duplicates: event.currentTarget.checked ? 'UPDATE' : 'SKIP' })}
        />
      )}
      {mayTell && (
        <Switch
          size="md"
          label={t.tell}
          description={chosen.kind === 'ORDERS' ? t.planEmail : t.bookingEmail}
          checked={chosen.tellsClients}
          onChange={(event) => onChange({ tellsClients: event.currentTarget.checked })}
        />
      )}
      <Switch
        size="md"
        label={t.integrations}
        description={t.integrationsHint}
        checked={chosen.sendsWebhooks}
        onChange={(event) => onChange({ sendsWebhooks: event.currentTarget.checked })}
      />
    </Stack>
  )
}
