/** Sends what is in the outbox: letters and webhooks. Without a mail server every letter is kept and readable in the dashboard. */
import { resolveEmailLanguage, getSiteClientId, redactSecrets } from '#domains/identity/public.ts'
import { loadEmailPreference, type OptionalEmailKind } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import { renderEmail, type EmailCatalog } from '#kit/email/render.ts'
import { sendWithSmtp } from '#kit/email/smtp.ts'
import { postWebhook } from '#kit/webhooks/post-webhook.ts'
import { signWebhookToken } from '#kit/webhooks/token.ts'
import { getEvent } from '#kit/jobs/unit-of-work.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { findOrCreateWebhookKey } from './actions/subscriptions.ts'
import { nextRetryDelay } from './rules/retries.ts'
import * as store from '../setup/store.ts'

export interface EmailSettings {
  smtpUrl: string | undefined
  from: string
}
let settings: EmailSettings = { smtpUrl: undefined, from: '' }
/** Called once at start. */
export const useEmailSettings = (given: EmailSettings): void => void (settings = given)

/** The job `letter`: renders, sends or keeps, and notes the outcome on the letter. `kinds` names the letters that readers may do without. */
export const deliverEmailJob = (templates: EmailCatalog, kinds: Readonly<Record<string, OptionalEmailKind>>): JobHandler => ({
  own: true,
  run: async (ctx: Ctx, { letterId }: { letterId: string }) => {
    const found = await ctx.transaction(async (inner) => {
      const email = await store.findEmail(inner, letterId)
      const kind = email && kinds[email.template]
      return {
        letter: email,
        site: await getSite(inner),
        language: email && (email.language || (await resolveEmailLanguage(inner, email.recipient))),
        choice: email && kind ? await loadEmailPreference(inner, email.recipient, kind) : undefined,
      }
    })
    const finalStates = ['SENT', 'KEPT', 'UNWANTED']
    if (!found.letter || !found.language || finalStates.includes(found.letter.state)) return
    const { letter: email, site, language, choice } = found
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
    // What opens an account is in its reader's hands now, and nowhere else.
    const redact = (words: string) => (state === 'SENT' ? redactSecrets(email.template, email.variables as Record<string, unknown>, words) : words)
    const stored = { subject: redact(rendered.subject), html: redact(rendered.html), text: redact(rendered.text) }
    await ctx.transaction((inner) =>
      store.finishEmail(inner, letterId, { state, language, ...stored, variables: JSON.parse(redact(JSON.stringify(email.variables))) }),
    )
  },
})

let privateTargetsAllowed = false
/** Called once at start: whether webhooks may go into the network that the server stands in. */
export const useWebhookSettings = (given: { toPrivate: boolean }): void => void (privateTargetsAllowed = given.toPrivate)
export const allowsPrivateTargets = (): boolean => privateTargetsAllowed

/** Longer than a post may take. */
const LEASE_SECONDS = 60

/**
 * The job `webhook`: tells one subscriber what happened to one entity, in the order in which it happened, until all is
 * told or one telling fails. Every delivery has a job of its own that ends here, so a chain that broke is taken up again.
 */
export const deliverWebhooksJob: JobHandler = {
  own: true,
  run: async (ctx: Ctx, { deliveryId }: { deliveryId: string }) => {
    const first = await ctx.transaction((inner) => store.findDelivery(inner, deliveryId))
    if (!first) return
    while (await deliverNext(ctx, first)) continue
  },
}

async function deliverNext(ctx: Ctx, { subscriptionId, entityId }: { subscriptionId: string; entityId: string }): Promise<boolean> {
  const task = await ctx.transaction(async (inner) => {
    const delivery = await store.leaseNextDelivery(inner, { subscriptionId, entityId, leaseSeconds: LEASE_SECONDS })
    const webhook = delivery && (await store.findWebhook(inner, subscriptionId))
    if (!delivery || !webhook) return undefined
    return { delivery, webhook, event: await getEvent(inner, delivery.eventId), appId: await getSiteClientId(inner) }
  })
  if (!task) return false
  const { delivery, webhook, event } = task
  const body = signWebhookToken(
    { ...event, entityFqdn: event.entityFqdn, payload: event.payload },
    { siteId: ctx.siteId, appId: task.appId, key: await findOrCreateWebhookKey(ctx), at: ctx.authNow },
  )
  const result = await postWebhook(webhook.url, body, { allowPrivate: privateTargetsAllowed }).then(
    (status) => ({ status, problem: status === 200 ? null : `answered ${status}` }),
    (error: Error) => ({ status: null, problem: error.message.slice(0, 500) }),
  )
  const wait = result.problem === null ? undefined : nextRetryDelay(delivery.attempts)
  await ctx.transaction(async (inner) => {
    const attempt = { lastStatus: result.status, lastError: result.problem }
    if (!wait) return void (await store.finishDelivery(inner, delivery.id, { ...attempt, state: result.problem === null ? 'DONE' : 'GIVEN_UP' }))
    const dueAt = inner.now.add(wait)
    await store.finishDelivery(inner, delivery.id, { ...attempt, state: 'WAITING', dueAt })
    inner.enqueue({ kind: 'webhook', key: `${delivery.id}:${delivery.attempts}`, data: { deliveryId: delivery.id }, dueAt })
  })
  return !wait
}
