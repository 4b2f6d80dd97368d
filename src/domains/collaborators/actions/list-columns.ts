/** Columns of lists that dashboard users choose for themselves. Source: guide identity §9.9. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import * as store from '../store/list-columns.ts'

/** A choice belongs to a person: an API key has none. */
const findUserId = ({ caller }: BaseContext): string | undefined => (caller.role === 'owner' ? caller.userId : undefined)

export async function getListColumns(ctx: ReadContext, screen: string): Promise<{ columns?: string[] }> {
  const userId = findUserId(ctx)
  const columns = userId && (await store.findColumns(ctx, { userId, screen }))
  return columns ? { columns } : {}
}

/** Refuses with NOT_FOUND a caller who is not a person. */
export async function saveListColumns(ctx: TransactionContext, screen: string, columns: string[]): Promise<{ columns: string[] }> {
  await store.upsertColumns(ctx, { userId: findUserId(ctx) ?? refuseStandard('NOT_FOUND'), screen }, columns)
  return { columns }
}

/** Refuses with NOT_FOUND a caller who is not a person. */
export async function resetListColumns(ctx: TransactionContext, screen: string): Promise<void> {
  await store.deleteColumns(ctx, { userId: findUserId(ctx) ?? refuseStandard('NOT_FOUND'), screen })
}
