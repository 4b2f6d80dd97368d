/** The columns of a list that its reader sees. */
import { useApiQuery } from '#web/api.ts'
import { pickColumns, type ListColumn } from './list-columns.ts'

export type ColumnScreen = 'bookings' | 'members' | 'payments' | 'services' | 'subscriptions'

/** What the signed-in person chose; undefined: nothing, or it is not known yet. */
export const useChosenColumns = (screen: ColumnScreen): string[] | undefined =>
  useApiQuery('collaborators.getListColumns', { params: { screen } }, { staleTime: 60_000 }).data?.columns
export const useShownColumns = <C extends ListColumn>(screen: ColumnScreen, all: readonly C[]): C[] => pickColumns(all, useChosenColumns(screen))
