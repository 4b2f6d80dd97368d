/** Takes a list or the figures of a chart home as a table. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#web/api.ts'
import type { InputOf } from '#web/operations.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { toCsv, type Cell } from '#kit/pure/csv.ts'
import { downloadList, type ExportOperation } from './download-list.ts'

const messages = defineDashboardMessages(
  {
    exported: (count: number, file: string) => (count === 1 ? `1 row exported to ${file}.` : `${count} rows exported to ${file}.`),
    exporting: (count: number) => `Exporting ${count}…`,
    exportCsv: 'Export CSV',
  },
  {
    de: {
      exported: (count, file) => (count === 1 ? `1 Zeile in ${file} exportiert.` : `${count} Zeilen in ${file} exportiert.`),
      exporting: (count) => `${count} exportiert …`,
      exportCsv: 'CSV exportieren',
    },
  },
)

interface ExportProps {
  file: string
  /** Saves the file and answers how many rows it has; says meanwhile how many there are so far. */
  save: (onProgress: (rows: number) => void) => Promise<number>
}
function Export({ file, save }: ExportProps) {
  const t = useMessages(messages)
  const [done, setDone] = useState<number>()
  const run = async () => {
    setDone(0)
    try {
      toast(t.exported(await save(setDone), file))
    } catch (error) {
      toastError(error)
    } finally {
      setDone(undefined)
    }
  }
  return (
    <Button variant="subtle" leftSection={<IconDownload size={17} aria-hidden />} disabled={done !== undefined} onClick={() => void run()} aria-live="polite">
      {done === undefined ? t.exportCsv : t.exporting(done)}
    </Button>
  )
}

/** A list with its filters, every row of it: the server writes the file. */
export const ListExportButton = <N extends ExportOperation>({ file, operation, input }: { file: string; operation: N; input: InputOf<N> }) => (
  <Export file={file} save={(onProgress) => downloadList({ file, operation, input, onProgress })} />
)

/** What stands in the page anyway, such as the figures of a chart. */
export function ExportButton({ table: { file, head, rows } }: { table: { file: string; head: string[]; rows: Cell[][] } }) {
  const save = async () => {
    await call('collaborators.beginExport', {})
    downloadFile(new Blob([toCsv(head, rows)], { type: 'text/csv;charset=utf-8' }), file)
    return rows.length
  }
  return <Export file={file} save={save} />
}
