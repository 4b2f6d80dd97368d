/** The options of an import: guessed from the file, changed by the owner. */
import { listMemberFieldNames } from '#domains/members/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { findField, type ImportKind } from '../rules/fields.ts'
import { describeMappingProblem, detectPreset, findMappingProblems, guessMapping, type ImportMapping } from '../rules/mapping.ts'
import type { ImportOptions } from '../rules/options.ts'
import { detectDateOrder } from '../rules/values.ts'
import type { Import } from '../store/imports.ts'

/** `rows`: the first ones of the file, which show how it writes dates. */
export async function createOptions(
  ctx: ReadContext,
  kind: ImportKind,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<ImportOptions> {
  const preset = detectPreset(kind, columns)
  const mapping = guessMapping(kind, columns, preset, await listMemberFieldNames(ctx))
  const { currency } = await getSite(ctx)
  const cells = columns.flatMap((column, place) =>
    (findField(kind, mapping[column] ?? 'ignore')?.type ?? '').startsWith('date') ? rows.map((row) => row[place] ?? '') : [],
  )
  return {
    preset,
    mapping,
    // decision: what fits both is read as in the United States where its dollar is the currency, as in the rest of the world elsewhere.
    dateOrder: detectDateOrder(cells) ?? (currency === 'USD' ? 'MDY' : 'DMY'),
    duplicates: 'SKIP',
    tellsClients: false,
    sendsWebhooks: false,
  }
}

export type OptionsChange = { [K in keyof ImportOptions]?: ImportOptions[K] | undefined }

/** The options with what was sent. Another preset guesses the mapping anew. Refuses with IMPORT_MAPPING_INVALID. */
export async function changeOptions(ctx: ReadContext, { kind, columns, options }: Import, change: OptionsChange): Promise<ImportOptions> {
  const preset = change.preset ?? options.preset
  const guessed = preset === options.preset ? options.mapping : guessMapping(kind, columns, preset, await listMemberFieldNames(ctx))
  const next = { ...options, ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as OptionsChange) } as ImportOptions
  return { ...next, preset, mapping: change.mapping ?? guessed }
}

/** What of the mapping keeps the import from being started. Refuses with IMPORT_MAPPING_INVALID. */
export function assertMappingFits(kind: ImportKind, columns: readonly string[], mapping: ImportMapping): void {
  const [problem] = findMappingProblems(kind, columns, mapping)
  if (problem !== undefined) refuse('IMPORT_MAPPING_INVALID', { problem: describeMappingProblem(problem), ...problem })
}
