/** Functions of the packages that this server leaves out on purpose, each with a call that a storefront could make, and why. */
import { randomUUID } from 'node:crypto'

export interface NotOffered {
  calls: Readonly<Record<string, readonly unknown[]>>
  reason: string
}
const id = randomUUID()
const tags = { assignTags: { privateTags: { tagIds: [id] } } }

export const notOffered: readonly NotOffered[] = [
  {
    reason: 'what a person or a room can is said by the services that they give; there are no attributes beside it',
    calls: {
      '@wix/bookings attributeDefinition.createAttributeDefinition': [{ name: 'Language' }],
      '@wix/bookings attributeDefinition.getAttributeDefinition': [id],
      '@wix/bookings attributeDefinition.updateAttributeDefinition': [id, { name: 'Language' }],
      '@wix/bookings attributeDefinition.deleteAttributeDefinition': [id],
      '@wix/bookings attributeDefinition.queryAttributeDefinitions': [],
      '@wix/bookings attributeDefinition.bulkUpdateAttributeDefinitionTags': [[id], tags],
      '@wix/bookings attributeDefinition.bulkUpdateAttributeDefinitionTagsByFilter': [{}, tags],
      '@wix/bookings attributeValue.listEntityAttributes': [id],
      '@wix/bookings attributeValue.queryAttributeValues': [],
      '@wix/bookings attributeValue.bulkUpsertAttributeValues': [id, { values: [] }],
      '@wix/bookings attributeValue.bulkDeleteAttributeValues': [id, [id]],
    },
  },
  {
    reason: 'there is no shop whose products could go with a service',
    calls: { '@wix/bookings relatedProducts.listRelatedProductsByServiceIds': [[id]] },
  },
  {
    reason: 'bookings are always there; no app has to install them',
    calls: { '@wix/bookings bookingsProvisioner.provisionBookingsPlatform': [id] },
  },
  {
    reason: 'an older sign-in; `@wix/identity` and the strategies take its place',
    calls: {
      '@wix/members authentication.login': ['ann@example.org', 'a calm long evening'],
      '@wix/members authentication.register': ['ann@example.org', 'a calm long evening'],
      '@wix/members authentication.approve': [{ email: 'ann@example.org' }],
      '@wix/members authentication.block': [id],
    },
  },
  {
    reason: 'badges and plans carry no labels',
    calls: {
      '@wix/members badgeAssignments.bulkUpdateBadgeAssignmentTags': [[id], tags],
      '@wix/members badgeAssignments.bulkUpdateBadgeAssignmentTagsByFilter': [{}, tags],
      '@wix/pricing-plans plansV3.bulkUpdatePlanTags': [[id], tags],
      '@wix/pricing-plans plansV3.bulkUpdatePlanTagsByFilter': [{}, tags],
    },
  },
  {
    reason: 'a plan has one price; there is nothing to sort prices into',
    calls: {
      '@wix/pricing-plans pricingVariantCategories.createPricingVariantCategory': [{ name: 'Students' }],
      '@wix/pricing-plans pricingVariantCategories.getPricingVariantCategory': [id],
      '@wix/pricing-plans pricingVariantCategories.updatePricingVariantCategory': [id, { name: 'Students' }],
      '@wix/pricing-plans pricingVariantCategories.deletePricingVariantCategory': [id],
      '@wix/pricing-plans pricingVariantCategories.queryPricingVariantCategories': [],
    },
  },
]
