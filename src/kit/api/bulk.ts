/** The same action on many things, each in a transaction of its own, answered item by item. Source: contract wire §8. */
import type { OwnTransactionContext, TransactionContext } from './context.ts'
import { translateDescription, translateViolations } from './violation-messages.ts'
import { type Language, matchLanguage } from '../pure/languages.ts'
import { Refusal, Violations } from './refusal.ts'

export interface ItemResult<Item> {
  itemMetadata: { id?: string; originalIndex: number; success: boolean; error?: ReturnType<typeof toItemError> }
  item?: Item
}

/**
 * Runs the action for each, in order; a refused one fails alone. The handler's operation is of work 'own'.
 * `idOf` names a failed item, where it has a name already.
 */
export async function runBulkItems<ItemInput, Item extends { id: string }>(
  ctx: OwnTransactionContext,
  inputs: readonly ItemInput[],
  runItem: (ctx: TransactionContext, input: ItemInput) => Promise<Item>,
  { idFrom, withItems }: { idFrom?: (input: ItemInput) => string | undefined; withItems?: boolean | undefined } = {},
) {
  const language = matchLanguage(ctx.headers['accept-language'])
  const results: ItemResult<Item>[] = []
  for (const [originalIndex, input] of inputs.entries()) {
    try {
      const item = await ctx.transaction((inner) => runItem(inner, input))
      results.push({ itemMetadata: { id: item.id, originalIndex, success: true }, ...(withItems && { item }) })
    } catch (error) {
      const id = idFrom?.(input)
      results.push({ itemMetadata: { ...(id !== undefined && { id }), originalIndex, success: false, error: toItemError(error, language) } })
    }
  }
  const totalFailures = results.filter((result) => !result.itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

/** What is neither refusal nor violation is a bug and ends the call. Several violations at once have no code of their own. */
export function toItemError(error: unknown, language: Language = 'en'): { code: string; description: string; data: Readonly<Record<string, unknown>> } {
  if (error instanceof Refusal) return { code: error.code, description: error.toText(language), data: error.data }
  if (!(error instanceof Violations)) throw error
  const [first, second] = error.violations
  if (!first || second) {
    const violations = translateViolations(error.violations, language)
    return { code: 'INVALID_ARGUMENT', description: violations.map((v) => `${v.field} ${v.description}`).join('; '), data: { violations } }
  }
  return { code: first.ruleName || first.violatedRule, description: translateDescription(first.description, language), data: first.data ?? {} }
}
