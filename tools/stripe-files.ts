/** Test files that pay: the very same run on the sandbox and, with `PAYMENT_PROVIDER=stripe`, on Stripe's stand-in. */
const short = ['src/domains/bookings/money-refunds.test.ts', 'src/domains/bookings/money-tax.test.ts', 'src/domains/payments/lists.test.ts']

export const stripeFiles = {
  /** A part that `npm test` has time for. */
  short,
  /** What `npm run soak -- --only stripe` runs. */
  all: [...short, 'src/domains/bookings/money.test.ts', 'src/domains/orders/payments.test.ts'],
}
