/**
 * What someone presses or types on a page that the server rendered, before the app listens. It is held and made again when the element is the app's,
 * so that nothing is lost on a slow network. Where the app draws an element anew instead of taking it over, the one in its place gets the press. Links lead
 * on by themselves, and are left alone.
 */

/** What can be pressed or filled in and came with the page, until the app listens to it. */
const unheard = new WeakSet<Element>()
const controls = 'button, input, select, textarea'

/** React notes on an element that it is its own, when it begins to take it over. */
const isTakenOver = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/**
 * Whether the app listens to an element. What it has begun to take over it takes over at once when an event without a meaning goes there: a tick that
 * came in its place would be taken for what the page was served with, and lost.
 */
function isHeard(element: Element): boolean {
  if (!isTakenOver(element)) return false
  if (!unheard.has(element)) return true
  let hasArrived = false
  element.addEventListener('pointercancel', () => (hasArrived = true), { once: true })
  element.dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))
  const isReady = hasArrived && element.isConnected
  if (isReady) unheard.delete(element)
  return isReady
}

/** How long after an element is gone another in its place is waited for: long enough for a screen that the app draws anew, too short to surprise. */
const SUCCESSOR_MS = 5000

/** What tells an element from others as its reader does: its kind, name, value and words. Ids are left out, for the app makes its own when it draws anew. */
function describe(element: Element): string {
  const labels = (element as HTMLInputElement).labels ?? []
  // What is chosen or typed is no part of a select or a field: its words are those of its label.
  const words = [...(labels.length > 0 ? labels : [element])].map((one) => (one.matches('select, textarea') ? '' : one.textContent))
  const value = isText(element) ? '' : element.getAttribute('value')
  return JSON.stringify([element.tagName, element.getAttribute('type'), element.getAttribute('name'), value, element.getAttribute('aria-label'), words])
}

/** Finds whatever stands in the place of an element once that is gone: the same kind, name and words, and as far down among its like. */
function trackSuccessor(element: Element): () => Element | undefined {
  const description = describe(element)
  const listAlike = () => [...document.querySelectorAll(element.tagName)].filter((one) => describe(one) === description)
  const index = listAlike().indexOf(element)
  return () => listAlike()[index]
}

/** Runs with the element once the app has it, or with the one that took its place; never on another page. */
function whenTakenOver<E extends Element>(element: E, run: (element: E) => void): void {
  const findSuccessor = trackSuccessor(element)
  const { pathname } = location
  const wasFocused = document.activeElement === element
  let goneAt: number | undefined
  const look = (): void => {
    if (location.pathname !== pathname) return
    if (!element.isConnected) goneAt ??= performance.now()
    const current = goneAt === undefined ? element : (findSuccessor() as E | undefined)
    if (current && isHeard(current)) {
      // The focus went with the element; those who use a keyboard go on from its place.
      if (wasFocused && current !== element && document.activeElement === document.body && current instanceof HTMLElement)
        current.focus({ preventScroll: true })
      setTimeout(() => run(current))
    } else if (goneAt === undefined || performance.now() - goneAt < SUCCESSOR_MS) requestAnimationFrame(look)
  }
  look()
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !/^(button|checkbox|radio|reset|submit)$/.test(element.type))

function holdPress(event: Event): void {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>('button, input') : null
  if (!pressed || isText(pressed) || !unheard.has(pressed)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  whenTakenOver(pressed, (taken) => taken.click())
}

/** The value stands in the field already; the app is told of it. */
function holdEntry({ target, type }: Event): void {
  if (!(target instanceof HTMLSelectElement || (target instanceof Element && isText(target))) || !unheard.has(target)) return
  // A choice comes as both.
  if (target instanceof HTMLSelectElement && type === 'input') return
  const entered = target.value
  whenTakenOver(target, (taken) => {
    // React overlooks an event whose value it knows: it learns of an empty one first, then the field gets the entered one beside it.
    const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(taken), 'value')?.set
    const latest = target instanceof HTMLSelectElement ? entered : target.value
    taken.value = ''
    write?.call(taken, latest)
    taken.dispatchEvent(new Event(taken instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

/** A visitor who comes to a control makes the app listen to it, as soon as that is there: nothing needs to be held then. */
function prepareControl({ target }: Event): void {
  const control = target instanceof Element ? target.closest(controls) : null
  if (control) isHeard(control)
}

/** Begins to hold; costs nothing once the app listens. */
export function holdPresses(): void {
  for (const control of document.querySelectorAll(controls)) unheard.add(control)
  for (const type of ['pointerdown', 'keydown', 'focusin']) addEventListener(type, prepareControl, true)
  addEventListener('click', holdPress, true)
  addEventListener('input', holdEntry, true)
  addEventListener('change', holdEntry, true)
}
