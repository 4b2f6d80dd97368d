/** When the scripts of a page that can be read already are loaded: they share a slow network with its style and pictures, which come first. */

/** Milliseconds after which a page whose pictures do not come is started all the same. */
const LATEST_MS = 2500
/** Who presses something is waiting. */
const events = ['load', 'pointerdown', 'keydown', 'focusin'] as const

/** Runs once: when the page has its pictures, when someone does something, or after a while. */
export function runOnceSeen(run: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    clearTimeout(timer)
    for (const name of events) removeEventListener(name, begin)
    run()
  }
  if (document.readyState === 'complete') return run()
  timer = setTimeout(begin, LATEST_MS)
  for (const name of events) addEventListener(name, begin)
}
