/** The only door of bookings: what becomes of them when others change, and what sets of bookings are made of. */
export { closeMember, closeService, followCourse, followSession as followBookedSession } from './actions/follow.ts'
