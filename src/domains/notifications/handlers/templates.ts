/** Emails in the words of the business: operation → actions. */
import { getSiteLanguage } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { Language } from '#kit/pure/languages.ts'
import * as templates from '../actions/templates.ts'
import type { emailTemplatesApi } from '../contract/templates.ts'
import { toEmailWire } from './emails.ts'

async function toWire(ctx: ReadContext, { template, language }: { template: string; language: Language }) {
  const { examples, ...described } = await templates.describeTemplate(ctx, template, language)
  const rows = await toEmailWire(ctx, examples)
  return { template: { ...described, examples: rows.map(({ id, to, subject, createdDate }) => ({ id, to, subject, createdDate })) } }
}

export const emailTemplatesHandlers: Handlers<typeof emailTemplatesApi> = {
  listEmailTemplates: async (ctx) => ({ templates: await templates.listTemplates(ctx, await getSiteLanguage(ctx)) }),
  getEmailTemplate: async (ctx, { params }) => toWire(ctx, params),
  updateEmailTemplate: async (ctx, { params, body }) => {
    await templates.changeWording(ctx, params.template, params.language, body)
    return toWire(ctx, params)
  },
  resetEmailTemplate: async (ctx, { params }) => {
    await templates.resetWording(ctx, params.template, params.language)
    return toWire(ctx, params)
  },
  previewEmailTemplate: async (ctx, { params, body }) => templates.previewTemplate(ctx, params.template, params.language, body),
  testEmailTemplate: async (ctx, { params, body }) => {
    await templates.sendTemplateTest(ctx, params.template, params.language, body)
    return {}
  },
}
