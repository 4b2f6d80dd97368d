import { up as baseline } from './0001-baseline.ts'
import { up as creditReasons } from './0230-credit-reasons.ts'
import { up as waitingLists } from './0240-waiting-lists.ts'
import { up as bookingLocations } from './0250-booking-locations.ts'
import { up as zonesOfSeries } from './0251-zones-of-series.ts'
import { up as specialDays } from './0252-special-days.ts'
import { up as deadJobs } from './0300-dead-jobs.ts'
import { up as payableMoney } from './0220-payable-money.ts'
import { up as siteAddresses } from './0210-site-addresses.ts'
import { up as setupToken } from './0211-setup-token.ts'
import { up as knownBrowsers } from './0212-known-browsers.ts'

/**
 * Every migration in the order in which it landed. Forward only: one that has landed is never edited, a new one is added at
 * the end. `npm run codegen` notes the checksum of a new one in checksums.json; `check` fails when one no longer agrees.
 */
export const migrations: readonly { name: string; up: string }[] = [
  { name: '0001-baseline', up: baseline },
  { name: '0240-waiting-lists', up: waitingLists },
  { name: '0250-booking-locations', up: bookingLocations },
  { name: '0300-dead-jobs', up: deadJobs },
  { name: '0230-credit-reasons', up: creditReasons },
  { name: '0251-zones-of-series', up: zonesOfSeries },
  { name: '0220-payable-money', up: payableMoney },
  { name: '0210-site-addresses', up: siteAddresses },
  { name: '0211-setup-token', up: setupToken },
  { name: '0212-known-browsers', up: knownBrowsers },
  { name: '0252-special-days', up: specialDays },
]
