/** Functions of @wix/bookings about what is offered: categories, policies, services, add-ons, options. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getRefusal } from './recorder.ts'
import type { Suite } from './suite.ts'

const money = (value: string) => ({ value, currency: 'USD' })
const yoga = (name: string) => ({
  type: 'CLASS' as const,
  name,
  defaultCapacity: 8,
  onlineBooking: { enabled: true },
  payment: { rateType: 'FIXED' as const, fixed: { price: money('16.00') }, options: { inPerson: true, pricingPlan: false } },
})

export function testCatalog(suite: () => Suite): void {
  const api = () => suite().owner.bookings

  describe('categories of both versions', () => {
    test('are made, renamed, arranged, counted and deleted', async () => {
      const { categories: old, categoriesV2: now } = api()
      const first = await old.createCategory({ name: 'Yoga' } as never)
      await old.updateCategory(first._id as string, { name: 'Calm yoga' } as never)
      expect((await old.listCategories({})).categories?.map(({ name }) => name)).toContain('Calm yoga')
      const second = await now.createCategory({ name: 'Dance' })
      const id = second._id as string
      expect((await now.updateCategory(id, { name: 'Ballet', revision: second.revision ?? null })).name).toBe('Ballet')
      expect((await now.getCategory(id)).name).toBe('Ballet')
      expect((await now.queryCategories().eq('name', 'Ballet').find()).items.map(({ _id }) => _id)).toEqual([id])
      await now.moveCategory(id, { position: 'LAST' as never })
      expect((await now.countCategories()).count).toBeGreaterThan(1)
      await now.deleteCategory(id)
      expect(await getRefusal(now.getCategory(id))).toBe('NOT_FOUND')
      await old.deleteCategory(first._id as string, {})
    })
  })

  test('policies are made, changed, made the default, compared and deleted; settings are read and changed', async () => {
    const { bookingPolicies: policies, bookingsSettings: settings } = api()
    const made = await policies.createBookingPolicy({ name: 'Strict', limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 } })
    const id = made._id as string
    expect((await policies.updateBookingPolicy(id, { name: 'Stricter', revision: made.revision ?? null })).name).toBe('Stricter')
    const before = (await policies.queryBookingPolicies().find()).items.find((one) => one.default)
    const { currentDefaultBookingPolicy } = await policies.setDefaultBookingPolicy(id)
    expect(currentDefaultBookingPolicy?._id).toBe(id)
    expect(await policies.getBookingPolicy(id)).toMatchObject({ name: 'Stricter', default: true })
    const other = await policies.createBookingPolicy({ name: 'Easy' })
    expect((await policies.getStrictestBookingPolicy([id, other._id as string])).bookingPolicy?.limitLateBookingPolicy).toMatchObject({
      latestBookingInMinutes: 60,
    })
    expect((await policies.countBookingPolicies()).count).toBeGreaterThan(1)
    expect(await getRefusal(policies.deleteBookingPolicy(id))).not.toBe('NOT_FOUND')
    if (before?._id) await policies.setDefaultBookingPolicy(before._id)
    await policies.deleteBookingPolicy(other._id as string)
    expect(await getRefusal(policies.getBookingPolicy(other._id as string))).toBe('NOT_FOUND')

    const now = await settings.getBookingsSettings()
    const changed = await settings.updateBookingsSettings({ ...now, multiServiceAppointments: { enabled: true } } as never)
    expect(changed.multiServiceAppointments?.enabled).toBe(true)
    expect(await getRefusal(settings.updateBookingsSettings({ ...now, revision: '99' } as never))).toBe('REVISION_MISMATCH')
  })

  describe('services', () => {
    test('are made, read, changed, copied, found, counted and deleted, one and many', async () => {
      const { services } = api()
      const made = await services.createService(yoga('Package yoga'))
      const id = made._id as string
      expect(made).toMatchObject({ name: 'Package yoga', type: 'CLASS', mainSlug: { name: 'package-yoga' } })
      const changed = await services.updateService(id, { tagLine: 'For all', revision: made.revision ?? null })
      expect((await services.getService(id)).tagLine).toBe('For all')
      expect(await getRefusal(services.updateService(id, { tagLine: 'x', revision: '99' }))).toBe('REVISION_MISMATCH')
      const copy = (await services.cloneService(id)).service
      const many = await services.bulkCreateServices([yoga('One of two'), yoga('Two of two')], { returnEntity: true })
      const [one, two] = (many.results ?? []).map(({ item }) => item)
      const renamed = await services.bulkUpdateServices({
        services: [{ service: { _id: one?._id, revision: one?.revision, name: 'First of two' } as never }],
        returnEntity: true,
      })
      expect(renamed.results?.[0]?.item?.name).toBe('First of two')
      expect((await services.bulkUpdateServicesByFilter({ name: 'Two of two' }, { service: { tagLine: 'Both' } as never })).jobId).toMatch(/^[0-9a-f-]{36}$/)
      expect((await services.queryServices().eq('name', 'Two of two').find()).items).toMatchObject([{ _id: two?._id, tagLine: 'Both' }])
      expect((await services.searchServices({ search: { expression: 'Package' } })).services?.map(({ _id }) => _id)).toContain(id)
      expect((await services.countServices({ filter: { type: 'CLASS' } })).count).toBeGreaterThan(3)
      expect((await services.queryPolicies({})).bookingPolicies?.length).toBeGreaterThan(0)
      expect((await services.queryBookingForms({})).bookingForms?.length).toBeGreaterThan(0)
      expect(await services.queryLocations({})).toMatchObject({ businessLocations: { exists: true } })
      expect(await services.queryCategories({})).toMatchObject({ categories: expect.any(Array) })
      expect(await services.validateSlug(id, { slug: 'Free-slug' })).toMatchObject({ valid: true, slug: 'free-slug' })
      expect((await services.setCustomSlug(id, { slug: 'own-slug' })).service?.mainSlug?.name).toBe('own-slug')
      expect(
        (await services.setServiceLocations(id, { locations: [{ type: 'CUSTOM', custom: { address: { addressLine: 'Park 1' } } }] } as never)).service?._id,
      ).toBe(id)
      const plan = await suite().owner.plans.plans.createPlan({ name: 'For yoga', pricing: { singlePaymentUnlimited: true, price: money('20') } })
      expect((await services.enablePricingPlansForService(id, [plan._id as string])).service?.payment?.pricingPlanIds).toEqual([plan._id])
      await services.disablePricingPlansForService(id, { pricingPlanIds: [plan._id as string] })
      expect((await services.bulkDeleteServices([one?._id as string, randomUUID()])).bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 })
      await services.bulkDeleteServicesByFilter({ name: 'Two of two' })
      await services.deleteService(copy?._id as string)
      expect(await getRefusal(services.getService(copy?._id as string))).toBe('NOT_FOUND')
      expect(changed.revision).toBe('2')
    })

    test('offer add-ons in groups', async () => {
      const { addOns, services } = api()
      const towel = await addOns.createAddOn({ name: 'Towel', price: money('2.00'), maxQuantity: 3 } as never)
      const id = towel._id as string
      expect((await addOns.updateAddOn(id, { ...towel, name: 'Large towel' })).name).toBe('Large towel')
      expect((await addOns.getAddOn(id)).name).toBe('Large towel')
      const many = await addOns.bulkCreateAddOns(
        [
          { name: 'Oil', price: money('5'), durationInMinutes: 15 },
          { name: 'Stone', price: money('3'), maxQuantity: 1 },
        ] as never,
        { returnEntity: true },
      )
      const [oil, stone] = (many.results ?? []).map(({ item }) => item)
      const changed = await addOns.bulkUpdateAddOns([{ addOn: { _id: oil?._id, revision: oil?.revision, name: 'Rose oil' } as never }], { returnEntity: true })
      expect(changed.results?.[0]?.item?.name).toBe('Rose oil')
      expect((await addOns.queryAddOns().eq('name', 'Rose oil').find()).items).toMatchObject([{ _id: oil?._id }])
      const service = await services.createService(yoga('With extras'))
      const serviceId = service._id as string
      const { addOnGroup } = await services.createAddOnGroup({ name: 'Extras', addOnIds: [id] } as never, { serviceId })
      const groupId = addOnGroup?._id as string
      expect((await services.updateAddOnGroup({ ...addOnGroup, name: 'More' } as never, { serviceId })).addOnGroup?.name).toBe('More')
      await services.setAddOnsForGroup(serviceId, { groupId, addOnIds: [id, oil?._id as string] })
      expect((await services.listAddOnGroupsByServiceId(serviceId)).addOnGroupsDetails).toMatchObject([
        { groupId, addOns: [{ addOnId: id }, { addOnId: oil?._id }] },
      ])
      await services.deleteAddOnGroup(groupId, { serviceId })
      expect(await getRefusal(services.deleteAddOnGroup(groupId, { serviceId }))).toBe('GROUP_NOT_ON_SERVICE')
      expect((await addOns.bulkDeleteAddOns([oil?._id as string, stone?._id as string])).bulkActionMetadata?.totalSuccesses).toBe(2)
      await addOns.deleteAddOn(id)
      expect(await getRefusal(addOns.getAddOn(id))).toBe('NOT_FOUND')
    })

    test('have options with a price each; prices are reckoned before booking', async () => {
      const { services, serviceOptionsAndVariants: options, pricing } = api()
      const varied = (name: string) =>
        services.createService({
          ...yoga(name),
          payment: { rateType: 'VARIED', varied: { defaultPrice: money('20.00') }, options: { inPerson: true } },
        } as never)
      const [service, other] = [await varied('By age'), await varied('By age, too')]
      const serviceId = service._id as string
      const optionId = randomUUID()
      const made = await options.createServiceOptionsAndVariants({
        serviceId,
        options: { values: [{ _id: optionId, type: 'CUSTOM', customData: { name: 'Age', choices: ['child', 'adult'] } }] },
        variants: { values: [{ choices: [{ optionId, custom: 'child' }], price: money('9.50') }] },
      } as never)
      const id = made._id as string
      const known = made.options?.values?.[0]?._id as string
      expect((await options.getServiceOptionsAndVariants(id)).minPrice?.value).toBe('9.50')
      expect((await options.getServiceOptionsAndVariantsByServiceId(serviceId)).serviceVariants?._id).toBe(id)
      expect((await options.queryServiceOptionsAndVariants().eq('serviceId', serviceId).find()).items).toMatchObject([{ _id: id }])
      const clone = (await options.cloneServiceOptionsAndVariants(id, other._id as string)).serviceOptionsAndVariants
      expect(await getRefusal(options.cloneServiceOptionsAndVariants(id, other._id as string))).toBe('ALREADY_EXISTS')
      const changed = await options.updateServiceOptionsAndVariants(id, {
        ...made,
        variants: { values: [{ choices: [{ optionId: known, custom: 'child' }], price: money('8.00') }] },
      } as never)
      expect(changed.minPrice?.value).toBe('8.00')
      const line = { serviceId, serviceChoices: [{ numberOfParticipants: 2, choices: [{ optionId: known, custom: 'child' }] }] }
      expect((await pricing.previewPrice([line])).priceInfo?.calculatedPrice).toBe(16)
      const booking = { bookedEntity: { slot: { serviceId } }, totalParticipants: 2 }
      expect((await pricing.calculatePrice({ booking } as never)).priceInfo?.calculatedPrice).toBe(40)
      expect(await getRefusal(pricing.previewPrice([{ serviceId: randomUUID(), numberOfParticipants: 1 }]))).toBe('FAILED_RESOLVING_SERVICE')
      await options.deleteServiceOptionsAndVariants(clone?._id as string, { revision: clone?.revision as string } as never)
      expect(await getRefusal(options.getServiceOptionsAndVariants(clone?._id as string))).toBe('NOT_FOUND')
    })
  })

  test('what widgets show of bookings is set, read with defaults for the rest, and forgotten', async () => {
    const { displaySettings } = api() as unknown as { displaySettings: DisplaySettingsApi }
    const widget = { appId: randomUUID(), widgetType: 'SIDE_PANEL_VIEW' }
    const shown = { visible: true }
    expect(await displaySettings.getBookingsDisplaySettingsByWidget(widget)).toMatchObject({
      sidePanelView: { notes: { ...shown, displayMode: 'TOOLTIP' }, price: shown },
    })
    const identifiers = { bookingsDisplaySettingsAppId: widget.appId, bookingsDisplaySettingsWidgetType: widget.widgetType }
    await displaySettings.upsertBookingsDisplaySettings(identifiers, { sidePanelView: { price: { visible: false } } })
    const { bookingsDisplaySettings: saved } = await displaySettings.upsertBookingsDisplaySettings(identifiers, {
      sidePanelView: { location: { visible: false } },
    })
    expect(saved).toMatchObject({ revision: '2', sidePanelView: { price: { visible: false }, location: { visible: false }, addOns: shown } })
    expect(await getRefusal(displaySettings.getBookingsDisplaySettingsByWidget({ ...widget, widgetType: 'CUSTOM' }))).toBe('REQUIRED_FIELD')
    await displaySettings.deleteBookingsDisplaySettings(saved._id)
    expect(await getRefusal(displaySettings.deleteBookingsDisplaySettings(saved._id))).toBe('NOT_FOUND')
  })
}

/** Exported without typings. */
interface DisplaySettingsApi {
  getBookingsDisplaySettingsByWidget(widget: object, options?: object): Promise<unknown>
  upsertBookingsDisplaySettings(identifiers: object, settings: object): Promise<{ bookingsDisplaySettings: { _id: string } }>
  deleteBookingsDisplaySettings(id: string): Promise<unknown>
}
