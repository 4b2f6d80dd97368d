/**
 * What someone presses or types on a page that the server rendered, before the app listens. It is held and made again when the element is the app's,
 * so that nothing is lost on a slow network. Links lead on by themselves, and are left alone.
 */

/** React notes on an element that it is its own, when it takes it over. */
const isTakenOver = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** Looks again with each frame until the app has the element, or the element is gone. */
function whenTakenOver(element: Element, run: () => void): void {
  if (!element.isConnected) return
  if (isTakenOver(element)) setTimeout(run)
  else requestAnimationFrame(() => whenTakenOver(element, run))
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !/^(button|checkbox|radio|reset|submit)$/.test(element.type))

function holdPress(event: Event): void {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('button, input') : null
  if (!pressed || isText(pressed) || isTakenOver(pressed)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  whenTakenOver(pressed, () => pressed.click())
}

/** The value stands in the field already; the app is told of it. */
function holdEntry({ target, type }: Event): void {
  if (!(target instanceof HTMLSelectElement || (target instanceof Element && isText(target))) || isTakenOver(target)) return
  // A choice comes as both.
  if (target instanceof HTMLSelectElement && type === 'input') return
  const entered = target.value
  whenTakenOver(target, () => {
    // React overlooks an event whose value it knows: it learns of an empty one first, then the field gets the entered one beside it.
    const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
    const latest = target instanceof HTMLSelectElement ? entered : target.value
    target.value = ''
    write?.call(target, latest)
    target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

/** Begins to hold; costs nothing once the app has its elements. */
export function holdPresses(): void {
  addEventListener('click', holdPress, true)
  addEventListener('input', holdEntry, true)
  addEventListener('change', holdEntry, true)
}
