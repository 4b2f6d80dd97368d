/** Money that changes hands outside: nothing is charged, everything is bookkeeping. Source: guide pricing-plans 10.2. */
import type { PaymentProvider } from './provider.ts'

const notOnline = async () => Promise.reject(new Error('manual payments are never charged'))

export const manual: PaymentProvider = {
  id: 'manual',
  can: { online: false, savedMethods: false, refunds: true, challenge: false },
  saveCard: () => ({ field: 'number', message: 'Cards are not accepted here.' }),
  chargeOnSession: notOnline,
  chargeOffSession: notOnline,
  lookUp: notOnline,
}
