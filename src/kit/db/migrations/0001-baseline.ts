/** The tables as they were when versions began to be kept (0.2.0). Frozen, like every migration that has landed. */
import { up as availability } from './baseline/availability.ts'
import { up as bookings } from './baseline/bookings.ts'
import { up as community } from './baseline/community.ts'
import { up as house } from './baseline/house.ts'
import { up as identity } from './baseline/identity.ts'
import { up as letters } from './baseline/letters.ts'
import { up as media } from './baseline/media.ts'
import { up as members } from './baseline/members.ts'
import { up as orders } from './baseline/orders.ts'
import { up as plans } from './baseline/plans.ts'
import { up as redirects } from './baseline/redirects.ts'
import { up as services } from './baseline/services.ts'
import { up as site } from './baseline/site.ts'
import { up as staff } from './baseline/staff.ts'

/** In the order in which tables refer to each other. */
export const up = [site, media, members, community, identity, letters, plans, orders, staff, services, availability, bookings, redirects, house].join('')
