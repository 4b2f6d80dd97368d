/** Test files that pay: the very same run on the sandbox and, with `PAYMENT_PROVIDER=stripe`, on Stripe's stand-in. */
const inDomain = (domain: string, names: readonly string[]): string[] => names.map((name) => `src/domains/${domain}/${name}.test.ts`)

/** Renewals, declines, answers lost, twice and out of order; refunds, partial refunds, disputes, tax, the ledger. */
const short = [...inDomain('orders', ['payments']), ...inDomain('bookings', ['money-refunds', 'money-tax']), ...inDomain('payments', ['lists'])]

export const stripeFiles = {
  /** A part that `npm test` has time for. */
  short,
  /** What `npm run soak -- --only stripe` runs. */
  all: [
    ...short,
    ...inDomain('orders', ['clock', 'guide', 'histories', 'insights', 'lifecycle', 'money', 'orders', 'own-plan']),
    ...inDomain('bookings', [
      'bookings',
      'extras',
      'lengths',
      'money',
      'money-plans',
      'moves',
      'pay-page',
      'plan-credits',
      'states',
      'waitlist',
      'waitlist-offers',
    ]),
    ...inDomain('multi-bookings', ['emails', 'manage-page', 'multi-bookings']),
    ...inDomain('payments', ['checks', 'histories']),
    ...inDomain('redirects', ['redirects']),
  ],
}
