/** What would come of the rows: counts, the first rows as they would be, and what keeps others out. */
import { Stack, Text, Title } from '@mantine/core'
import { Note } from '#web/kit/states.tsx'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { StateTag, type Tone } from '../../parts/list.tsx'
import { Table } from '../../parts/table.tsx'
import { nameField } from './field-names.ts'
import { formatCount, describeCounts, type Kind, type Preview } from './words.ts'

const messages = defineDashboardMessages(
  {
    created: 'New',
    updated: 'Update',
    skipped: 'Skip',
    failed: 'Can’t come',
    wouldBeNew: (count: string) => `${count} would be new.`,
    ofAll: (counts: string) => `Of all rows: ${counts}.`,
    ofAllBookings: (counts: string) => `Of all rows: ${counts}. Places are taken when the import runs.`,
    failedRows: 'These rows can’t come',
    skippedRows: 'These rows are skipped',
    firstRows: 'The first rows as they would be',
    row: 'Row',
    what: 'What happens',
    someOf: (shown: number, total: number) => `The first ${shown} of ${total}.`,
    reason: (line: number, column: string | undefined, reason: string) => `Row ${line}${column === undefined ? '' : `, ${column}`}: ${reason}`,
  },
  {
    de: {
      created: 'Neu',
      updated: 'Aktualisieren',
      skipped: 'Überspringen',
      failed: 'Geht nicht',
      wouldBeNew: (count) => `Neu kämen hinzu: ${count}.`,
      ofAll: (counts) => `Von allen Zeilen: ${counts}.`,
      ofAllBookings: (counts) => `Von allen Zeilen: ${counts}. Plätze werden erst beim Import belegt.`,
      failedRows: 'Diese Zeilen können nicht importiert werden',
      skippedRows: 'Diese Zeilen werden übersprungen',
      firstRows: 'So sähen die ersten Zeilen aus',
      row: 'Zeile',
      what: 'Was passiert',
      someOf: (shown, total) => `Die ersten ${shown} von ${total}.`,
      reason: (line, column, reason) => `Zeile ${line}${column === undefined ? '' : `, ${column}`}: ${reason}`,
    },
  },
)
const text = currentMessages(messages)

const states: Readonly<Record<Preview['sample'][number]['state'], [string, Tone]>> = {
  CREATED: [text.created, 'good'],
  UPDATED: [text.updated, 'good'],
  SKIPPED: [text.skipped, 'quiet'],
  FAILED: [text.failed, 'bad'],
}

export function PreviewReport({ preview, kind, isStale }: { preview: Preview; kind: Kind; isStale: boolean }) {
  const t = useMessages(messages)
  const { counts, problems, skippedRows, sample } = preview
  const columns = [...new Set(sample.flatMap(({ values }) => Object.keys(values)))]
  return (
    <Stack gap="md" aria-busy={isStale} style={{ opacity: isStale ? 0.6 : 1 }}>
      <Note tone={counts.failed > 0 ? 'warn' : 'good'} role="status">
        <p className="strong">{t.wouldBeNew(formatCount(counts.created, kind))}</p>
        <p>{kind === 'BOOKINGS' ? t.ofAllBookings(describeCounts(counts)) : t.ofAll(describeCounts(counts))}</p>
      </Note>
      <Reasons title={t.failedRows} total={counts.failed} rows={problems} />
      <Reasons title={t.skippedRows} total={counts.skipped} rows={skippedRows} />
      <div>
        <Title order={3} size="h5" mb={8}>
          {t.firstRows}
        </Title>
        <Table
          caption={t.firstRows}
          columns={[{ title: t.row }, { title: t.what }, ...columns.map((column) => ({ title: nameField(column) }))]}
          rows={sample.map(({ line, state, values }) => ({
            key: String(line),
            cells: [
              String(line),
              <StateTag key="state" tone={states[state][1]}>
                {states[state][0]}
              </StateTag>,
              ...columns.map((column) => values[column] ?? ''),
            ],
          }))}
        />
      </div>
    </Stack>
  )
}

interface ReasonRow {
  line: number
  column?: string | undefined
  reason: string
}
/** Rows with the reason why they do not come; the first hundred. */
export function Reasons({ title, total, rows }: { title: string; total: number; rows: readonly ReasonRow[] }) {
  const t = useMessages(messages)
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {total > rows.length && (
        <Text size="sm" c="dimmed">
          {t.someOf(rows.length, total)}
        </Text>
      )}
      <ul style={{ margin: 0, paddingInlineStart: 20, maxHeight: 220, overflowY: 'auto' }} tabIndex={0} aria-label={title}>
        {rows.map(({ line, column, reason }) => (
          <li key={line}>{t.reason(line, column, reason)}</li>
        ))}
      </ul>
    </div>
  )
}
