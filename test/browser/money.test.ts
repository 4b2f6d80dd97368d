/** Money from both sides: a visitor buys with a coupon and agrees to the terms; the owner gives a part back and finds it in the ledger and figures. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { startFakeStripe } from '../stripe.ts'
import { type DashboardServer, openDashboard } from './dashboard-server.ts'
import { expectAccessible, expectAccessibleInBothSchemes, screenshot } from './browser-server.ts'
import { fillCard } from './card.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: DashboardServer
let planId = ''
const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
beforeAll(async () => {
  sampleSite = await openDashboard('empty')
  await requestAsOwner('PATCH', '/api/money/terms', { tax: { name: 'VAT', rate: '25', includedInPrice: false } })
  const { plan } = await requestAsOwner('POST', '/v2/plans', {
    plan: {
      name: 'Evening pass',
      termsAndConditions: 'Bring a mat.',
      allowFutureStartDate: true,
      pricing: {
        subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 },
        price: { value: '40' },
        feeConfigs: [{ fee: { name: 'Joining fee', amount: '10' }, appliedAt: 'FIRST_PAYMENT' }],
      },
    },
  })
  planId = plan.id
  await requestAsOwner('POST', '/stores/v2/coupons', {
    specification: {
      name: 'Half',
      code: 'HALF',
      startTime: '0',
      percentOffRate: 50,
      discountedCycleCount: 1,
      scope: { namespace: 'pricingPlans' },
      active: true,
    },
  })
})
afterAll(() => sampleSite.close())

test('a visitor sees every part of the price, uses a coupon, agrees and pays', async () => {
  const { page, problems } = await sampleSite.openPage()
  await page.goto(`/hosted/plans/checkout?planId=${planId}`)
  await page.getByText('€62.50 once, then €50 every month').waitFor()
  await page.getByLabel('Your name').fill('Ada Larsen')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByText('Add coupon').click()
  await page.getByLabel('Code', { exact: true }).fill('nope')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This coupon does not exist.').first().waitFor()
  await page.getByLabel('Code', { exact: true }).fill('half')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('HALF applied').waitFor()
  // 40 less 20, a fee of 10, and a quarter of tax on both.
  await page.getByRole('button', { name: 'Pay €37.50' }).click()
  await page.getByText('Please agree to the terms').first().waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'money-checkout')
  await page.getByLabel('I agree to the terms').check()
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay €37.50' }).click()
  await page.getByText('insufficient funds').first().waitFor()
  // The order is made: its price stays with it, in another visit of the page, too.
  await page.reload()
  await page.getByText('Coupon HALF').waitFor()
  await fillCard(page)
  await page.getByLabel('I agree to the terms').check()
  await page.getByRole('button', { name: 'Pay €37.50' }).click()
  await page.getByRole('heading', { name: 'Welcome to Evening pass' }).waitFor()
  expect(problems).toEqual(['428 POST /v2/checkout/orders/price-preview'])
})

test('the owner gives a part back and finds it in refunds, ledger and figures', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/money')
  await page.getByRole('button', { name: '€37.50 from Ada Larsen' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('Attempt 2: paid').waitFor()
  await expectAccessibleInBothSchemes(page)
  await panel.getByRole('button', { name: 'Refund' }).click()
  await page.getByLabel('Amount in EUR').fill('12.50')
  // A question above a panel.
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund', exact: true }).last().click()
  await panel.getByText('€12.50 refunded by you').waitFor()
  await page.goto('/dashboard/money?tab=refunds')
  await page.getByRole('button', { name: '€12.50 to Ada Larsen' }).waitFor()
  await page.goto('/dashboard/money?tab=ledger')
  const accounts = page.getByRole('table', { name: 'Accounts in EUR' })
  await accounts.getByRole('row', { name: /^Revenue €0 €10 €30 -€20$/ }).waitFor()
  await accounts.getByRole('row', { name: /^Total €0 €50 €50 €0$/ }).waitFor()
  await accounts.getByRole('button', { name: 'Tax owed' }).click()
  await page.getByRole('heading', { name: 'Entries for Tax owed' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto('/dashboard/plans?tab=subscriptions')
  await page.getByRole('button', { name: 'Ada Larsen' }).click()
  await page.getByText('Email: Receipt').waitFor()
  await page.goto('/dashboard/insights?tab=revenue')
  await page.getByRole('radiogroup', { name: 'Revenue by month: chart or table' }).getByText('Table').click()
  await page.getByRole('row', { name: /… €20 €5 -€12.50$/ }).waitFor()
  await screenshot(page, 'money-insights')
  expect(problems).toEqual([])
})

test('totals that cannot be loaded say so and are asked for again; what is outstanding leads to those who owe it', async () => {
  const email = 'oda@example.org'
  const { member } = await requestAsOwner('POST', '/v1/members', { member: { loginEmail: email, profile: { nickname: 'Oda' } } })
  await requestAsOwner('POST', '/v2/checkout/orders/offline', { planId, memberId: member.id })
  const { page, problems } = await sampleSite.openAsOwner()
  const breaks = ['totals', 'outstanding'].map((name) => `**/api/money/${name}*`)
  for (const path of breaks) await page.route(path, (route) => route.fulfill({ status: 400, json: { message: 'No.', details: {} } }))
  await page.goto('/dashboard/money')
  for (const what of ['the totals', 'what is outstanding']) await page.getByText(`Couldn’t load ${what}`).waitFor()
  await expectAccessibleInBothSchemes(page)
  for (const path of breaks) await page.unroute(path)
  for (const again of [1, 0]) await page.getByRole('button', { name: 'Try again' }).nth(again).click()
  const outstanding = page.getByRole('region', { name: 'Outstanding' })
  await outstanding.getByText('€62.50 for plans').waitFor()
  await page
    .getByText('Received, This month')
    .or(page.getByText(/^Received/))
    .first()
    .waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'money-totals')
  await outstanding.getByRole('link', { name: 'Members who owe money' }).click()
  await page.getByRole('button', { name: 'Oda', exact: true }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: 'Money', exact: true }).click()
  await panel.getByText('For plans').waitFor()
  expect(await panel.getByText('€62.50').count()).toBeGreaterThan(0)
  await screenshot(page, 'money-member-owes')
  expect(problems.filter((problem) => !/^400 GET \/api\/money\/(totals|outstanding)$/.test(problem))).toEqual([])
})

test('payouts: none in test mode, then those of the provider with what is in them, and a provider that does not answer', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/money?tab=payouts')
  await page.getByRole('heading', { name: 'No payouts in test mode' }).waitFor()
  await expectAccessible(page)
  const stripe = await startFakeStripe('sk_test_payouts', 'whsec_payouts')
  try {
    await configurePayments({ provider: 'stripe', stripe: { secretKey: 'sk_test_payouts', webhookSecret: 'whsec_payouts', apiUrl: stripe.url } })
    const { token } = await sampleSite.server.registerMember(sampleSite.site as never)
    const body = { planId, key: 'press', termsAccepted: true }
    const { order, url } = await sampleSite.server.ok('POST', '/api/checkout/plans', { token, body })
    const { object } = stripe.complete(url)
    await sampleSite.server.ok('POST', `/api/pay/${order.wixPayOrderId}/check`, { token })
    stripe.payOut([object.id], '2026-12-03')
    stripe.payOut([object.id], '2026-12-04', 'failed')
    await page.reload()
    await page.getByText('Was to arrive').waitFor()
    await expectAccessibleInBothSchemes(page)
    await screenshot(page, 'money-payouts')
    await page.getByRole('button', { name: '€60.39' }).last().click()
    const panel = page.getByRole('dialog')
    await panel.getByText('€62.50 less €2.11 fee').waitFor()
    await expectAccessibleInBothSchemes(page)
    await screenshot(page, 'money-payout')
    stripe.failNext('GET /v1/payouts', 1)
    await page.goto('/dashboard/money?tab=payouts')
    await page.getByText('Your payment provider didn’t answer.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Was to arrive').waitFor()
  } finally {
    await configurePayments({ provider: 'sandbox' })
    await stripe.close()
  }
})

test('what is typed of a tax stays when the terms are read again, and a saved one follows what the server keeps', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/money?tab=tax')
  const [name, rate] = ['Name', 'Rate in percent'].map((label) => page.getByRole('textbox', { name: label, exact: true }))
  await rate?.fill('7')
  // Another setting of the page is saved, and someone else changes the tax: the terms that are read again differ.
  await requestAsOwner('PATCH', '/api/money/terms', { tax: { name: 'Sales tax', rate: '20', includedInPrice: false } })
  const readAgain = page.waitForResponse((response) => response.url().endsWith('/api/money/terms') && response.request().method() === 'GET')
  await page.getByRole('switch', { name: 'Offer to pay in person' }).click()
  await readAgain
  await expect.poll(() => name?.inputValue()).toBe('Sales tax')
  expect(await rate?.inputValue()).toBe('7')
  await page.getByRole('button', { name: 'Save tax' }).click()
  await expect.poll(async () => (await requestAsOwner('GET', '/api/money/terms')).tax).toMatchObject({ name: 'Sales tax', rate: '7' })
  await requestAsOwner('PATCH', '/api/money/terms', { tax: { name: 'VAT', rate: '25', includedInPrice: false } })
  await page.getByRole('switch', { name: 'Offer to pay in person' }).click()
  await expect.poll(() => rate?.inputValue()).toBe('25')
})

test('plans are put in order by the keyboard', async () => {
  await requestAsOwner('POST', '/v2/plans', { plan: { name: 'Morning pass', pricing: { singlePaymentUnlimited: true, price: { value: '20' } } } })
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/plans')
  await page.getByRole('button', { name: 'Reorder Morning pass, position 2 of 2. Use the arrow keys.' }).press('ArrowLeft')
  await page.getByRole('status').getByText('Morning pass moved to position 1 of 2.').waitFor()
  await expect
    .poll(async () => (await requestAsOwner('GET', '/v2/plans')).plans.map(({ name }: { name: string }) => name))
    .toEqual(['Morning pass', 'Evening pass'])
})
