/**
 * The test files of the domains that `npm test` runs on the embedded database; on PostgreSQL it runs all of them. These execute nine of ten statements that
 * all of them execute, in a third of the time; what starts, stores, updates and brings back the database is among them whole.
 * `npm run test:unit` and `npm run soak -- --only embedded` run every file, and who works on a domain runs its files on the embedded database, too.
 */
const inDomain = (domain: string, names: readonly string[]): string[] => names.map((name) => `src/domains/${domain}/${name}.test.ts`)

export const embeddedFiles = [
  'src/{*,commands/*,test-hooks/*}.test.ts',
  'test/{fuzz,stories,upgrade}/**/*.test.ts',
  // Files of a whole list and editors of services are as much work on either database; all else here is about the whole.
  'test/!(list-exports|editors-services).test.ts',
  ...inDomain('apps', ['apps']),
  ...inDomain('archive', ['archive-calls']),
  ...inDomain('availability', ['calendar-input', 'guide-rows']),
  ...inDomain('benefit-programs', ['benefit-programs']),
  ...inDomain('bookings', ['client-figures', 'erasure', 'guide-reading', 'guide-tables', 'long-lists', 'moved-sessions', 'single-statement', 'slots-as-asked']),
  ...inDomain('checkout', ['baskets']),
  ...inDomain('collaborators', ['owner-sign-in', 'recent-password', 'saved-filters', 'team-roles']),
  ...inDomain('community', ['community']),
  ...inDomain('connected-calendars', ['written-entries']),
  ...inDomain('forms', ['intake-forms']),
  ...inDomain('held-changes', ['held-changes']),
  ...inDomain('identity', ['leaks', 'oauth/tokens']),
  ...inDomain('imports', ['platform-exports']),
  ...inDomain('media', ['library']),
  ...inDomain('members', ['contact-emails', 'custom-fields', 'guide-rows', 'member-queries', 'moderation']),
  ...inDomain('multi-bookings', ['multi-bookings']),
  ...inDomain('notifications', ['email-preferences', 'sealed-emails', 'wording']),
  ...inDomain('orders', ['insights', 'simulations']),
  ...inDomain('payments', ['lists', 'site-lookups']),
  ...inDomain('plans', ['guide', 'plans']),
  ...inDomain('redirects', ['guide-tables', 'redirects']),
  ...inDomain('reports', ['notifications', 'past-periods']),
  ...inDomain('services', ['complete-services', 'guide-tables', 'offers', 'services']),
  ...inDomain('setup', ['connections', 'set-up', 'setup', 'site-accounts', 'time-zone']),
  ...inDomain('site', ['host-checks', 'limits']),
  ...inDomain('staff', ['staff']),
  ...inDomain('texts', ['texts']),
  ...inDomain('waitlist', ['waitlist']),
  ...inDomain('webhooks', ['webhooks']),
  ...inDomain('website', ['website']),
]
