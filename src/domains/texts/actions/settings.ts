/** Switches, quiet hours and words of text messages. Source: guide bookings §20.6. */
import { readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Language } from '#kit/pure/languages.ts'
import { refuse } from '../errors.ts'
import { applyTextSettings, readTextSettings, type TextSettings, type TextSettingsChange } from '../rules/settings.ts'
import { findUnknownVariables, standardWordings, type TextTemplate } from '../rules/templates.ts'
import { deleteWording, listWordings, saveWording } from '../store/wordings.ts'

const KEY = 'texts.settings'

export const getTextSettings = async (ctx: ReadContext): Promise<TextSettings> =>
  readTextSettings(await ctx.cache(['site_setting'], 'settings of texts', () => readStoredSetting(ctx, KEY)))

/** Absent parts stay. */
export async function changeTextSettings(ctx: TransactionContext, change: TextSettingsChange): Promise<TextSettings> {
  const settings = applyTextSettings(readTextSettings(await readStoredSetting(ctx, KEY)), change)
  await writeStoredSetting(ctx, KEY, settings)
  return settings
}

/** Finds the words of a text in a language: those of the business, else those of the product. Read once, for as many texts as are asked for. */
export async function readTextWordings(ctx: ReadContext): Promise<(template: TextTemplate, language: Language) => { wording: string; isOwn: boolean }> {
  const wordings = await listWordings(ctx)
  return (template, language) => {
    const own = wordings.find((one) => one.template === template && one.language === language)
    return { wording: own?.body ?? standardWordings[language][template], isOwn: own !== undefined }
  }
}

/** Words equal to those of the product are not kept. Refuses with UNKNOWN_TEXT_VARIABLE. */
export async function changeTextWording(ctx: TransactionContext, template: TextTemplate, language: Language, wording: string): Promise<void> {
  const names = findUnknownVariables(wording)
  if (names.length > 0) refuse('UNKNOWN_TEXT_VARIABLE', { names: names.map((name) => `{{${name}}}`).join(', ') })
  if (wording.trim() === standardWordings[language][template]) await deleteWording(ctx, template, language)
  else await saveWording(ctx, template, language, wording.trim())
}

export const resetTextWording = (ctx: TransactionContext, template: TextTemplate, language: Language): Promise<unknown> =>
  deleteWording(ctx, template, language)
