/** When the scripts of a page that can be read already are loaded: they share a slow network and processor with its style, pictures and paints, which come first. */

/** Milliseconds after which a page whose pictures do not come, or which is not drawn, is started all the same. */
const LATEST_MS = 2500
/** Who presses something is waiting. */
const presses = ['pointerdown', 'keydown', 'focusin'] as const

/** Calls back when what has come is on the screen: after the first paint, and a picture that came at the very end is drawn with the next frame. */
function oncePainted(callback: () => void): void {
  const toNextFrame = () => requestAnimationFrame(() => requestAnimationFrame(callback))
  if (performance.getEntriesByName('first-contentful-paint').length > 0) return void toNextFrame()
  new PerformanceObserver((_list, observer) => {
    observer.disconnect()
    toNextFrame()
  }).observe({ type: 'paint', buffered: true })
}

/** Runs once: when the page is drawn with its pictures, when someone does something, or after a while. A page in the background is not drawn: it does not wait. */
export function runOnceSeen(run: () => void): void {
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    clearTimeout(timer)
    for (const name of presses) removeEventListener(name, begin)
    run()
  }
  const timer = setTimeout(begin, LATEST_MS)
  for (const name of presses) addEventListener(name, begin)
  const onLoad = () => (document.hidden ? begin() : oncePainted(begin))
  if (document.readyState === 'complete') onLoad()
  else addEventListener('load', onLoad, { once: true })
}
