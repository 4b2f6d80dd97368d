/** Sends the letters of the outbox. Without a mail server every letter is kept and readable in the dashboard. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { renderMail, type MailTemplates } from '#kit/mail/render.ts'
import { sendBySmtp } from '#kit/outside/smtp.ts'
import type { JobHandler } from '#kit/work/runner.ts'
import * as store from './store.ts'

export interface MailSettings {
  smtpUrl: string | undefined
  from: string
}
let settings: MailSettings = { smtpUrl: undefined, from: '' }
/** Called once at start. */
export const useMailSettings = (given: MailSettings): void => void (settings = given)

/** The job `letter`: renders, sends or keeps, and notes the outcome on the letter. */
export const letterJob = (templates: MailTemplates): JobHandler => ({
  own: true,
  run: async (ctx: Ctx, { letterId }: { letterId: string }) => {
    const found = await ctx.write(async (inner) => ({ letter: await store.letterById(inner, letterId), site: await currentSite(inner) }))
    if (!found.letter || found.letter.state === 'SENT' || found.letter.state === 'KEPT') return
    const { letter, site } = found
    const template = templates[letter.template]
    if (!template) throw new Error(`no mail template named ${letter.template}`)
    const rendered = renderMail(template(letter.variables as Record<string, unknown>), { siteName: site.name, accent: site.accent })
    if (settings.smtpUrl) await sendBySmtp(settings.smtpUrl, { from: settings.from, to: letter.recipient, ...rendered })
    await ctx.write((inner) => store.finishLetter(inner, letterId, { state: settings.smtpUrl ? 'SENT' : 'KEPT', ...rendered }))
  },
})
