/** Jobs of sign-in: text messages and calls. Without a service they are stored for the dashboard. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { findWorkingTextService } from '#domains/texts/public.ts'
import { sendTextMessage } from '#kit/sms/text-message.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { textMessageMachine } from './rules/text-message-machine.ts'
import { finishTextMessage, textMessageById } from './store/factors.ts'
import { readSignInSettings } from './store/identities.ts'

const textMessage: JobHandler = {
  own: true,
  run: async (ctx: OwnTransactionContext, { textId }: { textId: string }) => {
    const { message, settings, connected } = await ctx.transaction(async (work) => ({
      message: await textMessageById(work, textId),
      settings: await readSignInSettings(work.tx, work.siteId),
      connected: await findWorkingTextService(work),
    }))
    if (message?.state !== 'QUEUED') return
    const { provider, ...own } = settings.text
    // A service of its own comes first; else codes go out as the texts to clients do.
    const service = provider === 'http' ? own : connected
    const { id, kind, recipient, body, language } = message
    if (service) await sendTextMessage(service, { id, kind, to: recipient, body, language })
    const transition = getTransition(textMessageMachine, message.state, service ? 'send' : 'keep')
    await ctx.transaction((work) => finishTextMessage(work, textId, transition, work.authNow))
  },
}
export const identityJobs = { 'text-message': textMessage }
