/** When a webhook without reply 200 is sent again. Source: contract wire §7. */
const delays = [{ minutes: 1 }, { minutes: 10 }, { hours: 1 }, { hours: 12 }, { hours: 24 }] as const

/** The delay after the nth failed attempt (from 1); undefined: given up. */
export const nextRetryDelay = (failedAttempts: number): { minutes: number } | { hours: number } | undefined => delays[failedAttempts - 1]
