/** What is under way changes by itself soon, and is looked at again until it has. */
const REFRESH_MS = 2000

/** How often these are read again, in milliseconds; false when none of them is under way. */
export const refreshWhileQueued = (sent: readonly { state: string }[] = []): number | false =>
  sent.some(({ state }) => state === 'QUEUED') ? REFRESH_MS : false
