/** What the provider reports: answers of people, and what became of a text. Signed with the secret of the account. Source: guide bookings §20.6. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { toE164 } from '#kit/pure/phone.ts'
import { isSignedWebhook } from '../crypto/webhook-signature.ts'
import { refuse } from '../errors.ts'
import { readReply } from '../rules/replies.ts'
import { saveConsent } from '../store/recipients.ts'
import { insertReply, finishText, lockTextOfProvider } from '../store/texts.ts'
import { findWorkingTextService } from './connection.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { textMachine } from '../rules/text-machine.ts'

/** The address that the provider calls; sites may share a host. Part of the signature: it must be exactly what is entered there. */
export const getTextWebhookUrl = ({ origin, siteId }: Pick<BaseContext, 'origin' | 'siteId'>): string => `${origin}/api/texts/${siteId}/webhook`

type Fields = Readonly<Record<string, string>>

/** Refuses with TEXT_SIGNATURE_INVALID, also when no provider is connected. */
export async function receiveTextWebhook(ctx: TransactionContext, form: string): Promise<void> {
  const fields: Fields = Object.fromEntries(new URLSearchParams(form))
  const service = await findWorkingTextService(ctx)
  const signature = ctx.headers['x-twilio-signature']
  if (!service || fields.AccountSid !== service.account || !isSignedWebhook(signature, service.secret, getTextWebhookUrl(ctx), fields))
    return refuse('TEXT_SIGNATURE_INVALID')
  if (fields.MessageStatus) await takeReport(ctx, fields)
  else if (fields.MessageSid && fields.Body !== undefined) await takeReply(ctx, fields)
}

async function takeReport(ctx: TransactionContext, { MessageSid = '', MessageStatus, ErrorCode, NumSegments }: Fields): Promise<void> {
  const segments = Number(NumSegments) > 0 ? Number(NumSegments) : undefined
  const hasFailed = MessageStatus === 'failed' || MessageStatus === 'undelivered'
  if (!hasFailed && MessageStatus !== 'delivered') return
  const text = await lockTextOfProvider(ctx, MessageSid)
  const transition = text && findTransition(textMachine, text.state, hasFailed ? 'fail' : 'arrive')
  const error = hasFailed ? `${MessageStatus}${ErrorCode ? ` (${ErrorCode})` : ''}` : undefined
  if (transition) await finishText(ctx, text.id, { transition, error, segments })
}

/** The provider repeats what was not answered: each answer counts once, so that an old START ends no newer STOP. */
async function takeReply(ctx: TransactionContext, { MessageSid = '', From, Body = '' }: Fields): Promise<void> {
  const phone = toE164(From)
  if (!phone) return
  const meaning = readReply(Body)
  const isNew = await insertReply(ctx, { providerId: MessageSid, sender: phone, meaning, body: Body.slice(0, 1600) })
  if (!isNew || meaning === 'OTHER') return
  await saveConsent(ctx, { phone, state: meaning === 'STOP' ? 'STOPPED' : 'ON', source: 'REPLY', endsStop: true })
}
