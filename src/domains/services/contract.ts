/** Contract of services, categories, booking policies, options, add-ons and settings. Source: guide services-and-availability §3–9. */
import { operations } from '#kit/api/contract.ts'
import { categoriesApi } from './contract/categories.ts'
import { completeServicesApi } from './contract/complete-services.ts'
import { policiesApi } from './contract/policies.ts'
import { serviceApi } from './contract/services.ts'
import { addOnsApi } from './contract/add-ons.ts'
import { optionsApi } from './contract/options.ts'
import { displaySettingsApi } from './contract/display-settings.ts'
import { bookingsSettingsApi } from './contract/settings.ts'

export { addOnsApi } from './contract/add-ons.ts'
export { optionsApi } from './contract/options.ts'
export { displaySettingsApi } from './contract/display-settings.ts'
export { bookingsSettingsApi } from './contract/settings.ts'
export type { Category, CategoryInput, PlainCategory } from './contract/categories.ts'
export type { BookingPolicy, BookingPolicyInput } from './contract/policies.ts'
export { Service, type ServiceInput } from './contract/services.ts'

export const servicesApi = operations({ ...serviceApi, ...completeServicesApi, ...categoriesApi, ...policiesApi })

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const servicesContract = {
  services: servicesApi,
  serviceOptions: optionsApi,
  addOns: addOnsApi,
  bookingsSettings: bookingsSettingsApi,
  displaySettings: displaySettingsApi,
}
