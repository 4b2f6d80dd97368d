/** The suites that live on chance, and what makes each of them long. */
import { stripeFiles } from './stripe-files.ts'

export interface Suite {
  title: string
  args: string[]
  /** What makes the short form long. */
  env: Record<string, string>
  server?: true
}

/** Names of the files whose properties know a long form. */
const randomLives = ['histor', 'model', 'recurrence', 'waitlist-offers', 'kept-seats', 'members/status']

export const suites: Record<string, Suite> = {
  kill: { title: 'a killed server keeps its promises', args: ['--project', 'kill', 'kill.test', 'imports'], env: { KILLS: '20' } },
  renewals: {
    title: 'ten thousand orders renew in the same minute',
    args: ['--project', 'kill', 'renewals'],
    env: { RENEWALS: '10000', KILLS: '25' },
  },
  failover: { title: 'twenty failovers to a replica under load', args: ['--project', 'kill', 'lost-server'], env: { FAILOVERS: '20' } },
  nodes: {
    title: 'three servers behind HAProxy are restarted twenty times each under load',
    args: ['--project', 'kill', 'proxied-nodes'],
    env: { ROLLING_RESTARTS: '20' },
  },
  power: { title: 'two hundred power cuts', args: ['--project', 'power', 'power.test'], env: { CUTS: '200' } },
  races: {
    title: 'many at once on PostgreSQL',
    args: ['--project', 'races', '--exclude', 'test/races/nodes.test.ts'],
    env: { RACE_OPERATIONS: '10000', RACE_REPORT: 'docs/races.md', PROPERTY_RUNS: '100' },
    server: true,
  },
  'races-http': {
    title: 'several processes of clients send to three servers on one PostgreSQL',
    args: ['--project', 'races', 'test/races/nodes.test.ts'],
    env: { RACE_OPERATIONS: '10000', RACE_REPORT: 'docs/races.md' },
    server: true,
  },
  'races-embedded': {
    title: 'many at once on the embedded database',
    args: ['--project', 'races', 'mixed'],
    env: { RACE_OPERATIONS: '10000', RACE_REPORT: 'docs/races.md', RACE_EMBEDDED: '1' },
  },
  attempts: {
    title: 'a thousand guesses at once at every password and code',
    args: ['--project', 'domain', 'password-attempts'],
    env: { PARALLEL_ATTEMPTS: '1000' },
    server: true,
  },
  fuzz: {
    title: '20 000 malformed requests, and every filter of every list',
    args: ['--project', 'domain', 'test/fuzz'],
    env: { FUZZ_CALLS: '20000', FILTERS: 'all' },
  },
  'fuzz-people': {
    title: '20 000 malformed requests about sign-in and members',
    args: ['--project', 'domain', 'test/fuzz'],
    env: { FUZZ_CALLS: '20000', FUZZ_ONLY: '^(identity|collaborators|members?[A-Z]?|customFields|userMembers|badge|redirects)' },
  },
  embedded: { title: 'every domain on the embedded database', args: ['--project', 'domain'], env: {} },
  properties: {
    title: 'random life histories against models',
    args: ['--project', 'unit', '--project', 'domain', ...randomLives],
    env: { ORDER_HISTORIES: '5000', PAYMENT_HISTORIES: '2000', MODEL_RUNS: '2000', PROPERTY_RUNS: '300', RULES: '2000' },
  },
  stripe: {
    title: "everything that pays, with Stripe's stand-in",
    args: ['--project', 'domain', '--testTimeout', '300000', ...stripeFiles.all],
    env: { PAYMENT_PROVIDER: 'stripe' },
  },
  slow: {
    title: 'every journey in the browser with replies that come late, and in another order',
    // How much is pressed is bounded by time.
    args: ['--project', 'browser', '--exclude', 'test/browser/presses.test.ts'],
    env: { BROWSER: 'journeys', SLOW_REPLIES: '1' },
    server: true,
  },
  presses: {
    title: 'every button of every page, on a desktop and on a phone, and what each role is offered',
    args: ['--project', 'browser', 'test/browser/presses.test.ts', 'test/browser/rights.test.ts'],
    env: { PRESSES: 'all' },
  },
}
