/** Test files that pay: the very same run on the sandbox and, with `PAYMENT_PROVIDER=stripe`, on Stripe's stand-in. */
const inDomain = (domain: string, names: readonly string[]): string[] => names.map((name) => `src/domains/${domain}/${name}.test.ts`)

/** Renewals, declines, answers lost, twice and out of order; refunds, partial refunds, disputes, tax, the ledger. */
const short = [
  ...inDomain('orders', ['payments']),
  ...inDomain('bookings', ['money-refunds']),
  ...inDomain('checkout', ['money-tax']),
  ...inDomain('payments', ['lists']),
]

export const stripeFiles = {
  /** A part that `npm test` has time for. */
  short,
  /** What `npm run soak -- --only stripe` runs. */
  all: [
    ...short,
    ...inDomain('orders', ['clock', 'drafts', 'guide', 'histories', 'insights', 'lifecycle', 'money', 'orders', 'own-plan', 'simulations']),
    ...inDomain('bookings', [
      'automations',
      'bookings',
      'calendar-links',
      'cancellation-outcome',
      'charged-fees',
      'client-figures',
      'desk',
      'extras',
      'fees',
      'guide-changes',
      'guide-reading',
      'guide-states',
      'histories',
      'lengths',
      'locations',
      'money-changes',
      'moved-sessions',
      'moves',
      'plan-credits',
      'reading',
      'rosters',
      'smaller-sessions',
      'states',
    ]),
    ...inDomain('waitlist', ['waitlist', 'waitlist-offers']),
    ...inDomain('checkout', ['baskets', 'book-now', 'guide-money', 'money-plans', 'pay-page']),
    ...inDomain('multi-bookings', ['emails', 'manage-page', 'multi-bookings']),
    ...inDomain('payments', ['checks', 'histories', 'provider-check']),
    ...inDomain('redirects', ['redirects']),
    ...inDomain('reports', ['insights', 'order-history']),
    ...inDomain('members', ['guide-examples', 'guide-rows-site', 'person-data', 'status']),
    ...inDomain('archive', ['archive']),
    'test/dry-run.test.ts',
    'test/stories/months.test.ts',
  ],
}

/** Files that speak of cards and run on one provider alone, each with the reason. */
export const sandboxOnly: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      [...inDomain('bookings', ['guide-rows']), ...inDomain('checkout', ['guide-due', 'money-coupons', 'saved-cards'])],
      'pays with cards that are typed on our page; the price is the same on both',
    ],
    [inDomain('orders', ['open-pages', 'stripe']), 'talks to the stand-in itself, in every run'],
    [inDomain('checkout', ['money-stripe']), 'talks to the stand-in itself, in every run'],
    [inDomain('notifications', ['wording']), 'a word in an email'],
    [inDomain('collaborators', ['team-roles']), 'a refusal before any provider is called'],
    [inDomain('payments', ['site-lookups']), 'plans of queries'],
  ].flatMap(([files, reason]) => (files as string[]).map((file) => [file, reason as string])),
)
