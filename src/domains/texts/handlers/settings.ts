/** Switches, words and quiet hours of text messages, and what a member wants: operation → actions. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { findWorkingTextService } from '../actions/connection.ts'
import { changeMyTexts, describeMyTexts } from '../actions/consent.ts'
import { changeTextSettings, changeTextWording, getTextSettings, readTextWordings, resetTextWording } from '../actions/settings.ts'
import type { myTextsApi } from '../contract/my-texts.ts'
import type { textSettingsApi } from '../contract/settings.ts'
import { sampleText } from '../rules/samples.ts'
import { standardWordings, type TextTemplate, textTemplates, textVariables } from '../rules/templates.ts'

async function toWire(ctx: ReadContext) {
  const [site, { switches, quietHours }] = [await getSite(ctx), await getTextSettings(ctx)]
  const findWording = await readTextWordings(ctx)
  const describeWording = (template: TextTemplate, language: Language) => ({
    language,
    ...findWording(template, language),
    standard: standardWordings[language][template],
  })
  const samples = { siteName: site.name, origin: ctx.origin, language: matchLanguage(site.language) ?? ('en' as const), timeZone: site.timeZone }
  return {
    settings: {
      isConnected: (await findWorkingTextService(ctx)) !== undefined,
      quietHours,
      templates: textTemplates.map((template) => ({
        template,
        isOn: switches[template],
        wordings: (Object.keys(languages) as Language[]).map((language) => describeWording(template, language)),
      })),
      variables: textVariables.map((name) => ({ name, sample: sampleText(name, samples) })),
    },
  }
}

export const textSettingsHandlers: Handlers<typeof textSettingsApi> = {
  getTextSettings: toWire,
  updateTextSettings: async (ctx, { body }) => {
    await changeTextSettings(ctx, body)
    return toWire(ctx)
  },
  updateTextWording: async (ctx, { params, body }) => {
    await changeTextWording(ctx, params.template, params.language, body.wording)
    return toWire(ctx)
  },
  resetTextWording: async (ctx, { params }) => {
    await resetTextWording(ctx, params.template, params.language)
    return toWire(ctx)
  },
}

export const myTextsHandlers: Handlers<typeof myTextsApi> = {
  getMyTexts: describeMyTexts,
  updateMyTexts: (ctx, { body }) => changeMyTexts(ctx, body),
}
