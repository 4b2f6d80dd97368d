/** The emails of all domains as people edit them. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Domain } from '#kit/api/domain.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { type EmailCatalog, renderEmail } from '#kit/email/render.ts'
import { checkWording, type EditableTemplate, type EmailBlock, type EmailEditing, readTemplate, type Wording } from '#kit/email/wording.ts'
import { buildByLanguage, type Language } from '#kit/pure/languages.ts'
import type { EmailWordingInput } from '../contract/templates.ts'
import type { NotificationsEmails } from '../emails/variables.ts'
import { refuse } from '../errors.ts'
import type { OptionalEmailKind } from '../rules/email-kinds.ts'
import { sampleValue } from '../rules/sample-values.ts'
import * as outbox from '../store/outbox.ts'
import * as store from '../store/wordings.ts'
import { loadSecretVariables } from './email-secrets.ts'
import { queueEmail } from './mailer.ts'

/** What all domains say about their emails. */
export interface CollectedEmails {
  templates: EmailCatalog
  kinds: Readonly<Record<string, OptionalEmailKind>>
  /** Template → its domain. */
  domains: Readonly<Record<string, string>>
  /** Domain → how its emails are edited. */
  editing: Readonly<Record<string, EmailEditing>>
}

/** The one email that is only ever a copy of another. */
export const TEST_TEMPLATE = 'template-test'

let collected: CollectedEmails = { templates: buildByLanguage(() => ({})), kinds: {}, domains: {}, editing: {} }

/** Reads the emails of all domains, once at start. */
export function collectEmails(domains: readonly Domain<never>[]): CollectedEmails {
  const emails = domains.flatMap(({ name, emails: own }) => (own ? [{ name, ...own }] : []))
  collected = {
    templates: buildByLanguage((language) => Object.assign({}, ...emails.map(({ templates }) => templates[language])) as EmailCatalog[Language]),
    kinds: Object.assign({}, ...emails.map(({ optional }) => optional ?? {})) as Record<string, OptionalEmailKind>,
    domains: Object.fromEntries(emails.flatMap(({ name, templates }) => Object.keys(templates.en).map((template) => [template, name]))),
    editing: Object.fromEntries(emails.map(({ name, editing }) => [name, editing ?? {}])),
  }
  return collected
}

/** The kind of a template that its recipient may turn off. */
export const findEmailKind = (template: string): OptionalEmailKind | undefined => collected.kinds[template] as OptionalEmailKind | undefined

/** The blocks of the domain of a template, in a language. */
export const findBlocks = (template: string, language: Language): Readonly<Record<string, EmailBlock>> =>
  collected.editing[collected.domains[template] ?? '']?.blocks?.[language] ?? {}

/** Refuses with NOT_FOUND. */
function readStandard(template: string, language: Language): EditableTemplate {
  const build = Object.hasOwn(collected.templates[language], template) && template !== TEST_TEMPLATE ? collected.templates[language][template] : undefined
  if (!build) return refuseStandard('NOT_FOUND')
  const { marks = {} } = collected.editing[collected.domains[template] ?? ''] ?? {}
  return readTemplate(build, { blocks: findBlocks(template, language), marks })
}

const loadSecrets = async (ctx: ReadContext, template: string): Promise<readonly string[]> => (await loadSecretVariables(ctx))[template] ?? []

const toWording = ({ subject, body, button }: Wording): Wording => ({ subject, body, button })

/** Every email that the site sends, in the order of the domains. */
export async function listTemplates(ctx: ReadContext, language: Language) {
  const own = await store.listWordings(ctx)
  return Object.entries(collected.domains)
    .filter(([template]) => template !== TEST_TEMPLATE)
    .map(([template, domain]) => {
      const words = own.filter((one) => one.template === template)
      const kind = collected.kinds[template]
      return {
        template,
        domain,
        ...(kind && { optionalKind: kind }),
        ownLanguages: words.map((one) => one.language as Language),
        subject: words.find((one) => one.language === language)?.subject ?? readStandard(template, language).subject,
      }
    })
}

const EXAMPLES = 5
/** The newest emails of this template; without any, those of its domain that have most of its variables. */
async function findExamples(ctx: ReadContext, template: string, language: Language, variables: readonly string[]) {
  const own = await outbox.listEmailsOfTemplate(ctx, template, EXAMPLES)
  const domain = collected.domains[template]
  const relatives = own.length > 0 ? [] : Object.keys(collected.domains).filter((other) => collected.domains[other] === domain && other !== template)
  const found = [...own]
  for (const relative of relatives) {
    if (found.length >= EXAMPLES) break
    const shared = readStandard(relative, language).variables.filter((name) => variables.includes(name))
    if (shared.length * 2 >= variables.length && shared.length > 1) found.push(...(await outbox.listEmailsOfTemplate(ctx, relative, 1)))
  }
  return found.toSorted((a, b) => b.createdAt.epochMilliseconds - a.createdAt.epochMilliseconds).slice(0, EXAMPLES)
}

/** One email with its words, variables and examples. Refuses with NOT_FOUND. */
export async function describeTemplate(ctx: ReadContext, template: string, language: Language) {
  const standard = readStandard(template, language)
  const own = await store.findWording(ctx, template, language)
  const secrets = await loadSecrets(ctx, template)
  const shown = `${standard.subject}\n${standard.body}`
  return {
    template,
    language,
    wording: own ?? toWording(standard),
    standard: toWording(standard),
    isOwn: own !== undefined,
    hasButton: standard.button !== '',
    variables: [...standard.variables.filter((name) => !/^(calendarFile)$/.test(name)), 'siteName'].map((name) => ({
      name,
      isRequired: secrets.includes(name) && shown.includes(`{{${name}}}`),
    })),
    examples: (await findExamples(ctx, template, language, standard.variables)).filter((email, index, all) => all.indexOf(email) === index),
  }
}

/** Refuses with NOT_FOUND, UNKNOWN_EMAIL_VARIABLE and MISSING_EMAIL_VARIABLE. */
async function assertUsable(ctx: ReadContext, template: string, language: Language, wording: Wording): Promise<EditableTemplate> {
  const standard = readStandard(template, language)
  const { unknown, missing } = checkWording(wording, standard, await loadSecrets(ctx, template))
  if (unknown.length > 0) refuse('UNKNOWN_EMAIL_VARIABLE', { names: unknown.join(', ') })
  if (missing.length > 0) refuse('MISSING_EMAIL_VARIABLE', { names: missing.join(', ') })
  return standard
}

/** Saves the words of the business; those of the product are not kept as its own. */
export async function changeWording(ctx: TransactionContext, template: string, language: Language, wording: Wording): Promise<void> {
  const standard = await assertUsable(ctx, template, language, wording)
  const isStandard = wording.subject === standard.subject && wording.body === standard.body && (wording.button || standard.button) === standard.button
  await (isStandard ? store.deleteWording(ctx, template, language) : store.saveWording(ctx, template, language, wording))
}

/** Returns to the words of the product. */
export async function resetWording(ctx: TransactionContext, template: string, language: Language): Promise<void> {
  readStandard(template, language)
  await store.deleteWording(ctx, template, language)
}

/** Values for a preview: those of an email of the outbox over made-up ones. What opens an account is never among them. */
async function loadPreviewValues(ctx: ReadContext, template: string, language: Language, exampleId: string | undefined): Promise<Record<string, unknown>> {
  const site = await getSite(ctx)
  const example = exampleId === undefined ? undefined : await outbox.findEmail(ctx, exampleId)
  const sample = { language, origin: ctx.origin, currency: site.currency, at: ctx.authNow.toString(), timeZone: site.timeZone }
  const secrets = Object.fromEntries((await loadSecrets(ctx, template)).map((name) => [name, /link/i.test(name) ? ctx.origin : '123456']))
  const common = { siteName: site.name, siteUrl: ctx.origin, language, sentAt: sample.at }
  const given = {
    ...common,
    ...(example && collected.domains[example.template] === collected.domains[template] ? (example.variables as object) : {}),
    ...secrets,
  }
  // Functions of templates ask for what they need; what the example does not have is made up.
  return new Proxy(given as Record<string, unknown>, {
    get: (target, name) => (typeof name !== 'string' || name in target ? Reflect.get(target, name) : sampleValue(name, sample)),
  })
}

/** Renders an email in the words given. Refuses as `changeWording`. */
export async function previewTemplate(ctx: ReadContext, template: string, language: Language, { exampleId, ...wording }: EmailWordingInput) {
  await assertUsable(ctx, template, language, wording)
  const site = await getSite(ctx)
  const variables = await loadPreviewValues(ctx, template, language, exampleId)
  const sender = { siteName: site.name, accent: site.accent, timeZone: site.timeZone }
  const words = { ...wording, blocks: findBlocks(template, language) }
  const { subject, html, text } = renderEmail(collected.templates, { template, variables, language }, sender, { wording: words })
  return { subject, html, text }
}

/** An email as it would be sent, in the words of the site: shown before what it is about is done. */
export async function previewEmail(ctx: ReadContext, { template, variables, language }: { template: string; variables: object; language: Language }) {
  const site = await getSite(ctx)
  const own = await store.findWording(ctx, template, language)
  const { subject, html, text } = renderEmail(
    collected.templates,
    { template, variables: { ...variables }, language },
    { siteName: site.name, accent: site.accent, timeZone: site.timeZone },
    { wording: own && { ...own, blocks: findBlocks(template, language) } },
  )
  return { subject, html, text }
}

/** Sends the preview as an email of its own. Refuses as `changeWording`. */
export async function sendTemplateTest(
  ctx: TransactionContext,
  template: string,
  language: Language,
  { to, ...input }: EmailWordingInput & { to: string },
): Promise<void> {
  // The layout repeats subject and name of the site.
  const { subject, text } = await previewTemplate(ctx, template, language, input)
  await queueEmail<NotificationsEmails>(
    ctx,
    { kind: 'address', address: to, language },
    { template: TEST_TEMPLATE, variables: { subject, text: text.split('\n\n').slice(1, -1).join('\n\n') } },
  )
}
