/** Bookings on the wire, in the order of the guide. */
export * from './contract/bookings.ts'
export * from './contract/reading.ts'
export * from './contract/attendance.ts'
export * from './contract/pages.ts'
export * from './contract/links.ts'
export * from './contract/fees.ts'
export * from './contract/waitlist.ts'
export * from './contract/ecom.ts'
