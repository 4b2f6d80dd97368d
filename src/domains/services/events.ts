/** Events of services, categories, policies, options, add-ons and settings. Source: guide services-and-availability §18. */
import { createEntityEvents } from '#kit/api/entity-events.ts'
import type { AddOn } from './contract/add-ons.ts'
import type { ServiceOptionsAndVariants } from './contract/options.ts'
import type { BookingsSettings } from './contract/settings.ts'
import type { BookingPolicy, Category, Service } from './contract.ts'

export const serviceEvents = createEntityEvents<Service>('wix.bookings.services.v2.service')
export const categoryEvents = createEntityEvents<Category>('wix.bookings.categories.v2.category')
export const policyEvents = createEntityEvents<BookingPolicy>('wix.bookings.v1.booking_policy')
export const optionsEvents = createEntityEvents<ServiceOptionsAndVariants>('wix.bookings.catalog.v1.service_options_and_variants')
export const settingsEvents = createEntityEvents<BookingsSettings>('wix.bookings.v2.bookings_settings')
export const addOnEvents = createEntityEvents<AddOn>('wix.addons.v1.add_on')
