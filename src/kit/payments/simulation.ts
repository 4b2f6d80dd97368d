/**
 * Payments on the copy of a site, where nothing may happen outside: no money, no network. Saved cards pay until they
 * expire, or none of them does, as the owner wants it tried out.
 */
import { Temporal } from 'temporal-polyfill'
import type { ChargeRequest, ChargeResult, OwnPageProvider } from './provider.ts'

/** The token of a copied card encodes when it expires and whether it pays. */
const tokenPattern = /^simulation:(work|fail):(\d+)-(\d+)$/

function toChargeResult({ token, key, at }: ChargeRequest): ChargeResult & { ref: string } {
  const [, outcome, year, month] = tokenPattern.exec(token) ?? []
  const ref = `simulation:${key}`
  const today = at.toZonedDateTimeISO('UTC').toPlainDate()
  const lastDay = Number(month) >= 1 ? Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: 1 }).add({ months: 1 }) : undefined
  if (lastDay && Temporal.PlainDate.compare(today, lastDay) >= 0) return { outcome: 'declined', ref, declineCode: 'expired_card' }
  return outcome === 'fail' ? { outcome: 'declined', ref, declineCode: 'insufficient_funds' } : { outcome: 'succeeded', ref }
}

export const simulationProvider: OwnPageProvider = {
  id: 'simulation',
  page: 'own',
  findAmountProblem: () => undefined,
  saveCard: () => ({ field: 'number', message: 'Cards are not taken in a forecast.' }),
  chargeOnSession: async (request) => toChargeResult(request),
  chargeOffSession: async (request) => toChargeResult(request),
  // Answers that the original still waited for come as the cards would have it.
  lookUp: async (ref) => (ref.startsWith('simulation:fail:') ? { outcome: 'declined', ref, declineCode: 'insufficient_funds' } : { outcome: 'succeeded', ref }),
  refund: async ({ key }) => ({ outcome: 'succeeded', ref: `simulation:refund:${key}` }),
  listRefunds: async () => undefined,
  detachCard: async () => undefined,
  parseWebhook: async () => [],
}
