/** Sends texts: when they are still wanted and true, outside the quiet hours, once. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { RECIPIENT_STOPPED, TextMessageRefused, type TextMessageService } from '#kit/sms/service.ts'
import { sendTextMessage } from '#kit/sms/text-message.ts'
import { findWorkingTextService } from './actions/connection.ts'
import { enqueueText } from './actions/queue-text.ts'
import { getTextWebhookUrl } from './actions/receive.ts'
import { getTextSettings } from './actions/settings.ts'
import { isTextStillTrue } from './hooks.ts'
import { decideDelivery } from './rules/delivery.ts'
import { isTextTemplate } from './rules/templates.ts'
import { findConsent, saveConsent } from './store/recipients.ts'
import { findText, finishText, type TextRow } from './store/texts.ts'
import { getTransition, isAllowedAction } from '#kit/pure/state-machine.ts'
import { textMachine } from './rules/text-machine.ts'

interface TextToSend {
  text: TextRow
  service: TextMessageService
}

async function isStillTrue(ctx: TransactionContext, { template, subjectId, startsAt }: TextRow): Promise<boolean> {
  if (subjectId === null || startsAt === null || !isTextTemplate(template)) return true
  return (await isTextStillTrue.call(ctx, { template, subjectId, startsAt })).every(Boolean)
}

/** The text, if it is to be sent now; otherwise saves why not, or when. */
async function prepareText(ctx: TransactionContext, textId: string): Promise<TextToSend | undefined> {
  const text = await findText(ctx, textId)
  // A failed one is tried again by the runner.
  if (!text || !isAllowedAction(textMachine, text.state, 'send')) return undefined
  const decision = decideDelivery({
    now: ctx.now,
    startsAt: text.startsAt,
    consent: await findConsent(ctx, text.recipient),
    isStillTrue: await isStillTrue(ctx, text),
    zone: (await getSite(ctx)).timeZone,
    quietHours: (await getTextSettings(ctx)).quietHours,
  })
  if ('skip' in decision) {
    await finishText(ctx, textId, { transition: getTransition(textMachine, text.state, 'skip'), error: decision.skip })
    return undefined
  }
  if ('waitUntil' in decision) {
    enqueueText(ctx, textId, decision.waitUntil)
    return undefined
  }
  const service = await findWorkingTextService(ctx)
  if (service) return { text, service }
  await finishText(ctx, textId, { transition: getTransition(textMachine, text.state, 'fail'), error: 'No provider of text messages is connected.' })
  return undefined
}

/** Saves what the provider answered; throws it again when a later attempt may help. */
async function saveFailure(ctx: OwnTransactionContext, { id, recipient, state }: TextRow, error: unknown): Promise<void> {
  const refused = error instanceof TextMessageRefused ? error : undefined
  await ctx.transaction(async (inner) => {
    await finishText(inner, id, { transition: getTransition(textMachine, state, 'fail'), error: error instanceof Error ? error.message : String(error) })
    if (refused?.code === RECIPIENT_STOPPED) await saveConsent(inner, { phone: recipient, state: 'STOPPED', source: 'PROVIDER' })
  })
  if (refused?.isTemporary !== false) throw error
}

const deliverTextJob: JobHandler = {
  own: true,
  run: async (ctx: OwnTransactionContext, { textId }: { textId: string }) => {
    const found = await ctx.transaction((inner) => prepareText(inner, textId))
    if (!found) return
    const { text, service } = found
    const { id, recipient, body } = text
    const language = matchLanguage(text.language) ?? 'en'
    try {
      const message = { id, kind: 'SMS' as const, to: recipient, body, language, statusUrl: getTextWebhookUrl(ctx) }
      const { providerId, segments } = await sendTextMessage(service, message)
      await ctx.transaction((inner) => finishText(inner, textId, { transition: getTransition(textMachine, text.state, 'send'), providerId, segments }))
    } catch (error) {
      await saveFailure(ctx, text, error)
    }
  },
}

export const textsJobs = { text: deliverTextJob }
