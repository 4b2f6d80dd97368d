/** What is sealed of connected calendars: credentials, the state of a consent under way, titles of events. */
export type SealedKind = 'calendar' | 'calendar consent' | 'title'

export const describeSealed = (siteId: string, what: SealedKind): string => `${what} of ${siteId}`
