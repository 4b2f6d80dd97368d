/**
 * A status that has a state machine is written only along it: an update, also of a row that an insert finds in its place, sets it to
 * the end of a `Transition` (`.to`), which the machine alone makes, and only in the store named here. One that comes with its row and
 * never moves is written by no update at all. `tsx tools/status-writes.ts` prints what goes around.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

interface StatusColumn {
  table: string
  column: string
  /** The file that draws it in `docs/states/`. */
  machine: string
  /** The only file that updates it. */
  store: string
  /** The status comes with the row that the machine has moved, or with a change that a step made. */
  comesWithRow?: true
}

const inDomain = (domain: string, table: string, column: string, machine: string, store: string): StatusColumn => ({
  table,
  column,
  machine: `src/domains/${domain}/rules/${machine}.ts`,
  store: `src/domains/${domain}/store/${store}.ts`,
})
export const statusColumns: readonly StatusColumn[] = [
  inDomain('bookings', 'booking', 'status', 'machine', 'bookings'),
  inDomain('bookings', 'bookingOrder', 'status', 'order-machine', 'payments'),
  { ...inDomain('bookings', 'bookingFee', 'status', 'fee-machine', 'fees'), comesWithRow: true },
  inDomain('bookings', 'bookingJob', 'status', 'job-machine', 'jobs'),
  inDomain('bookings', 'bookingJobItem', 'state', 'job-machine', 'jobs'),
  inDomain('waitlist', 'waitlistEntry', 'status', 'waitlist', 'waitlist'),
  inDomain('identity', 'identityFactor', 'status', 'factor-machine', 'factors'),
  // Dashboard users have the same factors as members.
  { ...inDomain('identity', 'ownerFactor', 'status', 'factor-machine', ''), store: 'src/domains/collaborators/store/owner-factors.ts' },
  { ...inDomain('members', 'member', 'status', 'status', 'members'), comesWithRow: true },
  inDomain('members', 'memberJob', 'status', 'job-machine', 'jobs'),
  inDomain('members', 'memberJobItem', 'state', 'job-machine', 'jobs'),
  { ...inDomain('orders', 'planOrder', 'status', 'states', 'orders'), comesWithRow: true },
  inDomain('orders', 'planInvoice', 'state', 'invoice-machine', 'payments'),
  inDomain('orders', 'couponUse', 'state', 'coupon-use-machine', 'coupons'),
  { ...inDomain('payments', 'paymentAttempt', 'state', 'attempt-machine', 'attempts'), comesWithRow: true },
  inDomain('staff', 'timeOffRequest', 'state', 'time-off-machine', 'time-off'),
  inDomain('payments', 'refund', 'state', 'refund-machine', 'receipts'),
  inDomain('payments', 'dispute', 'state', 'dispute-machine', 'receipts'),
  inDomain('payments', 'nightlyCheck', 'state', 'check-machine', 'check'),
  inDomain('notifications', 'email', 'state', 'email-machine', 'outbox'),
  inDomain('texts', 'outgoingText', 'state', 'text-machine', 'texts'),
  inDomain('identity', 'textMessage', 'state', 'text-message-machine', 'factors'),
  { ...inDomain('webhooks', 'webhookDelivery', 'state', 'delivery-machine', ''), store: 'src/domains/webhooks/store.ts' },
  inDomain('orders', 'simulation', 'state', 'simulation-machine', 'simulations'),
  inDomain('availability', 'calendarEvent', 'status', 'event-machine', 'events'),
  inDomain('staff', 'location', 'status', 'location-machine', 'locations'),
  inDomain('staff', 'staffMember', 'connectionStatus', 'connection-machine', 'staff'),
  inDomain('imports', 'dataImport', 'status', 'import-machine', 'imports'),
  inDomain('imports', 'dataImportRow', 'state', 'import-machine', 'rows'),
  { table: 'job', column: 'state', machine: 'src/kit/jobs/job-machine.ts', store: 'src/kit/jobs/settle-job.ts' },
]

/** Written once, with the row: any update of them is a breach. */
export const fixedColumns: readonly Pick<StatusColumn, 'table' | 'column'>[] = [{ table: 'receipt', column: 'state' }]

/** No steps of a process: what people choose, each value after each other, and what is summed up from other rows. */
export const freeColumns: readonly Pick<StatusColumn, 'table' | 'column'>[] = [
  { table: 'attendance', column: 'status' },
  { table: 'member', column: 'privacyStatus' },
  { table: 'member', column: 'activityStatus' },
  { table: 'textRecipient', column: 'state' },
  // What the last reading of another calendar found.
  { table: 'calendarConnection', column: 'status' },
  // What the last check of a host found, or its operator said.
  { table: 'siteAddress', column: 'state' },
  { table: 'booking', column: 'paymentStatus' },
  { table: 'planOrder', column: 'paymentStatus' },
]

type CheckedColumn = Pick<StatusColumn, 'table' | 'column'> & Partial<StatusColumn>
const checkedColumns: readonly CheckedColumn[] = [...statusColumns, ...fixedColumns]

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What an object expression sets a column to, spreads and conditions included. */
function findValues(node: ts.Node, column: string): ts.Expression[] {
  const found: ts.Expression[] = []
  const visit = (one: ts.Node): void => {
    if (ts.isPropertyAssignment(one) && one.name.getText() === column) found.push(one.initializer)
    else if (ts.isShorthandPropertyAssignment(one) && one.name.text === column) found.push(one.name)
    else ts.forEachChild(one, visit)
  }
  visit(node)
  return found
}

/** What an insert sets in a row that exists already: the arguments of `doUpdateSet`. */
function findConflictUpdates(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one) && ts.isPropertyAccessExpression(one.expression) && one.expression.name.text === 'doUpdateSet') found.push(...one.arguments)
    ts.forEachChild(one, visit)
  }
  visit(node)
  return found
}

const isTransitionEnd = (node: ts.Expression): boolean => ts.isPropertyAccessExpression(node) && node.name.text === 'to'

function findBreachesIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const breaches: string[] = []
  const add = (node: ts.Node, { table, column }: CheckedColumn, why: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    breaches.push(`${file}:${line} writes ${toSnakeCase(table)}.${toSnakeCase(column)} ${why}`)
  }
  const check = (node: ts.Node, one: CheckedColumn, value: ts.Expression) => {
    if (!one.store) add(node, one, 'which never moves')
    else if (file !== one.store) add(node, one, `outside ${one.store}`)
    else if (!one.comesWithRow && !isTransitionEnd(value)) add(node, one, 'to something that is no transition')
  }
  /** The calls that a query is built with after `updateTable` or `insertInto`. */
  const checkCalls = (node: ts.CallExpression, one: CheckedColumn): void => {
    for (let outer: ts.Node = node; ts.isPropertyAccessExpression(outer.parent) && ts.isCallExpression(outer.parent.parent); outer = outer.parent.parent) {
      const name = outer.parent.name.text
      for (const argument of outer.parent.parent.arguments)
        for (const part of name === 'set' ? [argument] : name === 'onConflict' ? findConflictUpdates(argument) : [])
          for (const value of findValues(part, one.column)) check(value, one, value)
    }
  }
  const visitWrite = (node: ts.CallExpression): void => {
    const argument = node.arguments[0]
    if (!argument || !ts.isStringLiteralLike(argument)) return
    for (const one of checkedColumns) if (one.table === argument.text.split(' ')[0]) checkCalls(node, one)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(updateTable|insertInto)$/.test(node.expression.name.text))
      visitWrite(node)
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
      for (const one of checkedColumns)
        if (
          new RegExp(`\\bupdate\\s+${toSnakeCase(one.table)}\\b[^;]*?\\bset\\b(?:(?!\\bwhere\\b)[^;])*?\\b${toSnakeCase(one.column)}\\s*=`, 'i').test(
            node.getText(),
          )
        )
          add(node, one, 'by raw SQL')
    ts.forEachChild(node, visit)
  }
  visit(source)
  return breaches
}

/** One sentence for each breach in the tree below `root`. */
export function findBreaches(root: string): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.gen.ts') && !path.startsWith('src/kit/db/migrations/'))
    .toSorted()
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /updateTable|doUpdateSet|update\s/i.test(text) ? findBreachesIn(file, text) : []
  })
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const breaches = findBreaches('.')
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) process.exitCode = 1
}
