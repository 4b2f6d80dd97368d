/** The buyer at the provider, and what the provider sends. Source: guide pricing-plans §19. */
import { answerChallenge, changeCard, listInvoicesWithAttempts, lockOrder, pay } from '#domains/orders/public.ts'
import { acceptProviderEvent, toShownState } from '#domains/payments/public.ts'
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { Refusal } from '#kit/api/refusal.ts'
import { orderOutcome, toSandboxEvent } from '#kit/payments/sandbox.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { HookContexts } from './contexts.ts'
import type { testHooksApi } from './contract.ts'

type PaymentHook = 'payments' | 'pay' | 'card' | 'sandboxEvents' | 'nextOutcome'

interface BuyerInput {
  orderId: string
  card: string
  challenge?: string | undefined
}

const toTestCard = (ctx: BaseContext, card: string) => ({
  number: card,
  expMonth: 12,
  expYear: ctx.now.toZonedDateTimeISO('UTC').year + 5,
  cvc: /^3[47]/.test(card.trim()) ? '1234' : '123',
})

const findOrder = (id: string) => (ctx: TransactionContext) => lockOrder(ctx, id)

/** Declines are kept; refusals are answered by their code. */
async function captureOutcome(act: () => Promise<{ outcome: string; declineCode?: string | undefined; url?: string | undefined }>) {
  try {
    const { outcome, declineCode, url } = await act()
    return { outcome, ...(outcome === 'declined' && declineCode && { declineCode }), ...(url && { url }) }
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'refused', code: error.code }
    throw error
  }
}

/** Acts as the buyer on the hosted page of a draft, or of an order in grace. Needs a context without a transaction. */
const payHosted = (ctx: OwnTransactionContext, { orderId, card, challenge }: BuyerInput) =>
  captureOutcome(async () => {
    const first = await pay(ctx, findOrder(orderId), { card: toTestCard(ctx, card) })
    return first.outcome === 'requires_action' && first.attemptId && (challenge === 'approve' || challenge === 'reject')
      ? answerChallenge(ctx, findOrder(orderId), first.attemptId, challenge)
      : first
  })

/** The buyer replaces the saved card. */
const replaceCard = (ctx: OwnTransactionContext, { orderId, card, challenge }: BuyerInput) =>
  captureOutcome(async () => {
    const first = await changeCard(ctx, findOrder(orderId), { card: toTestCard(ctx, card), forAll: false })
    return first.outcome === 'requires_action' && first.attemptId && !first.url
      ? answerChallenge(ctx, findOrder(orderId), first.attemptId, challenge === 'reject' ? 'reject' : 'approve')
      : first
  })

/** Events of the sandbox, in any order and twice; each is followed as a webhook would be. Answers how many were new. */
async function receiveSandboxEvents(ctx: OwnTransactionContext, events: readonly { id: string; type: string; ref: string }[]): Promise<number> {
  const knownEvents = events.map(toSandboxEvent).filter((event) => event !== undefined)
  let newEvents = 0
  for (const event of knownEvents) if (await ctx.transaction((inner) => acceptProviderEvent(inner, 'sandbox', event))) newEvents += 1
  return newEvents
}

const invoicesToWire = async (ctx: ReadContext, orderId: string) =>
  (await listInvoicesWithAttempts(ctx, orderId)).map(({ invoice, attempts }) => ({
    ...invoice,
    attempts: attempts.map((attempt) => ({
      n: attempt.n,
      at: toWireTime(attempt.at),
      outcome: toShownState(attempt.state).toLowerCase(),
      ...(attempt.declineCode && { declineCode: attempt.declineCode }),
      key: attempt.key,
      ref: attempt.ref,
    })),
  }))

/** The hooks about payments. `runDue` does what a press or an event has made due. */
export function buildPaymentHooks(runDue: () => Promise<number>, contexts: HookContexts): Pick<Handlers<typeof testHooksApi>, PaymentHook> {
  const contextForSite = async (ctx: OwnTransactionContext, siteId: string | undefined): Promise<OwnTransactionContext> =>
    siteId && siteId !== ctx.siteId ? contexts.forSite(siteId) : ctx
  return {
    payments: async (ctx, { query }) =>
      contexts.inTransaction(query.metaSiteId ?? ctx.siteId, async (inner) => ({ invoices: await invoicesToWire(inner, query.orderId) })),
    pay: async (ctx, { body }) => payHosted(await contextForSite(ctx, body.metaSiteId), body),
    card: async (ctx, { body }) => {
      const reply = await replaceCard(await contextForSite(ctx, body.metaSiteId), body)
      await runDue()
      return reply
    },
    sandboxEvents: async (ctx, { body }) => {
      const received = await receiveSandboxEvents(await contextForSite(ctx, body.metaSiteId), body.events)
      await runDue()
      return { received }
    },
    nextOutcome: async (_ctx, { body: { orderId, outcome, times = 1 } }) => {
      orderOutcome({ orderId, outcome, times })
      return {}
    },
  }
}
