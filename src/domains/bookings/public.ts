/** The only door of bookings for the domains to their right. */
export { createBooking } from './actions/create.ts'
export { finishCheckout } from './actions/finish.ts'
export { cancelBooking, canceled } from './actions/cancel.ts'
export { openLink, sealLink } from './actions/links.ts'
export { bookNow } from './actions/checkout.ts'
export { bookingById, bookingsById, type BookingRecord } from './store/bookings.ts'
export { bookingToWire } from './wire.ts'
