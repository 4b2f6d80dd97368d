/** The columns of a list, which its reader chooses and orders for themselves; they follow them to every device. */
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ListColumn } from './list-columns.ts'
import type { ColumnScreen } from './use-columns.ts'

const messages = defineDashboardMessages({ columns: 'Columns' }, { de: { columns: 'Spalten' } })

const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.tsx')).ColumnsDialog }))

export function ColumnsButton({ screen, all }: { screen: ColumnScreen; all: readonly ListColumn[] }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconColumns3 size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t.columns}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ColumnsDialog screen={screen} all={all} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
