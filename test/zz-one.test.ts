import { expect, test } from 'vitest'
import { startTestServer } from '/work/trust/test/test-server.ts'
test('starts', async () => {
  const server = await startTestServer()
  const site = await server.createSite({})
  console.log('site', site.metaSiteId)
  const plan = await server.call('POST', '/v2/plans', { as: site, body: { plan: { name: 'X', pricing: { singlePaymentUnlimited: true, price: { value: '10' } } } } })
  console.log(plan.status, plan.text.slice(0, 200), server.problems.slice(-2))
  await server.close()
})
