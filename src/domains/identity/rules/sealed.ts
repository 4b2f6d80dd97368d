/** What is sealed with the key of the server, and for whom: what was sealed for another purpose or site does not open. Source: guide identity §9.3. */

/** Secrets of services that sign-in uses: providers by their id, captcha, text messages. */
export const describeServiceSecret = (siteId: string, of: string): string => `sign-in ${of} of ${siteId}`

/** The secret of an authenticator app of a member. */
export const describeFactorSecret = (siteId: string, identityId: string): string => `second step of ${identityId} at ${siteId}`

/** The words of a text message or call, with its code. */
export const describeTextMessage = (siteId: string, id: string): string => `text message ${id} of ${siteId}`

/** Keys that the server made for itself. */
export const describeSystemSecret = (name: string): string => `${name} of the server`

/** The row of `system_secret` that tells whether the key of the server is the one that sealed what the database holds. */
export const SEALING_MARK = 'sealing-mark'
