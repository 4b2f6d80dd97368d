/** Takes a whole list home as a table: page by page, with its progress on the button, so that long lists stay a background thing. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { toCsv, type Cell } from '#kit/pure/csv.ts'

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

export interface CsvPages {
  file: string
  head: string[]
  /** One page of rows; `next` is handed back until there is none. */
  page: (next: string | undefined) => Promise<{ rows: Cell[][]; next: string | undefined }>
}

export function ExportButton({ pages }: { pages: CsvPages }) {
  const t = useMessages(messages)
  const [done, setDone] = useState<number>()
  const run = async () => {
    setDone(0)
    const rows: Cell[][] = []
    let next: string | undefined
    try {
      await call('collaborators.beginExport', {})
      do {
        // Each page starts where the one before it ended.
        const found = await pages.page(next)
        rows.push(...found.rows)
        next = found.next
        setDone(rows.length)
      } while (next)
      downloadFile(new Blob([toCsv(pages.head, rows)], { type: 'text/csv;charset=utf-8' }), pages.file)
      toast(t.exported(rows.length, pages.file))
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
