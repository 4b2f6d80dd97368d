/** Delivers emails from the outbox. Without an SMTP server every email is kept and readable in the dashboard. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import type { Domain } from '#kit/api/domain.ts'
import { renderEmail, type EmailCatalog } from '#kit/email/render.ts'
import { sendWithSmtp } from '#kit/email/smtp.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { loadEmailPreference } from './actions/email-preferences.ts'
import { resolveEmailLanguage } from './actions/mailer.ts'
import { listSecretVariables } from './hooks.ts'
import type { OptionalEmailKind } from './rules/email-kinds.ts'
import { redactSecrets, type SecretVariables } from './rules/secrets.ts'
import * as store from './store/outbox.ts'

export interface EmailSettings {
  smtpUrl: string | undefined
  from: string
}
let settings: EmailSettings = { smtpUrl: undefined, from: '' }
/** Called once at start. */
export const configureEmail = (given: EmailSettings): void => void (settings = given)

/** The job `email`: renders an email, sends or keeps it, and saves the outcome. `kinds` names the templates that recipients may turn off. */
const deliverEmailJob = (templates: EmailCatalog, kinds: Readonly<Record<string, OptionalEmailKind>>): JobHandler => ({
  own: true,
  run: async (ctx: OwnTransactionContext, { emailId }: { emailId: string }) => {
    const found = await ctx.transaction(async (inner) => {
      const email = await store.findEmail(inner, emailId)
      const kind = email && kinds[email.template]
      return {
        email,
        site: await getSite(inner),
        secrets: Object.assign({}, ...(await listSecretVariables.call(inner, undefined))) as SecretVariables,
        language: email && (email.language || (await resolveEmailLanguage(inner, email.recipient))),
        choice: email && kind ? await loadEmailPreference(inner, email.recipient, kind) : undefined,
      }
    })
    const finalStates = ['SENT', 'KEPT', 'UNWANTED']
    if (!found.email || !found.language || finalStates.includes(found.email.state)) return
    const { email, site, language, choice, secrets } = found
    const { calendar, ...rendered } = renderEmail(
      templates,
      { template: email.template, variables: email.variables as Record<string, unknown>, language },
      { siteName: site.name, accent: site.accent, timeZone: site.timeZone },
      choice?.preferencesUrl,
    )
    const isWanted = choice?.isWanted ?? true
    if (isWanted && settings.smtpUrl)
      await sendWithSmtp(settings.smtpUrl, { from: settings.from, to: email.recipient, calendar, unsubscribeUrl: choice?.unsubscribeUrl, ...rendered })
    const state = !isWanted ? 'UNWANTED' : settings.smtpUrl ? 'SENT' : 'KEPT'
    // A secret that was sent is known to its recipient, and to nobody else.
    const redact = (text: string) => (state === 'SENT' ? redactSecrets(secrets, email.template, email.variables as Record<string, unknown>, text) : text)
    const stored = { subject: redact(rendered.subject), html: redact(rendered.html), text: redact(rendered.text) }
    await ctx.transaction((inner) =>
      store.finishEmail(inner, emailId, { state, language, ...stored, variables: JSON.parse(redact(JSON.stringify(email.variables))) }),
    )
  },
})

/** The templates of all domains, and which of them are optional. */
function collectEmails(domains: readonly Domain<never>[]): { templates: EmailCatalog; kinds: Record<string, OptionalEmailKind> } {
  const emails = domains.flatMap((domain) => domain.emails ?? [])
  const kinds = emails.flatMap(({ optional = {} }) => Object.entries(optional))
  return {
    templates: { en: Object.assign({}, ...emails.map(({ templates }) => templates.en)), de: Object.assign({}, ...emails.map(({ templates }) => templates.de)) },
    kinds: Object.fromEntries(kinds.map(([template, kind]) => [template, kind as OptionalEmailKind])),
  }
}

export const notificationsJobs = (domains: readonly Domain<never>[]) => {
  const { templates, kinds } = collectEmails(domains)
  return { email: deliverEmailJob(templates, kinds) }
}
