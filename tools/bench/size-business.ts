/** What comes with ten years of bookings, in SQL: receipts, books, refunds, emails, log, events and plans; and what the dashboard asks of them. */
import type { TestServer, TestSite } from '../../test/test-server.ts'
import { chance, fillInParts, withoutIndexes, type Case } from './at-size.ts'
import { fillOrders } from './size.ts'

const YEARS = 10
/** Spread evenly over the years before now; the first row is the latest. */
const at = (count: number) => `now() - n::float8 * (interval '${YEARS} years' / ${count})`
const people = (clients: number) => `(1 + ${chance(20, clients)})`

/** Every fifth booking is paid by card, every hundredth of them given back; two emails, an event and half a note in the log for each. Answers the plans. */
export async function fillBusiness(server: TestServer, { site }: { site: TestSite }, bookings: number, clients: number): Promise<string[]> {
  const [siteId, payments] = [site.metaSiteId, Math.ceil(bookings / 5)]
  await withoutIndexes(server, ['receipt', 'receipt_line', 'ledger_entry', 'refund'], () => fillMoney(server, siteId, payments, clients))
  await withoutIndexes(server, ['email'], () =>
    fillInParts(
      server,
      payments,
      (from, to) => `
      insert into email (site_id, id, recipient, template, variables, language, unique_key, state, subject, body_text, created_at, sent_at)
        select '${siteId}', gen_random_uuid(), 'm' || ${people(clients)} || '@people.example',
          (array['BOOKING_CONFIRMED', 'BOOKING_REMINDER', 'BOOKING_CANCELED', 'ORDER_PURCHASED'])[1 + ${chance(21, 4)}],
          '{"title":"Service 1","firstName":"Mia"}', 'en', 'bench:' || n, case when ${chance(22, 20_000)} = 0 then 'FAILED' else 'SENT' end,
          'Your booking of Service 1', repeat('Your booking is confirmed. ', 8), ${at(payments)}, ${at(payments)} from generate_series(${from}, ${to}) n`,
    ),
  )
  await fillRecords(server, siteId, bookings, clients)
  let plans: string[] = []
  await withoutIndexes(server, ['plan_order', 'recurring_revenue'], async () => (plans = await fillOrders(server, site, clients)))
  return plans
}

/** Entries of the log, and events. */
async function fillRecords(server: TestServer, siteId: string, bookings: number, clients: number): Promise<void> {
  await withoutIndexes(server, ['audit_entry'], () =>
    fillInParts(
      server,
      Math.ceil(bookings / 10),
      (from, to) => `
      insert into audit_entry (site_id, id, action, actor_kind, actor_id, subject_id, data, at)
        select '${siteId}', gen_random_uuid(), (array['SIGNED_IN', 'SIGN_IN_FAILED', 'PASSWORD_CHANGED', 'MEMBER_BLOCKED'])[1 + ${chance(23, 4)}], 'MEMBER',
          md5('m' || ${people(clients)})::uuid::text, md5('m' || ${people(clients)})::uuid::text, '{}', ${at(Math.ceil(bookings / 10))}
        from generate_series(${from}, ${to}) n`,
    ),
  )
  await withoutIndexes(server, ['event'], () =>
    fillInParts(
      server,
      Math.ceil(bookings / 5),
      (from, to) => `
      insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, happened_at)
        select '${siteId}', gen_random_uuid(), (array['wix.bookings.v2.booking_created', 'wix.bookings.v2.booking_confirmed', 'wix.bookings.v2.booking_updated'])[1 + n % 3],
          'wix.bookings.v2.booking', (array['created', 'confirmed', 'updated'])[1 + n % 3], md5('b' || n)::uuid::text, 1 + n % 3,
          '{"actionEvent":{"body":{"booking":{"status":"CONFIRMED","startDate":"2026-01-01T10:00:00Z","contactDetails":{"firstName":"Mia"}}}}}',
          '{"identityType":"ANONYMOUS_VISITOR"}', ${at(Math.ceil(bookings / 5))}
        from generate_series(${from}, ${to}) n`,
    ),
  )
}

/** Receipts with one line each, their two entries in the books, and refunds. */
async function fillMoney(server: TestServer, siteId: string, payments: number, clients: number): Promise<void> {
  const id = `md5('r' || n)::uuid`
  const isRefunded = `${chance(24, 100)} = 0`
  await fillInParts(
    server,
    payments,
    (from, to) => `
    insert into receipt (site_id, id, number, state, provider, ref, amount, refunded, currency, contact_id, buyer_name, buyer_email, language, title, paid_at, due_at)
      select '${siteId}', ${id}, ${payments} + 1 - n, 'EARNED', case when ${chance(25, 5)} = 0 then 'manual' else 'sandbox' end, 'bench-' || n, 4000,
        case when ${isRefunded} then 4000 else 0 end, 'USD', md5('c' || ${people(clients)})::uuid, 'Mia Person ' || ${people(clients)},
        'm' || ${people(clients)} || '@people.example', 'en', 'Service 1', ${at(payments)}, ${at(payments)} from generate_series(${from}, ${to}) n;
    insert into receipt_line (site_id, receipt_id, n, kind, payable_id, label, amount, refunded)
      select '${siteId}', ${id}, 1, 'BOOKING', md5('b' || n)::uuid, 'Service 1', 4000, case when ${isRefunded} then 4000 else 0 end from generate_series(${from}, ${to}) n;
    insert into ledger_entry (site_id, id, from_account, to_account, amount, currency, key, at, receipt_id, n)
      select '${siteId}', gen_random_uuid(), 'earned', 'cash:sandbox', 4000, 'USD', 'bench:' || n, ${at(payments)}, ${id}, 1 from generate_series(${from}, ${to}) n;
    insert into refund (site_id, id, receipt_id, n, kind, payable_id, provider, amount, currency, reason, state, ref, number, created_at, settled_at, position)
      select '${siteId}', gen_random_uuid(), ${id}, 1, 'BOOKING', md5('b' || n)::uuid, 'sandbox', 4000, 'USD', 'OWNER', 'SUCCEEDED', 'bench-' || n, ${payments} + 1 - n,
        ${at(payments)}, ${at(payments)}, 1 from generate_series(${from}, ${to}) n where ${isRefunded}`,
  )
  // As the nightly work leaves it: numbers counted, and the balances closed at the start of the month.
  await server.open.script(`
    insert into document_counter (site_id, kind, last, counted_to, counted)
      values ('${siteId}', 'INVOICE', ${payments}, ${payments}, ${payments}), ('${siteId}', 'CREDIT_NOTE', ${payments}, ${payments}, 0)
      on conflict (site_id, kind) do update set last = excluded.last, counted_to = excluded.counted_to, counted = excluded.counted;
    insert into ledger_balance (site_id, until, account, currency, came, went)
      select '${siteId}', until, side.account, 'USD', sum(side.came), sum(side.went)
      from generate_series(0, 11) n, lateral (select date_trunc('month', now()) - n * interval '1 month' until) u,
        lateral (select from_account account, 0 came, sum(amount) went from ledger_entry where site_id = '${siteId}' and at < until group by 1
          union all select to_account, sum(amount), 0 from ledger_entry where site_id = '${siteId}' and at < until group by 1) side
      group by 2, 3`)
}

const get = (name: string, path: string): Case => ({ name, method: 'GET', path })
const day = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** What the other screens of the dashboard ask. */
export const businessCases = (plans: readonly string[]): Case[] => [
  get('money: payments', '/api/money/payments?limit=50'),
  get('money: payments given back', '/api/money/payments?limit=50&states=REFUNDED'),
  get('money: payments partly given back', '/api/money/payments?limit=50&states=PARTIALLY_REFUNDED'),
  get('money: payments that failed', '/api/money/payments?limit=50&states=FAILED'),
  get('money: unclaimed', '/api/money/payments?limit=50&states=UNCLAIMED'),
  get('money: payments of a provider', '/api/money/payments?limit=50&providers=manual'),
  get('money: payments of a provider without any', '/api/money/payments?limit=50&providers=stripe'),
  get('money: payments of a month', `/api/money/payments?limit=50&from=${day(60)}&to=${day(30)}`),
  get('money: payments, offset 10,000', '/api/money/payments?limit=50&offset=10000'),
  get('money: refunds', '/api/money/refunds?limit=50'),
  get('money: refunds that failed', '/api/money/refunds?limit=50&states=FAILED'),
  get('money: disputes', '/api/money/disputes?limit=50'),
  get('money: totals of 30 days', `/api/money/totals?from=${day(30)}&to=${day(0)}`),
  get('money: totals of a year', `/api/money/totals?from=${day(365)}&to=${day(0)}`),
  get('money: balances', '/api/money/balances'),
  get('money: balances of a month', `/api/money/balances?from=${day(60)}&to=${day(30)}`),
  get('money: ledger', '/api/money/moves?limit=50'),
  get('money: ledger of an account', '/api/money/moves?limit=50&account=earned'),
  get('money: ledger of an account without entries', '/api/money/moves?limit=50&account=tax'),
  get('money: receipts', '/api/money/documents?limit=50&kind=RECEIPT'),
  get('money: credit notes', '/api/money/documents?limit=50&kind=CREDIT_NOTE'),
  get('money: receipts of a year', `/api/money/documents?limit=50&kind=RECEIPT&from=${day(365)}&to=${day(0)}`),
  get('money: tax of a year', `/api/money/tax?from=${day(365)}&to=${day(0)}`),
  get('money: payouts', '/api/money/payouts'),
  get('money: subscriptions tried again', '/api/money/retries'),
  get('emails: all', '/api/emails?limit=50'),
  get('emails: failed', '/api/emails?limit=50&state=FAILED'),
  get('emails: of a template', '/api/emails?limit=50&template=BOOKING_REMINDER'),
  get('emails: of a template without any', '/api/emails?limit=50&template=WAITLIST_OFFER'),
  get('emails: to an address', '/api/emails?limit=50&to=m777@people.example'),
  get('emails: failed of a template', '/api/emails?limit=50&state=FAILED&template=BOOKING_REMINDER'),
  get('emails: queued', '/api/emails?limit=50&state=QUEUED'),
  get('emails: offset 10,000', '/api/emails?limit=50&offset=10000'),
  get('emails: automations', '/api/email-automations'),
  get('texts: all', '/api/texts?limit=50'),
  get('log: all', '/api/audit-log?limit=50'),
  get('log: of an action', '/api/audit-log?limit=50&action=MEMBER_BLOCKED'),
  get('log: of an action without any', '/api/audit-log?limit=50&action=KEY_CREATED'),
  get('orders: all', '/v2/orders?limit=25'),
  get('orders: of a plan', `/v2/orders?limit=25&planIds=${plans[1]}`),
  get('orders: active', '/v2/orders?limit=25&orderStatuses=ACTIVE'),
  get('orders: active, payment failed', '/v2/orders?limit=25&orderStatuses=ACTIVE&paymentStatuses=FAILED'),
  get('orders: by end', '/v2/orders?limit=25&sorting.fieldName=endDate'),
  get('members: counts', '/api/members/counts'),
  get('members: deleted', '/api/members/deleted'),
  get('contacts: namesakes', '/api/contacts/namesakes'),
  { name: 'contacts: all', method: 'POST', path: '/api/contacts/query', body: () => ({}) },
  { name: 'contacts: by a part of a name', method: 'POST', path: '/api/contacts/query', body: (n) => ({ search: `person 7${n % 10}` }) },
  { name: 'contacts: by an address', method: 'POST', path: '/api/contacts/query', body: (n) => ({ search: `m7${n}@people.example` }) },
  get('insights: sessions, a year', '/api/insights/sessions?months=12'),
  get('insights: shares of revenue, a year', '/api/insights/revenue-shares?months=12'),
  get('insights: clients, a year', '/api/insights/clients?months=12'),
  get('insights: waitlists, a year', '/api/insights/waitlists?months=12'),
  get('insights: revenue', '/api/insights/revenue?months=12'),
  get('insights: recurring revenue', '/api/insights/recurring'),
  get('forecast of bookings', '/api/dashboard/booking-forecast'),
]
