/** What sign-in sends to the outside: text messages and calls. Without a service they are kept, to be read in the dashboard. */
import type { Ctx } from '#kit/ctx.ts'
import { sendText } from '#kit/outside/text-message.ts'
import type { JobHandler } from '#kit/work/runner.ts'
import { finishText, textById } from './store/factors.ts'
import { settingsOf } from './store/identities.ts'

const textMessage: JobHandler = {
  own: true,
  run: async (ctx: Ctx, { textId }: { textId: string }) => {
    const { message, settings } = await ctx.write(async (work) => ({
      message: await textById(work.tx, work.siteId, textId),
      settings: await settingsOf(work.tx, work.siteId),
    }))
    if (message?.state !== 'QUEUED') return
    const { provider, ...service } = settings.text
    const { id, kind, recipient, body, language } = message
    if (provider === 'http') await sendText(service, { id, kind, to: recipient, body, language })
    await ctx.write((work) => finishText(work.tx, work.siteId, textId, provider === 'http' ? 'SENT' : 'KEPT', work.authNow))
  },
}
export const identityJobs = { 'text-message': textMessage }
