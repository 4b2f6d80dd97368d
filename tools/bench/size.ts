/**
 * Lists at size: a site with a million members and a million orders on PostgreSQL, and every documented filter and sort
 * of the two lists over HTTP, one call after the other. The first page of fifty is promised within 50 ms; the deepest
 * page that may be asked for is measured beside it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readCursor, writeCursor } from '#kit/query/cursor.ts'
import { startTestServer, type TestSite, type TestServer } from '../../test/test-server.ts'
import { CALLS, chance, createAsk, measureCase, reportTimes, withoutIndexes, type Ask, type Case } from './at-size.ts'
import type { Report } from './start.ts'

const MEMBERS = Number(process.env.BENCH_MEMBERS ?? 1_000_000)
const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)

const names = `(array['Mia','Ben','Lea','Tom','Ida','Max','Zoë','Jan','Eva','Kim','Nils','Ada','Finn','Lou','Paul','Rosa','Emil','Nora','Otto','Jule'])`
const firstName = `${names}[1 + ${chance(1, 20)}] || case when ${chance(2, 3)} = 0 then '' else ${chance(3, 97)}::text end`
/** Where rows of members go: tables, the site as SQL, and what numbers them as `n`. */
export interface MembersTarget {
  contact: string
  member: string
  siteId: string
  from: string
}
/**
 * Twenty first names with and without endings, ten thousand last names, ninety-four of a hundred approved; the nickname begins like the first name.
 * One statement for the contacts, one for the members.
 */
export const buildMemberInserts = ({ contact, member, siteId, from }: MembersTarget): [contacts: string, members: string] => [
  `insert into ${contact} (site_id, id, first_name, last_name, emails, email_keys, created_at, updated_at)
      select ${siteId}, md5('c' || n)::uuid, ${firstName}, 'Person ' || ${chance(4, 10_007)},
        array['m' || n || '@people.example'], array['m' || n || '@people.example'], now() - n * interval '1 minute', now() from ${from}`,
  `insert into ${member} (site_id, id, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, nickname, slug, title, first_name, last_name, created_at, updated_at, last_login_at)
      select ${siteId}, md5('m' || n)::uuid, md5('c' || n)::uuid, 'm' || n || '@people.example', ${chance(5, 50)} <> 0,
        case when ${chance(6, 100)} < 94 then 'APPROVED' when ${chance(6, 100)} < 96 then 'PENDING' when ${chance(6, 100)} < 98 then 'BLOCKED' else 'OFFLINE' end,
        case when ${chance(7, 4)} = 0 then 'PUBLIC' else 'PRIVATE' end, case when ${chance(8, 200)} = 0 then 'MUTED' else 'ACTIVE' end,
        ${names}[1 + ${chance(1, 20)}] || ' ' || ${chance(9, 10_007)}, 'member-' || n, case when ${chance(10, 5)} = 0 then 'Coach ' || ${chance(11, 100)} else '' end,
        ${firstName}, 'Person ' || ${chance(4, 10_007)}, now() - n * interval '1 minute',
        now() - ${chance(12, `(n + 1)`)} * interval '1 minute', case when ${chance(13, 3)} = 0 then null else now() - ${chance(14, `(n + 1)`)} * interval '1 minute' end
      from ${from}`,
]
export const fillMembers = (testServer: TestServer, site: TestSite, count = MEMBERS) =>
  testServer.open.script(`
    ${buildMemberInserts({ contact: 'contact', member: 'member', siteId: `'${site.metaSiteId}'::uuid`, from: `generate_series(1, ${count}) n` }).join(';\n')};
    insert into member_role_definition (site_id, id, role_key, title, created_at) values ('${site.metaSiteId}', gen_random_uuid(), 'COACH', 'Coach', now());
    insert into member_role (site_id, member_id, role_key, assigned_at) select '${site.metaSiteId}', md5('m' || n)::uuid, 'COACH', now() from generate_series(500, ${count}, 1000) n`)

/** Copies of one bought order, over three plans and all states. */
export async function fillOrders(testServer: TestServer, site: TestSite, count = ORDERS): Promise<string[]> {
  const plans: string[] = []
  for (let at = 0; at < 3; at++) {
    const { plan } = await testServer.ok('POST', '/v2/plans', {
      as: site,
      body: {
        plan: {
          name: `Plan ${at}`,
          pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '49' } },
        },
      },
    })
    plans.push(plan.id)
  }
  const { order } = await testServer.ok('POST', '/v2/checkout/orders/offline', {
    as: site,
    body: { planId: plans[0], memberId: site.ownerMemberId, paid: true },
  })
  const copied = `id, plan_id, subscription_id, pay_order_id, member_id, status, payment_status, auto_renew_canceled, end_at, next_due_at, created_at, checkout_key`
  await testServer.open.script(`
    do $$ declare rest text; begin
      select string_agg(quote_ident(column_name), ', ') into rest from information_schema.columns where table_schema = 'public' and table_name = 'plan_order' and column_name not in (${copied
        .split(', ')
        .map((column) => `'${column}'`)
        .join()});
      execute format('insert into plan_order (${copied}, %1$s) select md5(''o'' || n)::uuid, (array[''${plans.join("''::uuid, ''")}''::uuid])[1 + n %% 3],
        md5(''s'' || n)::uuid, null, md5(''m'' || n)::uuid, case when ${chance(1, 10).replace('%', '%%')} < 6 then ''ACTIVE'' when ${chance(1, 10).replace('%', '%%')} < 9 then ''ENDED'' else ''CANCELED'' end,
        case when ${chance(2, 50).replace('%', '%%')} = 0 then ''FAILED'' else ''PAID'' end, ${chance(3, 7).replace('%', '%%')} = 0, case when ${chance(4, 4).replace('%', '%%')} = 0 then null else now() + ${chance(5, 100_000).replace('%', '%%')} * interval ''1 minute'' end, null,
        now() - n * interval ''1 minute'', null, %1$s from plan_order, generate_series(1, ${count}) n where id = ''${order.id}''', rest);
    end $$;
    insert into recurring_revenue (site_id, order_id, from_at, to_at, member_id, plan_id, currency, per_month)
      select site_id, id, created_at, end_at, member_id, plan_id, 'USD', 4900 from plan_order where site_id = '${site.metaSiteId}' and id <> '${order.id}' and (end_at is null or created_at < end_at)`)
  return plans
}

const members = (name: string, query: object | ((n: number) => object), search?: object): Case => ({
  name: `members: ${name}`,
  method: 'POST',
  path: '/v1/members/query',
  body: (n) => ({
    query: { paging: { limit: 50 }, ...(typeof query === 'function' ? query(n) : query) },
    fieldsets: ['FULL'],
    ...(search && { search }),
  }),
})
const filter = (field: string, value: unknown | ((n: number) => unknown)): Case =>
  members(`${field} ${JSON.stringify(typeof value === 'function' ? value(1) : value)}`, (n) => ({
    filter: { [field]: typeof value === 'function' ? value(n) : value },
  }))
const sortBy = (field: string, order: 'ASC' | 'DESC'): Case => members(`by ${field} ${order}`, { sort: [{ fieldName: field, order }] })

const memberCases: Case[] = [
  members('all', {}),
  members('all, offset 10 000', { paging: { limit: 50, offset: 10_000 } }),
  filter('id', (n: number) => ({ $in: [`00000000-0000-0000-0000-00000000000${n % 10}`] })),
  filter('loginEmail', (n: number) => `M${n * 31}@people.example`),
  filter('loginEmail', (n: number) => ({ $startsWith: `m${n * 31}` })),
  filter('status', 'APPROVED'),
  filter('status', { $in: ['PENDING', 'BLOCKED'] }),
  filter('status', { $ne: 'APPROVED' }),
  filter('contactId', randomUUID()),
  filter('contact.firstName', 'Zoë'),
  filter('contact.firstName', { $startsWith: 'zo' }),
  filter('contact.firstName', { $gte: 'Y' }),
  filter('contact.lastName', (n: number) => `Person ${n}`),
  filter('contact.lastName', { $startsWith: 'person 77' }),
  filter('contact.lastName', { $exists: false }),
  filter('profile.nickname', (n: number) => `Mia ${n}`),
  filter('profile.nickname', { $startsWith: 'mia 77' }),
  filter('profile.slug', (n: number) => `member-${n * 17}`),
  filter('profile.slug', { $startsWith: 'member-123' }),
  filter('privacyStatus', 'PUBLIC'),
  filter('activityStatus', 'MUTED'),
  filter('createdDate', { $gt: new Date(Date.now() - 86_400_000).toISOString() }),
  filter('lastLoginDate', { $lt: new Date(Date.now() - 86_400_000 * 600).toISOString() }),
  filter('lastLoginDate', { $exists: false }),
  filter('loginEmailVerified', false),
  filter('roleKey', 'COACH'),
  filter('roleKey', 'OWNER'),
  sortBy('profile.nickname', 'ASC'),
  sortBy('profile.nickname', 'DESC'),
  sortBy('contact.firstName', 'ASC'),
  sortBy('contact.firstName', 'DESC'),
  sortBy('contact.lastName', 'ASC'),
  sortBy('contact.lastName', 'DESC'),
  sortBy('createdDate', 'ASC'),
  sortBy('createdDate', 'DESC'),
  sortBy('updatedDate', 'ASC'),
  sortBy('updatedDate', 'DESC'),
  sortBy('lastLoginDate', 'ASC'),
  sortBy('lastLoginDate', 'DESC'),
  // Filters that find many and all of them late in the order, or few without an index of their own.
  members('APPROVED by nickname', { filter: { status: 'APPROVED' }, sort: [{ fieldName: 'profile.nickname' }] }),
  members('PENDING by nickname', { filter: { status: 'PENDING' }, sort: [{ fieldName: 'profile.nickname' }] }),
  members('not APPROVED by first name', { filter: { status: { $ne: 'APPROVED' } }, sort: [{ fieldName: 'contact.firstName' }] }),
  members('first name Zoë by nickname', { filter: { 'contact.firstName': 'Zoë' }, sort: [{ fieldName: 'profile.nickname' }] }),
  members('nickname mia… by first name, backwards', {
    filter: { 'profile.nickname': { $startsWith: 'mia' } },
    sort: [{ fieldName: 'contact.firstName', order: 'DESC' }],
  }),
  members('PENDING and PUBLIC by last sign-in', {
    filter: { status: 'PENDING', privacyStatus: 'PUBLIC' },
    sort: [{ fieldName: 'lastLoginDate', order: 'DESC' }],
  }),
  members('email m1… by age', { filter: { loginEmail: { $startsWith: 'm1' } } }),
  members('nickname or email', { filter: { $or: [{ 'profile.nickname': { $startsWith: 'mia 77' } }, { loginEmail: { $startsWith: 'm777' } }] } }),
  members('not in the role COACH', { filter: { roleKey: { $ne: 'COACH' } } }),
  members('words in nicknames', {}, { expression: 'mia 77' }),
  members('a word with an accent, by nickname', { sort: [{ fieldName: 'profile.nickname', order: 'DESC' }] }, { expression: 'zoe' }),
  members('a word in emails and names', {}, { expression: 'm777', fields: ['loginEmail', 'contact.firstName', 'contact.lastName', 'profile.nickname'] }),
]

const orders = (name: string, query: string): Case => ({ name: `orders: ${name}`, method: 'GET', path: `/v2/orders?limit=50&${query}` })
const orderCases = (plans: readonly string[], memberId: string): Case[] => [
  orders('all', ''),
  orders('offset 100 000', 'offset=100000'),
  orders('of a buyer', `buyerIds=${memberId}`),
  orders('of a plan', `planIds=${plans[1]}`),
  orders('of two plans', `planIds=${plans[1]}&planIds=${plans[2]}`),
  orders('ACTIVE', 'orderStatuses=ACTIVE'),
  orders('ENDED or CANCELED', 'orderStatuses=ENDED&orderStatuses=CANCELED'),
  orders('open drafts', 'orderStatuses=DRAFT'),
  orders('payment FAILED', 'paymentStatuses=FAILED'),
  orders('renewal stopped', 'autoRenewCanceled=true'),
  orders('ACTIVE, payment FAILED', 'orderStatuses=ACTIVE&paymentStatuses=FAILED'),
  orders('CANCELED, renewal stopped, payment FAILED', 'orderStatuses=CANCELED&autoRenewCanceled=true&paymentStatuses=FAILED'),
  orders('payment FAILED by end, backwards', 'paymentStatuses=FAILED&sorting.fieldName=endDate&sorting.order=DESC'),
  orders('ENDED of a plan by end', `orderStatuses=ENDED&planIds=${plans[0]}&sorting.fieldName=endDate`),
  ...['createdDate', 'endDate'].flatMap((field) =>
    ['ASC', 'DESC'].map((order) => orders(`by ${field} ${order}`, `sorting.fieldName=${field}&sorting.order=${order}`)),
  ),
]

/**
 * Pages at the front of an order against pages in its middle, by cursor: they are to cost the same. Like is compared with
 * like: one page again and again, whose rows are at hand, and page after page, each of rows that were not read before.
 */
async function measureDepth(ask: Ask, fieldName: string, testServer: TestServer, site: TestSite, report: Report): Promise<void> {
  const one = { name: `members: by cursor, ${fieldName}`, method: 'POST' as const, path: '/v1/members/query' }
  const pageBehind = (cursor: string | undefined) =>
    ask(one, { query: { ...(cursor ? {} : { sort: [{ fieldName }] }), cursorPaging: { limit: 50, ...(cursor && { cursor }) } }, fieldsets: ['FULL'] })
  const { answer } = await pageBehind(undefined)
  const front = answer.metadata?.cursors?.next ?? ''
  const state = readCursor('members.query', front)
  if (!state) throw new Error('the first page has no cursor')
  // A member in the middle of the order, put at the end of a page that a cursor leaves.
  const column = { 'profile.nickname': sql`lower(nickname) collate "C"`, createdDate: sql`created_at`, lastLoginDate: sql`last_login_at` }[fieldName]
  const { rows } = await sql<{ position: (string | null)[] }>`select array[(${column})::text, id::text] as position from member
    where site_id = ${site.metaSiteId}::uuid and deleted_at is null and status <> 'OFFLINE' order by ${column}, id offset ${Math.min(500_000, Math.floor(MEMBERS / 2))} limit 1`.execute(
    testServer.open.db,
  )
  const middle = writeCursor('members.query', { ...state, position: rows[0]?.position ?? [] })
  for (const [place, from] of [
    ['front', front],
    ['middle', middle],
  ] as const) {
    const onward: number[] = []
    for (let cursor: string | undefined = from; cursor && onward.length < CALLS + 5; ) {
      const page = await pageBehind(cursor)
      onward.push(page.ms)
      cursor = page.answer.metadata?.cursors?.next
    }
    const again: number[] = []
    while (again.length < CALLS + 5) again.push((await pageBehind(from)).ms)
    reportTimes(report, `${one.name}, ${place}: page after page`, onward.slice(5), 50)
    reportTimes(report, `${one.name}, ${place}: one page again`, again.slice(5), 50)
  }
}

/** Fills a database on the server at `url` and measures both lists. */
export async function measureSize(url: string, report: Report): Promise<void> {
  process.env.TEST_DATABASE_URL = url
  const testServer = await startTestServer()
  try {
    const site = await testServer.createSite()
    testServer.deps.strict = false
    const begun = performance.now()
    await withoutIndexes(testServer, ['contact', 'member', 'member_role'], () => fillMembers(testServer, site))
    let plans: string[] = []
    await withoutIndexes(testServer, ['plan_order', 'recurring_revenue'], async () => (plans = await fillOrders(testServer, site)))
    await testServer.open.script('vacuum analyze')
    report('filled', `${((performance.now() - begun) / 1000).toFixed(0)} s`, undefined, `${MEMBERS} members, ${ORDERS} orders`)
    const origin = await testServer.app.listen({ port: 0, host: '127.0.0.1' })
    const ask = createAsk(origin, site)
    const buyer = await testServer.open.db
      .selectFrom('planOrder')
      .select('memberId')
      .where('siteId', '=', site.metaSiteId)
      .offset(1000)
      .limit(1)
      .executeTakeFirst()
    for (const one of [...memberCases, ...orderCases(plans, buyer?.memberId ?? '')])
      await measureCase(ask, one, report).catch((error) => report(one.name, '–', false, (error as Error).message))
    for (const fieldName of ['createdDate', 'profile.nickname', 'lastLoginDate'])
      await measureDepth(ask, fieldName, testServer, site, report).catch((error) => report(`by cursor, ${fieldName}`, '–', false, (error as Error).message))
    const figures = { name: 'recurring revenue of all orders', method: 'GET' as const, path: '/api/insights/recurring' }
    const { ms } = await ask(figures)
    report(figures.name, `${(ms / 1000).toFixed(1)} s`, undefined, `one call over ${ORDERS} orders`)
  } finally {
    await testServer.close()
  }
}
