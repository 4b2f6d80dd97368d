/** How customers pay for bookings: carts, checkouts, the pay page. */
import { bindAttempts } from '#domains/payments/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { bookingAttempts } from './actions/settle.ts'
import { checkoutContract } from './contract.ts'
import { bookNowHandlers } from './handlers/book-now.ts'
import { cartsHandlers } from './handlers/carts.ts'
import { ecomHandlers } from './handlers/ecom.ts'
import { checkoutJobs } from './jobs.ts'
import * as tables from './tables.ts'

export const checkout: Domain = {
  name: 'checkout',
  operations: bindOperations(checkoutContract, { bookingPages: bookNowHandlers, ecom: ecomHandlers, carts: cartsHandlers }),
  jobs: checkoutJobs,
  hooks: [bindAttempts(['BOOKING', 'VISIT'], bookingAttempts)],
  tables,
}
