/** When the scripts of a page that can be read already are loaded: they share a slow network with its style and pictures, which come first. */

/** Milliseconds after which a page whose pictures do not come is started all the same. */
const LATEST_MS = 2500
/** Who presses something is waiting. */
const events = ['load', 'pointerdown', 'keydown', 'focusin'] as const

/** Runs once: when the page has its pictures, when someone does something, or after a while. */
export function runOnceSeen(run: () => void): void {
  const begin = () => {
    clearTimeout(timer)
    for (const name of events) removeEventListener(name, begin)
    run()
  }
  const timer = setTimeout(begin, LATEST_MS)
  for (const name of events) addEventListener(name, begin)
  if (document.readyState === 'complete') begin()
}
