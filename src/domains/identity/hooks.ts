/** Hooks of identity; collaborators register, which own the dashboard users. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** The dashboard user who founded a site: access tokens name them. */
export const findSiteOwner = hook<{ siteId: string }, string | undefined, ReadContext>()
