/** Delivers emails from the outbox. Without an SMTP server every email is kept and readable in the dashboard. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Domain } from '#kit/api/domain.ts'
import { renderEmail } from '#kit/email/render.ts'
import { sealEmailSecrets, splitSecrets } from '#kit/email/secrets.ts'
import { sendWithSmtp } from '#kit/email/smtp.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { getTransition, isAllowedAction } from '#kit/pure/state-machine.ts'
import { loadEmailPreference } from './actions/email-preferences.ts'
import { loadSecretVariables, openEmail } from './actions/email-secrets.ts'
import { resolveEmailLanguage } from './actions/mailer.ts'
import { type CollectedEmails, collectEmails, findBlocks } from './actions/templates.ts'
import { emailMachine, type EmailState } from './rules/email-machine.ts'
import { redactSecrets } from './rules/secrets.ts'
import * as store from './store/outbox.ts'
import { findWording } from './store/wordings.ts'

export interface EmailSettings {
  smtpUrl: string | undefined
  from: string
  /** An owner named this server: it may only be reached on the open internet, unless the operator allows private addresses. */
  isGuarded?: boolean | undefined
}
let serverSettings: EmailSettings = { smtpUrl: undefined, from: '' }
/** What the environment says. Called once at start. */
export const configureEmail = (given: EmailSettings): void => void (serverSettings = given)

/** Says which mail server sends for a site, by what it connected itself and what the server has. */
type FindSiteEmail = (ctx: ReadContext, server: EmailSettings) => Promise<EmailSettings>
let findSettings: FindSiteEmail = async (_ctx, server) => server
/** Called once at start; without it every site uses what the server has. */
export const configureSiteEmail = (find: FindSiteEmail): void => void (findSettings = find)

/** Whether emails of this site leave the server; without a mail server they are kept. */
export const canSendEmail = async (ctx: ReadContext): Promise<boolean> => (await findSettings(ctx, serverSettings)).smtpUrl !== undefined

/** What is read before an email is rendered; undefined when there is nothing left to send. */
async function loadEmail(ctx: TransactionContext, emailId: string, { kinds }: CollectedEmails) {
  const email = await store.findEmailWithWording(ctx, emailId)
  if (!email || !isAllowedAction(emailMachine, email.state as EmailState, 'fail')) return undefined
  const opened = openEmail(email)
  if (!opened) return void (await store.giveUpEmail(ctx, emailId, getTransition(emailMachine, email.state as EmailState, 'fail')))
  const kind = kinds[email.template]
  const named = matchLanguage(email.language)
  const language = named ?? (await resolveEmailLanguage(ctx, email.recipient))
  const { ownSubject, ownBody, ownButton } = email
  const wording = !named
    ? await findWording(ctx, email.template, language)
    : ownSubject === null || ownBody === null
      ? undefined
      : { subject: ownSubject, body: ownBody, button: ownButton ?? '' }
  return {
    email: { ...email, state: email.state as EmailState, variables: opened.variables },
    site: await getSite(ctx),
    settings: await findSettings(ctx, serverSettings),
    secrets: await loadSecretVariables(ctx),
    language,
    choice: kind ? await loadEmailPreference(ctx, email.recipient, kind) : undefined,
    wording: wording && { ...wording, blocks: findBlocks(email.template, language) },
  }
}
type LoadedEmail = NonNullable<Awaited<ReturnType<typeof loadEmail>>>

type RenderedEmail = ReturnType<typeof renderEmail>
const renderLoaded = ({ email, site, language, choice, wording }: LoadedEmail, { templates }: CollectedEmails): RenderedEmail =>
  renderEmail(
    templates,
    { template: email.template, variables: email.variables, language },
    { siteName: site.name, accent: site.accent, timeZone: site.timeZone },
    { preferencesUrl: choice?.preferencesUrl, wording },
  )

/** Sends an email if it is wanted and there is a server for it, and answers what became of it. Throws what the server answered. */
async function sendEmail({ email, choice, settings }: LoadedEmail, { calendar, ...rendered }: RenderedEmail) {
  const isWanted = choice?.isWanted ?? true
  if (isWanted && settings.smtpUrl)
    await sendWithSmtp(settings.smtpUrl, {
      from: settings.from,
      isGuarded: settings.isGuarded,
      to: email.recipient,
      calendar,
      unsubscribeUrl: choice?.unsubscribeUrl,
      ...rendered,
    })
  return getTransition(emailMachine, email.state, !isWanted ? 'withhold' : settings.smtpUrl ? 'send' : 'keep')
}

const redact = ({ email, secrets }: LoadedEmail, text: string): string => redactSecrets(secrets, email.template, email.variables, text)
const redactWords = (found: LoadedEmail, { subject, html, text }: RenderedEmail) => ({
  subject: redact(found, subject),
  html: redact(found, html),
  text: redact(found, text),
})

/** What is kept is passed on by its owner: its secrets stay, sealed, and the words with them. */
function sealKept({ email, secrets }: LoadedEmail, { subject, html, text }: RenderedEmail) {
  const { open, secret } = splitSecrets(email.variables, secrets[email.template] ?? [])
  const sealed = secret && sealEmailSecrets(email.siteId, email.id, { variables: secret, words: { subject, html, text } })
  return { variables: open, secrets: sealed ?? null }
}
/** A sent secret is known to its recipient only. */
const redactSent = (found: LoadedEmail) => ({ variables: JSON.parse(redact(found, JSON.stringify(found.email.variables))) as object, secrets: null })

/** The job `email`: renders an email, sends or keeps it, and saves the outcome. One that fails is tried again, and marked until it works. */
const deliverEmailJob = (emails: CollectedEmails): JobHandler => ({
  own: true,
  run: async (ctx: OwnTransactionContext, { emailId }: { emailId: string }) => {
    const found = await ctx.transaction((inner) => loadEmail(inner, emailId, emails))
    if (!found) return
    const { email, language } = found
    const toRedacted = (words: RenderedEmail) => redactWords(found, words)
    let rendered: RenderedEmail | undefined
    try {
      rendered = renderLoaded(found, emails)
      const transition = await sendEmail(found, rendered)
      const done = { transition, language, ...toRedacted(rendered), ...(transition.to === 'KEPT' ? sealKept(found, rendered) : redactSent(found)) }
      await ctx.transaction((inner) => store.finishEmail(inner, emailId, done))
    } catch (error) {
      const failed = {
        transition: getTransition(emailMachine, email.state, 'fail'),
        error: error instanceof Error ? error.message : String(error),
        words: rendered && toRedacted(rendered),
      }
      await ctx.transaction((inner) => store.failEmail(inner, emailId, failed))
      throw error
    }
  },
})

export const notificationsJobs = (domains: readonly Domain<never>[]) => ({ email: deliverEmailJob(collectEmails(domains)) })
