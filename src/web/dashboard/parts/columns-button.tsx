/** The columns of a list, which its reader chooses and orders for themselves; they follow them to every device. */
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { pickColumns, type ListColumn } from './list-columns.ts'

export type ColumnScreen = 'bookings' | 'members' | 'payments' | 'services'
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.tsx')).ColumnsDialog }))

/** What the signed-in person chose; undefined: nothing, or it is not known yet. */
export const useChosenColumns = (screen: ColumnScreen): string[] | undefined =>
  useApiQuery('collaborators.getListColumns', { params: { screen } }, { staleTime: 60_000 }).data?.columns
export const useShownColumns = <C extends ListColumn>(screen: ColumnScreen, all: readonly C[]): C[] => pickColumns(all, useChosenColumns(screen))

export function ColumnsButton({ screen, all }: { screen: ColumnScreen; all: readonly ListColumn[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconColumns3 size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Columns
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ColumnsDialog screen={screen} all={all} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
