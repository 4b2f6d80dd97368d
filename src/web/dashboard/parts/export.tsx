/** Takes a whole list home as a table: page by page, with its progress on the button, so that long lists stay a background thing. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadFile } from '#web/kit/download-file.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { toCsv, type Cell } from '#kit/pure/csv.ts'

export interface CsvPages {
  file: string
  head: string[]
  /** One page of rows; `next` is handed back until there is none. */
  page: (next: string | undefined) => Promise<{ rows: Cell[][]; next: string | undefined }>
}

export function ExportButton({ pages }: { pages: CsvPages }) {
  const [done, setDone] = useState<number>()
  const run = async () => {
    setDone(0)
    const rows: Cell[][] = []
    let next: string | undefined
    try {
      do {
        // Each page starts where the one before it ended.
        const found = await pages.page(next)
        rows.push(...found.rows)
        next = found.next
        setDone(rows.length)
      } while (next)
      downloadFile(new Blob([toCsv(pages.head, rows)], { type: 'text/csv;charset=utf-8' }), pages.file)
      toast(`${rows.length} ${rows.length === 1 ? 'row' : 'rows'} exported to ${pages.file}.`)
    } catch (error) {
      toastError(error)
    } finally {
      setDone(undefined)
    }
  }
  return (
    <Button variant="subtle" leftSection={<IconDownload size={17} aria-hidden />} disabled={done !== undefined} onClick={() => void run()} aria-live="polite">
      {done === undefined ? 'Export CSV' : `Exporting ${done}…`}
    </Button>
  )
}
