/** What the operator of the server allows a site. Source: guide identity §2.1. */

export interface SiteLimits {
  /** Members that are not deleted. */
  members?: number
  /** Stored pictures, those of members included, in bytes. */
  pictureBytes?: number
  /** Calls of the API in a minute, for each process of the server. */
  requestsPerMinute?: number
}
export type SiteLimit = keyof SiteLimits

/** Null takes a limit away; undefined leaves it. */
export type SiteLimitsChange = { [Limit in SiteLimit]?: number | null | undefined }

export const applyLimits = (before: SiteLimits, change: SiteLimitsChange): SiteLimits =>
  Object.fromEntries(Object.entries({ ...before, ...withoutUndefined(change) }).filter(([, value]) => value !== null))

const withoutUndefined = (change: SiteLimitsChange) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

/** Whether `more` fits beside what is used. */
export const hasRoom = (limit: number | undefined, used: number, more: number): boolean => limit === undefined || used + more <= limit
