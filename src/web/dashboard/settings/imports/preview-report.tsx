/** What would come of the rows: counts, the first rows as they would be, and what keeps others out. */
import { Stack, Text, Title } from '@mantine/core'
import { Note } from '#web/kit/states.tsx'
import { StateTag, type Tone } from '../../parts/list.tsx'
import { Table } from '../../parts/table.tsx'
import { formatCount, describeCounts, type Kind, type Preview } from './words.ts'

const states: Readonly<Record<Preview['sample'][number]['state'], [string, Tone]>> = {
  CREATED: ['New', 'good'],
  UPDATED: ['Update', 'good'],
  SKIPPED: ['Skip', 'quiet'],
  FAILED: ['Can’t come', 'bad'],
}

export function PreviewReport({ preview, kind, isStale }: { preview: Preview; kind: Kind; isStale: boolean }) {
  const { counts, problems, skippedRows, sample } = preview
  const columns = [...new Set(sample.flatMap(({ values }) => Object.keys(values)))]
  return (
    <Stack gap="md" aria-busy={isStale} style={{ opacity: isStale ? 0.6 : 1 }}>
      <Note tone={counts.failed > 0 ? 'warn' : 'good'} role="status">
        <p className="strong">{`${formatCount(counts.created, kind)} would be new.`}</p>
        <p>{`Of all rows: ${describeCounts(counts)}.${kind === 'BOOKINGS' ? ' Places are taken when the import runs.' : ''}`}</p>
      </Note>
      <Reasons title="These rows can’t come" total={counts.failed} rows={problems} />
      <Reasons title="These rows are skipped" total={counts.skipped} rows={skippedRows} />
      <div>
        <Title order={3} size="h5" mb={8}>
          The first rows as they would be
        </Title>
        <Table
          caption="The first rows as they would be"
          columns={[{ title: 'Row' }, { title: 'What happens' }, ...columns.map((title) => ({ title }))]}
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
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {total > rows.length && <Text size="sm" c="dimmed">{`The first ${rows.length} of ${total}.`}</Text>}
      <ul style={{ margin: 0, paddingInlineStart: 20, maxHeight: 220, overflowY: 'auto' }} tabIndex={0} aria-label={title}>
        {rows.map(({ line, column, reason }) => (
          <li key={line}>{`Row ${line}${column === undefined ? '' : `, ${column}`}: ${reason}`}</li>
        ))}
      </ul>
    </div>
  )
}
