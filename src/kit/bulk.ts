/** The same deed on many things, each in a transaction of its own, answered item by item. Source: contract wire 8. */
import type { Ctx } from './ctx.ts'
import { Refusal, Violations } from './refusal.ts'

export interface ItemResult<Item> {
  itemMetadata: { id?: string; originalIndex: number; success: boolean; error?: { code: string; description: string; data: Record<string, unknown> } }
  item?: Item
}

/**
 * Runs the deed for each, in order; a refused one fails alone. The handler's operation is of work 'own'.
 * `idOf` names a failed item, where it has a name already.
 */
export async function eachOnItsOwn<Wish, Item extends { id: string }>(
  ctx: Ctx,
  wishes: readonly Wish[],
  deed: (ctx: Ctx, wish: Wish) => Promise<Item>,
  { idOf, withItems }: { idOf?: (wish: Wish) => string | undefined; withItems?: boolean | undefined } = {},
) {
  const results: ItemResult<Item>[] = []
  for (const [originalIndex, wish] of wishes.entries()) {
    try {
      const item = await ctx.write((inner) => deed(inner, wish))
      results.push({ itemMetadata: { id: item.id, originalIndex, success: true }, ...(withItems && { item }) })
    } catch (error) {
      const id = idOf?.(wish)
      results.push({ itemMetadata: { ...(id !== undefined && { id }), originalIndex, success: false, error: itemError(error) } })
    }
  }
  const totalFailures = results.filter((result) => !result.itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

/** What is neither refusal nor violation is a bug and ends the call. Several violations at once have no code of their own. */
export function itemError(error: unknown): { code: string; description: string; data: Record<string, unknown> } {
  if (error instanceof Refusal) return { code: error.code, description: error.message, data: error.data }
  if (!(error instanceof Violations)) throw error
  const [first, second] = error.violations
  if (!first || second)
    return {
      code: 'INVALID_ARGUMENT',
      description: error.violations.map((v) => `${v.field} ${v.description}`).join('; '),
      data: { violations: error.violations },
    }
  return { code: first.ruleName || first.violatedRule, description: first.description, data: first.data ?? {} }
}
