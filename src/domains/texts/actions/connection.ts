/**
 * The provider of text messages of a site. Its credentials are kept sealed with the key of the server; who may connect it is decided by set-up.
 * Source: guide bookings §20.6.
 */
import { readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { seal, unseal } from '#kit/secrets/sealing.ts'
import type { TextMessageCalls, TextMessageService } from '#kit/sms/service.ts'
import { describeTextService, TEXT_SERVICE } from '../rules/sealed.ts'

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
  const sealed = await ctx.cache(['site_setting'], 'sealed provider of texts', () => readStoredSetting(ctx, TEXT_SERVICE))
  if (typeof sealed !== 'string') return undefined
  const text = unseal(describeTextService(ctx.siteId), sealed)
  return text === undefined ? 'unreadable' : (JSON.parse(text) as TextMessageService)
}

/** The provider, if texts can be sent through it. */
export async function findWorkingTextService(ctx: ReadContext): Promise<TextMessageService | undefined> {
  const service = await findTextService(ctx)
  return service === 'unreadable' ? undefined : service
}

/** Stores a provider that a check has shown to work; null forgets it. */
export const saveTextService = (ctx: TransactionContext, service: TextMessageService | null): Promise<unknown> =>
  writeStoredSetting(ctx, TEXT_SERVICE, service && seal(describeTextService(ctx.siteId), JSON.stringify(service)))
