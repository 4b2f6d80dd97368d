/** Switches, words and quiet hours of text messages, and what a member wants: operation → actions. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { findWorkingTextService } from '../actions/connection.ts'
import { changeMyTexts, describeMyTexts } from '../actions/consent.ts'
import { changeTextSettings, changeTextWording, getTextSettings, getTextWording, resetTextWording } from '../actions/settings.ts'
import type { myTextsApi } from '../contract/my-texts.ts'
import type { textSettingsApi } from '../contract/settings.ts'
import { sampleText } from '../rules/samples.ts'
import { standardWordings, type TextTemplate, textTemplates, textVariables } from '../rules/templates.ts'

async function toTemplate(ctx: ReadContext, template: TextTemplate, isOn: boolean) {
  const wordings = []
  for (const language of Object.keys(languages) as Language[])
    wordings.push({ language, ...(await getTextWording(ctx, template, language)), standard: standardWordings[language][template] })
  return { template, isOn, wordings }
}

async function toWire(ctx: ReadContext) {
  const [site, { switches, quietHours }] = [await getSite(ctx), await getTextSettings(ctx)]
  const templates: Awaited<ReturnType<typeof toTemplate>>[] = []
  for (const template of textTemplates) templates.push(await toTemplate(ctx, template, switches[template]))
  const samples = { siteName: site.name, origin: ctx.origin, language: matchLanguage(site.language) ?? ('en' as const) }
  return {
    settings: {
      isConnected: (await findWorkingTextService(ctx)) !== undefined,
      quietHours,
      templates,
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
