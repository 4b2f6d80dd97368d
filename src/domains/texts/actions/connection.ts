/**
 * The provider of text messages of a site. Its credentials are kept sealed with the key of the server; who may connect it is decided by set-up.
 * Source: guide bookings §20.6.
 */
import { randomBytes } from 'node:crypto'
import { readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { openText, sealText } from '#kit/secrets/seal.ts'
import type { TextMessageCalls, TextMessageService } from '#kit/sms/service.ts'

const KEY = 'connections.texts'
const describePurpose = (siteId: string): string => `${KEY} of ${siteId}`

let sealingKey: Buffer = randomBytes(32)
/** Called once at start, with the key of sealed credentials. */
export const configureTexts = (key: Buffer): void => void (sealingKey = key)

let calls: TextMessageCalls | undefined
/** Called once at start, with the calls to providers. */
export const configureTextCalls = (given: TextMessageCalls): void => void (calls = given)
/** The calls to providers: for a check whose answer is the reply. Texts to clients are sent by a job. */
export function getTextCalls(): TextMessageCalls {
  if (!calls) throw new Error('the calls to providers of text messages were not configured')
  return calls
}

/** The connected provider; `unreadable` when its credentials were sealed with another key; undefined without one. */
export async function findTextService(ctx: ReadContext): Promise<TextMessageService | 'unreadable' | undefined> {
  const sealed = await ctx.cache(['site_setting'], 'sealed provider of texts', () => readStoredSetting(ctx, KEY))
  if (typeof sealed !== 'string') return undefined
  const text = openText(sealingKey, describePurpose(ctx.siteId), sealed)
  return text === undefined ? 'unreadable' : (JSON.parse(text) as TextMessageService)
}

/** The provider, if texts can be sent through it. */
export async function findWorkingTextService(ctx: ReadContext): Promise<TextMessageService | undefined> {
  const service = await findTextService(ctx)
  return service === 'unreadable' ? undefined : service
}

/** Stores a provider that a check has shown to work; null forgets it. */
export const saveTextService = (ctx: TransactionContext, service: TextMessageService | null): Promise<unknown> =>
  writeStoredSetting(ctx, KEY, service && sealText(sealingKey, describePurpose(ctx.siteId), JSON.stringify(service)))
