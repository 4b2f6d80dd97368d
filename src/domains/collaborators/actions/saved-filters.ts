/** Filters of lists that dashboard users keep for themselves. Source: guide identity §9.9. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { SavedFilter } from '../contract/saved-filters.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/saved-filters.ts'

const MAX_FILTERS = 30

/** Filters belong to people: an API key has none. */
const findUserId = ({ caller }: BaseContext): string | undefined => (caller.role === 'owner' ? caller.userId : undefined)

/** The caller's filters of a screen, by name; none for API keys. */
export async function listSavedFilters(ctx: ReadContext, screen: string): Promise<{ filters: SavedFilter[] }> {
  const userId = findUserId(ctx)
  return { filters: userId ? await store.listFilters(ctx, { userId, screen }) : [] }
}

/** Refuses with TOO_MANY_SAVED_FILTERS beyond 30 of a screen, with NOT_FOUND a caller who is not a person. */
export async function saveFilter(ctx: TransactionContext, screen: string, filter: Omit<SavedFilter, 'id'>): Promise<{ filter: SavedFilter }> {
  const userId = findUserId(ctx) ?? refuseStandard('NOT_FOUND')
  const name = filter.name.trim()
  const saved = await store.upsertFilter(ctx, { userId, screen }, { name, search: filter.search }, MAX_FILTERS)
  return { filter: { id: (saved ?? refuse('TOO_MANY_SAVED_FILTERS', { most: MAX_FILTERS })).id, name, search: filter.search } }
}

/** Refuses with NOT_FOUND what the caller has not saved. */
export async function deleteSavedFilter(ctx: TransactionContext, screen: string, id: string): Promise<void> {
  const userId = findUserId(ctx)
  if (!userId || !(await store.deleteFilter(ctx, { userId, screen }, id))) refuseStandard('NOT_FOUND')
}
