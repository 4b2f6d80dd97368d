import { up as site } from './0010-site.ts'
import { up as media } from './0015-media.ts'
import { up as members } from './0020-members.ts'
import { up as community } from './0025-community.ts'
import { up as identity } from './0030-identity.ts'
import { up as letters } from './0035-letters.ts'
import { up as plans } from './0040-plans.ts'
import { up as orders } from './0050-orders.ts'
import { up as staff } from './0060-staff.ts'
import { up as services } from './0070-services.ts'
import { up as availability } from './0080-availability.ts'
import { up as bookings } from './0090-bookings.ts'
import { up as redirects } from './0100-redirects.ts'
import { up as house } from './0110-house.ts'

/** Every migration in order. Forward only: a released file is never edited, a new one is added. */
export const migrations: readonly { name: string; up: string }[] = [
  { name: '0010-site', up: site },
  { name: '0015-media', up: media },
  { name: '0020-members', up: members },
  { name: '0025-community', up: community },
  { name: '0030-identity', up: identity },
  { name: '0035-letters', up: letters },
  { name: '0040-plans', up: plans },
  { name: '0050-orders', up: orders },
  { name: '0060-staff', up: staff },
  { name: '0070-services', up: services },
  { name: '0080-availability', up: availability },
  { name: '0090-bookings', up: bookings },
  { name: '0100-redirects', up: redirects },
  { name: '0110-house', up: house },
]
