/** The pages of Stripe's stand-in as people of the story use them, and its reports, which are sent until they are taken. */
import { sql } from 'kysely'
import type { Db } from '#kit/db/open.ts'
import type { FakeStripe } from '../stripe.ts'
import { ConnectionLost, send } from './clients.ts'
import type { Random } from './random.ts'

export interface ProviderPages {
  /** Types a card on a page. False when the page cannot be paid on, or asks for another card; true, too, when it was paid before. */
  pay(pageUrl: string, card: string): boolean
  /** The path of our page that the provider's page leads back to. */
  returnPath(pageUrl: string): string
  /** Sends the webhooks that are not delivered yet, some of them twice, the latest first; what the server does not answer is sent again the next time. */
  deliver(base: string): Promise<void>
}

export function createProviderPages(stripe: FakeStripe, random: Random): ProviderPages {
  const events: { id: string; type: string; object: { id: string } }[] = []
  return {
    pay(pageUrl, card) {
      const status = stripe.pageStatus(pageUrl)
      if (status !== 'open') return status === 'complete'
      const { type, object } = stripe.complete(pageUrl, { card })
      events.unshift({ id: `evt_${type}_${object.id}`, type, object })
      return object.status === 'succeeded'
    },
    returnPath: (pageUrl) => new URL(stripe.returnUrl(pageUrl)).pathname,
    async deliver(base) {
      const due = events.splice(0)
      for (const [n, event] of due.entries())
        try {
          const { payload, headers } = stripe.signed(event.type, event.object, event.id)
          const report = () => send(base, 'POST', '/api/payments/stripe/webhook', headers, JSON.parse(payload))
          const answers = random.next() < 0.3 ? await Promise.all([report(), report()]) : [await report()]
          for (const { status, body } of answers) if (status !== 200) throw new Error(`the report was answered ${status}: ${JSON.stringify(body)}`)
        } catch (error) {
          events.push(...due.slice(n))
          if (error instanceof ConnectionLost) return
          throw error
        }
    },
  }
}

/** Minor units that Stripe holds, and those that the ledger says it holds. */
export async function compareHoldings(db: Db, stripe: FakeStripe): Promise<{ held: number; booked: number }> {
  const held = stripe.intents().reduce((sum, { id, amount }) => sum + Number(amount) - stripe.refundedAmount(id), 0)
  const { rows } = await sql<{ booked: string }>`
    select coalesce(sum(case when to_account = 'cash:stripe' then amount else -amount end), 0) as booked
    from ledger_entry where 'cash:stripe' in (from_account, to_account)`.execute(db)
  return { held, booked: Math.round(Number(rows[0]?.booked) * 100) }
}
