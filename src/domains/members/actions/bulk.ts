/** The same deed on many members, each in a transaction of its own. Source: guide members 10.2, 11. */
import type { Ctx } from '#kit/ctx.ts'
import { Refusal, Violations } from '#kit/refusal.ts'

export interface ItemResult {
  itemMetadata: { id: string; originalIndex: number; success: boolean; error?: { code: string; description: string; data: Record<string, unknown> } }
}

export async function eachOnItsOwn(ctx: Ctx, ids: readonly string[], deed: (ctx: Ctx, id: string) => Promise<unknown>) {
  const results: ItemResult[] = []
  for (const [originalIndex, id] of ids.entries()) {
    const error = await ctx.write((inner) => deed(inner, id)).then(() => undefined, refusalOf)
    results.push({ itemMetadata: { id, originalIndex, success: error === undefined, ...(error && { error }) } })
  }
  const totalFailures = results.filter((result) => !result.itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses: results.length - totalFailures, totalFailures, undetailedFailures: 0 } }
}

/** The item's error; what is neither refusal nor violation is a bug and ends the call. */
export function refusalOf(error: unknown): { code: string; description: string; data: Record<string, unknown> } {
  if (error instanceof Refusal) return { code: error.code, description: error.message, data: error.data }
  const violation = error instanceof Violations ? error.violations[0] : undefined
  if (!violation) throw error
  return { code: violation.ruleName || violation.violatedRule, description: violation.description, data: violation.data ?? {} }
}
