import { expect, test } from 'vitest'
import { findBreaches } from './table-owners.ts'

const plans = 'src/domains/plans'

test('every breach that was planted is reported, and nothing else', async () => {
  const breaches = await findBreaches('tools/planted-violations')
  expect(breaches.toSorted()).toEqual(
    [
      `${plans}/tables.ts owns plan_of_yesterday, which does not exist`,
      `${plans}/tables.ts owns member, which members owns too`,
      `${plans}/foreign.ts:6 reads member_role, which members owns`,
      `${plans}/foreign.ts:7 reads member_role, which members owns`,
      `${plans}/foreign.ts:8 writes contact, which members owns`,
      `${plans}/unmarked.ts:7 reads contact_email, which members owns`,
      `${plans}/unmarked.ts:5 writes plan by raw SQL without writes('plan')`,
      `${plans}/unmarked.ts:6 writes plan by raw SQL without writes('plan')`,
      `${plans}/unmarked.ts:7 writes contact, which members owns`,
      `${plans}/unmarked.ts:7 writes contact by raw SQL without writes('contact')`,
      'plans declares that it reads site, and does not',
    ].toSorted(),
  )
})

test('the real tree is read: without its lists no table would have an owner', async () => {
  expect(await findBreaches('.')).toEqual([])
})
