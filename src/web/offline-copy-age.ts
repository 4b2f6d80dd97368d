/** When this browser wrote its copy of a member's next bookings: it is asked for again when it is old or was changed meanwhile. */

const STORAGE_KEY = 'atrium.bookings-kept'
const MAX_AGE_MS = 5 * 60_000
/** Fired at the window when the member has changed something. */
export const OFFLINE_COPY_OUTDATED = 'atrium.bookings-outdated'

/** Whether a copy written as `saved` says needs not be asked for again. Times are milliseconds since 1970. */
export function isRecentCopy(saved: string | null, language: string, now: number): boolean {
  const [savedIn, savedAt] = (saved ?? '').split(' ')
  const age = now - Number(savedAt)
  return savedIn === language && age >= 0 && age < MAX_AGE_MS
}

export function isOfflineCopyRecent(language: string): boolean {
  try {
    return isRecentCopy(localStorage.getItem(STORAGE_KEY), language, Date.now())
  } catch {
    // Private windows without storage: it is asked for at every page.
    return false
  }
}

export function noteOfflineCopySaved(language: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${language} ${Date.now()}`)
  } catch {
    /* private windows without storage */
  }
}

/** From now on there is no copy, or it is of no use: the next page asks. */
export function forgetOfflineCopyAge(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    /* private windows without storage */
  }
}

/** The member has changed something: the page that keeps the copy asks at once, or the next one that does. */
export function outdateOfflineCopy(): void {
  forgetOfflineCopyAge()
  dispatchEvent(new Event(OFFLINE_COPY_OUTDATED))
}
