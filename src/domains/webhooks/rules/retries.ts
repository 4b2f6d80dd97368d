/** When a webhook that was not answered with 200 is sent again. Source: contract/wire.md 7. */
const delays = [{ minutes: 1 }, { minutes: 10 }, { hours: 1 }, { hours: 12 }, { hours: 24 }] as const

/** How long to wait after the nth failed try (from 1); undefined when it is given up. */
export const nextRetryDelay = (failedAttempts: number): { minutes: number } | { hours: number } | undefined => delays[failedAttempts - 1]
