/** Sends what is in the outbox: letters and webhooks. Without a mail server every letter is kept and readable in the dashboard. */
import { languageOf, siteClientId, withoutKeys } from '#domains/identity/public.ts'
import { choiceFor, type LetterKind } from '#domains/letters/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { writeMail, type MailBook } from '#kit/mail/render.ts'
import { sendBySmtp } from '#kit/outside/smtp.ts'
import { postWebhook } from '#kit/outside/webhook.ts'
import { webhookToken } from '#kit/webhooks/token.ts'
import { eventById } from '#kit/work/unit.ts'
import type { JobHandler } from '#kit/work/runner.ts'
import { ownWebhookKey } from './actions/webhooks.ts'
import { retryAfter } from './rules/webhook-retries.ts'
import * as store from './store.ts'

export interface MailSettings {
  smtpUrl: string | undefined
  from: string
}
let settings: MailSettings = { smtpUrl: undefined, from: '' }
/** Called once at start. */
export const useMailSettings = (given: MailSettings): void => void (settings = given)

/** The job `letter`: renders, sends or keeps, and notes the outcome on the letter. `kinds` names the letters that readers may do without. */
export const letterJob = (book: MailBook, kinds: Readonly<Record<string, LetterKind>>): JobHandler => ({
  own: true,
  run: async (ctx: Ctx, { letterId }: { letterId: string }) => {
    const found = await ctx.write(async (inner) => {
      const letter = await store.letterById(inner, letterId)
      const kind = letter && kinds[letter.template]
      return {
        letter,
        site: await currentSite(inner),
        language: letter && (letter.language || (await languageOf(inner, letter.recipient))),
        choice: letter && kind ? await choiceFor(inner, letter.recipient, kind) : undefined,
      }
    })
    const over = ['SENT', 'KEPT', 'UNWANTED']
    if (!found.letter || !found.language || over.includes(found.letter.state)) return
    const { letter, site, language, choice } = found
    const { calendar, ...rendered } = writeMail(
      book,
      { template: letter.template, variables: letter.variables as Record<string, unknown>, language },
      { siteName: site.name, accent: site.accent, timeZone: site.timeZone },
      choice?.page,
    )
    const wanted = choice?.wanted ?? true
    if (wanted && settings.smtpUrl)
      await sendBySmtp(settings.smtpUrl, { from: settings.from, to: letter.recipient, calendar, oneClick: choice?.oneClick, ...rendered })
    const state = !wanted ? 'UNWANTED' : settings.smtpUrl ? 'SENT' : 'KEPT'
    // What opens an account is in its reader's hands now, and nowhere else.
    const forget = (words: string) => (state === 'SENT' ? withoutKeys(letter.template, letter.variables as Record<string, unknown>, words) : words)
    const left = { subject: forget(rendered.subject), html: forget(rendered.html), text: forget(rendered.text) }
    await ctx.write((inner) =>
      store.finishLetter(inner, letterId, { state, language, ...left, variables: JSON.parse(forget(JSON.stringify(letter.variables))) }),
    )
  },
})

let webhooksToPrivate = false
/** Called once at start: whether webhooks may go into the network that the server stands in. */
export const useWebhookSettings = (given: { toPrivate: boolean }): void => void (webhooksToPrivate = given.toPrivate)
export const mayGoToPrivate = (): boolean => webhooksToPrivate

/** Longer than a post may take. */
const LEASE_SECONDS = 60

/**
 * The job `webhook`: tells one subscriber what happened to one entity, in the order in which it happened, until all is
 * told or one telling fails. Every delivery has a job of its own that ends here, so a chain that broke is taken up again.
 */
export const webhookJob: JobHandler = {
  own: true,
  run: async (ctx: Ctx, { deliveryId }: { deliveryId: string }) => {
    const first = await ctx.write((inner) => store.deliveryById(inner, deliveryId))
    if (!first) return
    while (await tellNext(ctx, first)) continue
  },
}

async function tellNext(ctx: Ctx, { subscriptionId, entityId }: { subscriptionId: string; entityId: string }): Promise<boolean> {
  const task = await ctx.write(async (inner) => {
    const delivery = await store.leaseNextDelivery(inner, { subscriptionId, entityId, leaseSeconds: LEASE_SECONDS })
    const webhook = delivery && (await store.webhookById(inner, subscriptionId))
    if (!delivery || !webhook) return undefined
    return { delivery, webhook, event: await eventById(inner, delivery.eventId), appId: await siteClientId(inner) }
  })
  if (!task) return false
  const { delivery, webhook, event } = task
  const body = webhookToken(
    { ...event, entityFqdn: event.entityFqdn, payload: event.payload },
    { siteId: ctx.siteId, appId: task.appId, key: await ownWebhookKey(ctx), at: ctx.authNow },
  )
  const answer = await postWebhook(webhook.url, body, { toPrivate: webhooksToPrivate }).then(
    (status) => ({ status, problem: status === 200 ? null : `answered ${status}` }),
    (error: Error) => ({ status: null, problem: error.message.slice(0, 500) }),
  )
  const wait = answer.problem === null ? undefined : retryAfter(delivery.attempts)
  await ctx.write(async (inner) => {
    const said = { lastStatus: answer.status, lastError: answer.problem }
    if (!wait) return void (await store.endDelivery(inner, delivery.id, { ...said, state: answer.problem === null ? 'DONE' : 'GIVEN_UP' }))
    const dueAt = inner.now.add(wait)
    await store.endDelivery(inner, delivery.id, { ...said, state: 'WAITING', dueAt })
    inner.later({ kind: 'webhook', key: `${delivery.id}:${delivery.attempts}`, data: { deliveryId: delivery.id }, dueAt })
  })
  return !wait
}
