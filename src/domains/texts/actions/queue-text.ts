/** Queues texts: in the words of the business, only to numbers whose owner asked for them. Source: guide bookings §20.6. */
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Language } from '#kit/pure/languages.ts'
import { toE164 } from '#kit/pure/phone.ts'
import { refuse } from '../errors.ts'
import { measureText } from '../rules/segments.ts'
import { renderText, type TextTemplate, type TextVariables } from '../rules/templates.ts'
import { findConsent, findNumberOfMember } from '../store/recipients.ts'
import * as store from '../store/texts.ts'
import { findWorkingTextService } from './connection.ts'
import { getTextSettings, readTextWordings } from './settings.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { textMachine } from '../rules/text-machine.ts'

/** One text to one person. */
export interface TextInput {
  template: TextTemplate
  language: Language
  /** As it was typed; without a usable one the number that the member named in their account counts. */
  phone: string | undefined
  memberId: string | undefined
  /** The contact. */
  personId: string | null
  /** The booking that it is about. */
  subjectId: string
  startsAt: Temporal.Instant
  /** A text of this key is queued once per site. */
  uniqueKey: string
  /** Asked for only when the text is sent. */
  loadVariables: () => Promise<TextVariables>
}

/** Whether this text is sent at all; cheap for the many sites without a provider. */
export async function areTextsOn(ctx: ReadContext, template?: TextTemplate): Promise<boolean> {
  if (!(await findWorkingTextService(ctx))) return false
  return template === undefined || (await getTextSettings(ctx)).switches[template]
}

async function findWantingNumber(ctx: ReadContext, { phone, memberId }: TextInput): Promise<string | undefined> {
  const number = toE164(phone) ?? (memberId ? await findNumberOfMember(ctx, memberId) : undefined)
  return number && (await findConsent(ctx, number)) === 'ON' ? number : undefined
}

/** Does nothing when texts are off, or the person wants none. */
export async function queueText(ctx: TransactionContext, input: TextInput): Promise<void> {
  const { template, language, personId, subjectId, startsAt, uniqueKey } = input
  if (!(await areTextsOn(ctx, template))) return
  const recipient = await findWantingNumber(ctx, input)
  if (!recipient) return
  const { wording } = (await readTextWordings(ctx))(template, language)
  const body = renderText(wording, { ...(await input.loadVariables()), siteName: (await getSite(ctx)).name })
  const id = ctx.newId()
  const { segments } = measureText(body)
  if (await store.insertText(ctx, { id, recipient, personId, template, language, body, segments, subjectId, startsAt, uniqueKey }))
    enqueueText(ctx, id, ctx.now)
}

/** The job of a text, at a time: a text that waits for the end of the quiet hours gets another one. */
export const enqueueText = (ctx: TransactionContext, textId: string, dueAt: Temporal.Instant): void =>
  ctx.enqueue({ kind: 'text', key: `${textId}:${ctx.newId()}`, data: { textId }, dueAt, subject: textId })

/**
 * A text that was not sent is tried again; any other goes out once more, as a text of its own. Refuses with NOT_FOUND, TEXT_IS_QUEUED,
 * TEXTS_NOT_CONNECTED, and with TEXTS_NOT_WANTED when the number gets none any more.
 */
export async function resendText(ctx: TransactionContext, id: string): Promise<void> {
  const text = (await store.lockText(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (text.body === '') refuseStandard('NOT_FOUND')
  if (await store.isSameTextQueued(ctx, text)) refuse('TEXT_IS_QUEUED')
  if (!(await findWorkingTextService(ctx))) refuse('TEXTS_NOT_CONNECTED')
  if ((await findConsent(ctx, text.recipient)) !== 'ON') refuse('TEXTS_NOT_WANTED')
  const requeued = findTransition(textMachine, text.state, 'requeue')
  if (requeued) {
    await store.finishText(ctx, id, { transition: requeued })
    return enqueueText(ctx, id, ctx.now)
  }
  const copyId = ctx.newId()
  const { recipient, personId, template, language, body, segments, subjectId, startsAt } = text
  await store.insertText(ctx, { id: copyId, recipient, personId, template, language, body, segments, subjectId, startsAt, uniqueKey: null })
  enqueueText(ctx, copyId, ctx.now)
}
