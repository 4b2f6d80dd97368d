/** Functions of @wix/pricing-plans, by everyone who may call them. */
import { expect, test } from 'vitest'
import { getRefusal } from './recorder.ts'
import type { Suite } from './suite.ts'

export function testPlans(suite: () => Suite): void {
  const ownerClient = () => suite().owner.plans
  const storefront = async () => (await suite().visitor()).plans
  test('an owner sells, pauses, resumes, extends and cancels; dates come back as dates', async () => {
    const owner = ownerClient()
    const plan = await owner.plans.createPlan({
      name: 'Season',
      pricing: { singlePaymentForDuration: { count: 3, unit: 'MONTH' }, price: { value: '90', currency: 'USD' } },
    })
    const { memberId } = await suite().member()
    const { order } = await owner.orders.createOfflineOrder(plan._id ?? '', memberId, { paid: false })
    const id = order?._id ?? ''
    expect(order).toMatchObject({ status: 'ACTIVE', lastPaymentStatus: 'UNPAID', planName: 'Season' })
    expect(order?.startDate).toBeInstanceOf(Date)
    await owner.orders.markAsPaid(id)
    await owner.orders.pauseOrder(id)
    await owner.orders.resumeOrder(id)
    await owner.orders.postponeEndDate(id, new Date('2090-01-01T00:00:00.000Z'))
    const { orders: found } = await owner.orders.managementListOrders({
      buyerIds: [memberId],
      sorting: { fieldName: 'endDate', order: 'DESC' },
      fieldSet: 'FULL',
    })
    expect(found?.[0]).toMatchObject({ _id: id, lastPaymentStatus: 'PAID', endDate: new Date('2090-01-01T00:00:00.000Z') })
    await owner.orders.cancelOrder(id, 'IMMEDIATELY')
    expect((await owner.orders.managementGetOrder(id)).order).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'OWNER_ACTION' } })
    await expect(owner.orders.cancelOrder(id, 'IMMEDIATELY')).rejects.toMatchObject({ details: { applicationError: { code: 'ORDER_NOT_CANCELABLE' } } })
  })

  test('a newer storefront finds plans by cursor and what pays for a service', async () => {
    const owner = ownerClient()
    const serviceId = '6b0b7f5e-0c0e-4c3a-9a55-0f3d3a1d1a13'
    const plan = await owner.plans.createPlan({
      name: 'Pass',
      pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 12 }, price: { value: '40', currency: 'USD' } },
    })
    await suite().server.ok('PUT', `/api/plans/${plan._id}/benefit`, { as: suite().site, body: { benefit: { credits: 4 }, serviceIds: [serviceId] } })
    const shop = await storefront()
    const { items } = await shop.plansV3.queryPlans().eq('visibility', 'PUBLIC').eq('slug', 'pass').find()
    expect(items).toMatchObject([{ _id: plan._id, slug: 'pass', pricingVariants: [{ pricingStrategies: [{ flatRate: { amount: '40' } }] }] }])
    expect(items[0]?._createdDate).toBeInstanceOf(Date)
    const { planBenefits: found } = await shop.planBenefits.listPlansByItemIdentifier({
      externalId: serviceId,
      providerAppId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97',
    })
    expect(found).toMatchObject([{ planInfo: { plan: { _id: plan._id } }, benefitInfo: { creditConfiguration: { amount: '4' } } }])
    const preview = await shop.orders.getPricePreview(plan._id ?? '')
    expect(preview.prices?.[0]?.price).toMatchObject({ total: '40.00' })
  })

  test('the business makes plans, changes, shows, hides, arranges and archives them by every call of the package', async () => {
    const { plans: shop } = ownerClient()
    const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' as const }, cycleCount: 0 }, price: { value: '40', currency: 'USD' } }
    const { _id } = await shop.createPlan({ name: 'Every call', pricing: monthly })
    const id = _id ?? ''
    expect(await shop.updatePlan(id, { name: 'Each call' })).toMatchObject({ _id: id, name: 'Each call' })
    expect((await shop.setPlanVisibility(id, false)).plan).toMatchObject({ public: false })
    expect((await shop.makePlanPrimary(id)).plan).toMatchObject({ primary: true })
    await shop.clearPrimary()
    expect(await shop.getPlan(id)).toMatchObject({ primary: false, public: false, _createdDate: expect.any(Date) })
    await shop.setPlanVisibility(id, true)
    expect((await shop.listPlans({ planIds: [id] })).plans).toMatchObject([{ _id: id }])
    expect((await shop.listPublicPlans({ planIds: [id] })).plans).toMatchObject([{ _id: id }])
    expect((await shop.queryPublicPlans().eq('_id', id).find()).items).toMatchObject([{ _id: id, name: 'Each call' }])
    const { totalPlans } = await shop.getPlanStats()
    expect((await shop.archivePlan(id)).plan).toMatchObject({ archived: true })
    expect((await shop.getPlanStats()).totalPlans).toBe(totalPlans)
    await expect(shop.archivePlan(id)).rejects.toMatchObject({ details: { applicationError: { code: 'already_archived' } } })
  })

  test('newer reads look at a plan from every side', async () => {
    const owner = ownerClient()
    const { _id } = await owner.plans.createPlan({
      name: 'From every side',
      pricing: { singlePaymentUnlimited: true, price: { value: '15', currency: 'USD' } },
    })
    const planId = _id ?? ''
    expect(await owner.plansV3.getPlan(planId)).toMatchObject({ _id: planId, name: 'From every side' })
    expect((await owner.plansV3.countPlans()).count).toBeGreaterThan(0)
    expect((await owner.plansV3.searchPlans({ filter: { slug: 'from-every-side' } })).plans).toMatchObject([{ _id: planId }])
  })

  test('a member previews, buys, reads and ends their own plan; the business previews a sale at the desk', async () => {
    const owner = ownerClient()
    const { _id } = await owner.plans.createPlan({
      name: 'Own',
      buyerCanCancel: true,
      pricing: { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '0', currency: 'USD' } },
    })
    const planId = _id ?? ''
    const { plans: mine, memberId } = await suite().member()
    const [variant] = (await mine.plansV3.getPlan(planId)).pricingVariants ?? []
    expect((await mine.plansV3.getPlanPreview(planId, { pricingVariantId: variant?._id ?? '' })).plan).toMatchObject({ name: 'Own' })
    expect(await mine.plansV3.getPlanConfigurationConstraints(planId)).toMatchObject({ startDateRules: expect.anything() })
    expect((await mine.orders.getOnlineOrderPreview(planId)).order).toMatchObject({ planId, buyer: { memberId } })
    expect((await owner.orders.getOfflineOrderPreview(planId, memberId)).order).toMatchObject({ planId, type: 'OFFLINE' })
    const { order } = await mine.orders.createOnlineOrder(planId)
    const id = order?._id ?? ''
    expect(order).toMatchObject({ planId, status: 'ACTIVE', lastPaymentStatus: 'NOT_APPLICABLE' })
    expect(await mine.orders.memberGetOrder(id)).toMatchObject({ _id: id })
    expect((await mine.orders.memberListOrders()).orders).toMatchObject([{ _id: id, startDate: expect.any(Date) }])
    await mine.orders.requestCancellation(id, 'IMMEDIATELY')
    expect(await mine.orders.memberGetOrder(id)).toMatchObject({ status: 'CANCELED', cancellation: { cause: 'MEMBER_ACTION' } })
    await expect(mine.orders.managementGetOrder(id)).rejects.toMatchObject({ message: expect.stringContaining('PERMISSION_DENIED') })
  })

  test('plans are made, changed one and many, and taken out of sale in the newer shape', async () => {
    const { plansV3: shop } = ownerClient()
    const variant = (amount: string) => ({
      name: 'Monthly',
      billingTerms: { billingCycle: { period: 'MONTH' as const, count: '1' }, startType: 'ON_PURCHASE' as const, endType: 'UNTIL_CANCELLED' as const },
      pricingStrategies: [{ flatRate: { amount } }],
    })
    const made = await shop.createPlan({ name: 'Newer', currency: 'USD', visibility: 'PUBLIC', pricingVariants: [variant('40')] } as never)
    const id = made._id as string
    expect(made).toMatchObject({ name: 'Newer', revision: '1', pricingVariants: [{ pricingStrategies: [{ flatRate: { amount: '40' } }] }] })
    expect(await ownerClient().plans.getPlan(id)).toMatchObject({ pricing: { subscription: { cycleCount: 0 }, price: { value: '40' } } })
    const changed = await shop.updatePlan(id, { perks: [{ description: 'Tea' }], revision: made.revision ?? null } as never)
    expect(changed).toMatchObject({ revision: '2', name: 'Newer', perks: [{ description: 'Tea' }] })
    expect(await getRefusal(shop.updatePlan(id, { name: 'x', revision: '1' } as never))).toBe('REVISION_MISMATCH')
    expect(await getRefusal(shop.createPlan({ name: 'Two', pricingVariants: [variant('1'), variant('2')] } as never))).toBe('MAX_SIZE')
    const many = await shop.bulkUpdatePlans([{ plan: { _id: id, revision: '2', name: 'Renamed' } as never }], { returnEntity: true })
    expect(many.results).toMatchObject([{ itemMetadata: { success: true }, item: { name: 'Renamed' } }])
    await shop.deletePlan(id)
    expect(await getRefusal(shop.deletePlan(id))).toBe('plan_not_found')
  })

  test('settings of plans are read by everyone and changed by the business', async () => {
    const { pricingPlansSettings: settings } = ownerClient()
    const now = await (await storefront()).pricingPlansSettings.getPricingPlansSettings()
    expect(now).toMatchObject({ revision: '1', taxableAddress: 'BUSINESS', platformFeeRate: '0' })
    const extendedFields = { namespaces: { '@atrium/test': { colour: 'blue' } } }
    expect(await settings.updatePricingPlansSettings({ revision: '1', extendedFields } as never)).toMatchObject({ revision: '2', extendedFields })
    expect(await getRefusal(settings.updatePricingPlansSettings({ revision: '1' } as never))).toBe('REVISION_MISMATCH')
    expect(await getRefusal(settings.updatePricingPlansSettings({ revision: '2', taxableAddress: 'BILLING' } as never))).toBe('INVALID_ENUM_VALUE')
  })

  test('what becomes of an order later is told: another start, an end after what is paid; a plan says when its buyers may end it', async () => {
    const owner = ownerClient()
    const plan = await owner.plans.createPlan({
      name: 'Told',
      allowFutureStartDate: true,
      pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '30', currency: 'USD' } },
    })
    await owner.plans.updatePlan(plan._id as string, { buyerCanCancel: true })
    const { memberId } = await suite().member()
    const { order } = await owner.orders.createOfflineOrder(plan._id as string, memberId, { startDate: new Date('2027-08-01T00:00:00Z') })
    const id = order?._id as string
    await suite().server.ok('POST', `/api/plan-orders/${id}/start-date`, { as: suite().site, body: { startDate: '2027-07-01T00:00:00Z' } })
    expect((await owner.orders.managementGetOrder(id)).order?.startDate).toEqual(new Date('2027-07-01T00:00:00Z'))
    const { order: running } = await owner.orders.createOfflineOrder(plan._id as string, memberId, { paid: true })
    await owner.orders.cancelOrder(running?._id as string, 'NEXT_PAYMENT_DATE')
    expect((await owner.orders.managementGetOrder(running?._id as string)).order).toMatchObject({ status: 'ACTIVE', autoRenewCanceled: true })
  })
}
