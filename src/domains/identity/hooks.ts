/** Hooks of identity; collaborators register, which own the dashboard users. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** Why a dashboard user has to enter their password again before a sensitive change; undefined when it is recent, and for API keys and apps. */
export const checkOwnerReauthentication = hook<void, { refused: 'REAUTHENTICATION_REQUIRED' } | undefined>()

/** The dashboard user who founded a site: access tokens name them. */
export const findSiteOwner = hook<{ siteId: string }, string | undefined, ReadContext>()
