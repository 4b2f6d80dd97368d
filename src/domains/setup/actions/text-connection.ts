/** The provider of text messages, connected from the dashboard: asked before it is stored. Each site has its own. Source: guide bookings §20.6. */
import { getSite } from '#domains/site/public.ts'
import { assertTextNumber, findTextService, findWorkingTextService, getTextCalls, getTextWebhookUrl, saveTextService } from '#domains/texts/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { findServiceUrlProblem } from '#kit/http/fetch-public.ts'
import { matchLanguage, translate } from '#kit/pure/languages.ts'
import { toE164 } from '#kit/pure/phone.ts'
import type { TextMessageService } from '#kit/sms/service.ts'
import type { TextProviderInput } from '../contract/connections.ts'
import { refuse } from '../errors.ts'

const TWILIO = 'https://api.twilio.com/2010-04-01'

/** How texts are sent, without any credential. */
export async function describeTextConnection(ctx: ReadContext) {
  const service = await findTextService(ctx)
  const webhookUrl = getTextWebhookUrl(ctx)
  if (service === undefined) return { isConnected: false, baseUrl: TWILIO, webhookUrl }
  if (service === 'unreadable') return { isConnected: false, baseUrl: TWILIO, webhookUrl, isUnreadable: true }
  const { account, from, baseUrl } = service
  return { isConnected: true, account, from, baseUrl, webhookUrl }
}

/** Texts cost money and speak for the business: only the owner connects their provider. */
function assertMayConnect(ctx: BaseContext): void {
  if (ctx.caller.permissions) refuseStandard('PERMISSION_DENIED')
}

const refuseProvider = (error: unknown): never =>
  refuse('TEXT_PROVIDER_REFUSED', { reason: error instanceof Error ? error.message.slice(0, 300) : String(error) })

/** The stored secret is used again only where it was used before: another address must not get it. */
function readService({ account, secret, from, baseUrl = TWILIO }: TextProviderInput, before: TextMessageService | undefined): TextMessageService {
  assertTextNumber('from', from)
  assertNoViolations(
    findServiceUrlProblem(baseUrl)
      ? [{ field: 'baseUrl', description: 'must be an https address of the open internet', violatedRule: 'FORMAT', data: { type: 'WEB_URL' } }]
      : [],
  )
  const kept = before?.account === account && before.baseUrl === baseUrl ? before.secret : undefined
  return { account, secret: secret ?? kept ?? refuse('TEXT_SECRET_REQUIRED'), from: toE164(from) ?? from, baseUrl }
}

/** Refuses with TEXT_PROVIDER_REFUSED and what the provider answered. */
export async function connectTexts(ctx: OwnTransactionContext, input: TextProviderInput): Promise<void> {
  const before = await ctx.read(async (inner) => {
    assertMayConnect(inner)
    return findWorkingTextService(inner)
  })
  const service = readService(input, before)
  await getTextCalls().check(service).catch(refuseProvider)
  await ctx.transaction((inner) => saveTextService(inner, service))
}

/** From now on no text is sent. What waits fails, and can be sent again once a provider is connected. */
export async function disconnectTexts(ctx: OwnTransactionContext): Promise<void> {
  assertMayConnect(ctx)
  await ctx.transaction((inner) => saveTextService(inner, null))
}

const getService = (ctx: OwnTransactionContext): Promise<TextMessageService> =>
  ctx.read(async (inner) => (await findWorkingTextService(inner)) ?? refuse('NO_TEXT_PROVIDER'))

/** Asks with the stored secret. Refuses with NO_TEXT_PROVIDER and TEXT_PROVIDER_REFUSED. */
export const checkTexts = async (ctx: OwnTransactionContext): Promise<void> =>
  getTextCalls()
    .check(await getService(ctx))
    .catch(refuseProvider)

const testMessage = {
  message: '{name}: This text shows that your text messages work.',
  de: '{name}: Diese SMS zeigt, dass deine SMS funktionieren.',
  fr: '{name} : ce SMS montre que vos SMS fonctionnent.',
  es: '{name}: este SMS muestra que tus SMS funcionan.',
}

/** Sends past the log, so that the answer of the provider is the reply. Refuses with NO_TEXT_PROVIDER and TEXT_PROVIDER_REFUSED. */
export async function sendTestText(ctx: OwnTransactionContext, to: string): Promise<void> {
  assertTextNumber('to', to)
  const service = await getService(ctx)
  const site = await ctx.read(getSite)
  const language = matchLanguage(site.language) ?? 'en'
  const body = translate(testMessage, language, { name: site.name })
  const message = { id: ctx.newId(), kind: 'SMS' as const, to: toE164(to) ?? to, body, language }
  await getTextCalls().send(service, message).catch(refuseProvider)
}
