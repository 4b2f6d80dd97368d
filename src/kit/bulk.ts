/** The same deed on many things, each in a transaction of its own, answered item by item. Source: contract wire 8. */
import type { Ctx } from './ctx.ts'
import { described, violationsIn } from './edge/violation-words.ts'
import { type Language, spoken } from './pure/languages.ts'
import { Refusal, Violations } from './refusal.ts'

export interface ItemResult<Item> {
  itemMetadata: { id?: string; originalIndex: number; success: boolean; error?: ReturnType<typeof itemError> }
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
  const language = spoken(ctx.headers['accept-language'])
  const results: ItemResult<Item>[] = []
  for (const [originalIndex, wish] of wishes.entries()) {
    try {
      const item = await ctx.write((inner) => deed(inner, wish))
      results.push({ itemMetadata: { id: item.id, originalIndex, success: true }, ...(withItems && { item }) })
    } catch (error) {
      const id = idOf?.(wish)
      results.push({ itemMetadata: { ...(id !== undefined && { id }), originalIndex, success: false, error: itemError(error, language) } })
    }
  }
  const totalFailures = results.filter((result) => !result.itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

/** What is neither refusal nor violation is a bug and ends the call. Several violations at once have no code of their own. */
export function itemError(error: unknown, language: Language = 'en'): { code: string; description: string; data: Readonly<Record<string, unknown>> } {
  if (error instanceof Refusal) return { code: error.code, description: error.in(language), data: error.data }
  if (!(error instanceof Violations)) throw error
  const [first, second] = error.violations
  if (!first || second) {
    const violations = violationsIn(error.violations, language)
    return { code: 'INVALID_ARGUMENT', description: violations.map((v) => `${v.field} ${v.description}`).join('; '), data: { violations } }
  }
  return { code: first.ruleName || first.violatedRule, description: described(first.description, language), data: first.data ?? {} }
}
