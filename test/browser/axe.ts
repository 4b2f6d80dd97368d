/** The rules of access, judged by axe in the page itself. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { ElementHandle, Frame, Page } from 'playwright-core'

export interface Violation {
  impact: string | null | undefined
  /** The broken rule and the elements that break it. */
  text: string
}

/** The minified form: a page reads it in half the time. Elements stay in a weak map: they outlive a run, and what is noted of them must not. */
const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  '"nodeMap",new WeakMap',
  '"nodeMap",new globalThis.WeakMap',
)
if (!checker.includes('globalThis.WeakMap')) throw new Error('axe-core keeps its elements elsewhere than before')
/**
 * It makes a hundred thousand colours a page, keeps their private fields in weak maps, which the garbage collector walks again and again, and parses the
 * same text anew for each element. With the fields on the colours themselves and each text parsed once it takes a quarter less time and finds the same.
 */
const source = `(() => {
  class WeakMap {
    #key = Symbol()
    get(owner) { return owner[this.#key] }
    set(owner, value) { owner[this.#key] = value; return this }
    has(owner) { return this.#key in owner }
  }
  class WeakSet {
    #key = Symbol()
    add(owner) { owner[this.#key] = true; return this }
    has(owner) { return this.#key in owner }
  }
  ${checker}
  const { Color } = axe.commons.color
  const { parseString } = Color.prototype
  const known = new Map()
  Color.prototype.parseString = function (text) {
    if (!known.has(text)) known.set(text, parseString.call(new Color(0, 0, 0), text))
    const { r, g, b, alpha } = known.get(text)
    return Object.assign(this, { r, g, b, alpha })
  }
})()`

/**
 * Frames that run no scripts (previews of emails) are left out: what checks there waits for a timer that never fires. So is the preview
 * of the site: a page of its own.
 */
const leftOut = ['iframe[sandbox=""]', 'iframe[src*="preview="]']

/** Gives a document the checker, once. */
async function inject(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
}
/** A frame may go while it is asked. One that stays without a checker breaks the rule that frames are tested. */
async function injectIntoFrame(frame: Frame): Promise<void> {
  const element = (await frame.frameElement()) as ElementHandle<Element>
  if (!(await element.evaluate((one, selectors) => one.matches(selectors), leftOut.join()))) await inject(frame)
}

/** Waits until the page is drawn as it stays: colours that still glide, after a press or into the dark, are neither one nor the other. */
const waitForColours = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // What inherits a colour begins to glide after what it has it from: until nothing does any more.
    for (let running: Animation[] | undefined; running?.length !== 0; await Promise.allSettled(running.map(({ finished }) => finished))) {
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      })
      const glides = ({ effect, playState }: Animation) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
      running = document.getAnimations().filter(glides)
    }
  })

/** How often a page that changes while it is looked at is looked at. */
const MAX_LOOKS = 5

interface Judgement {
  violations: { id: string; impact: Violation['impact']; targets: string[] }[]
  /** Something began to glide meanwhile, or changed, for example a button that an answer enabled: what was judged is neither one state nor the other. */
  hasMoved: boolean
}
const judge = (page: Page, options: axe.RunOptions, within: string | undefined): Promise<Judgement> =>
  page.evaluate(
    async ([exclude, include, more]) => {
      const inPage = (window as unknown as { axe: typeof axe }).axe
      let hasMoved = false
      const listener = new AbortController()
      document.addEventListener('transitionrun', () => (hasMoved = true), { capture: true, signal: listener.signal })
      // Where less motion is wanted nothing glides. The checker itself sets no attribute and adds no element that stays.
      const observer = new MutationObserver(() => (hasMoved = true))
      observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
      // What is kept is described with its elements, which costs: only what breaks a rule is.
      const found = await inPage
        .run({ exclude, ...(include && { include: [include] }) }, { ...more, reporter: 'no-passes', resultTypes: ['violations'] })
        .then(async (result) => {
          // That something began to glide is told with the next frame; without a fault it does not matter.
          if (result.violations.length > 0)
            await new Promise<void>((resolve) => {
              requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
            })
          return result
        })
        .finally(() => {
          listener.abort()
          observer.disconnect()
        })
      return { violations: found.violations.map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target }) => target.join(' ')) })), hasMoved }
    },
    [leftOut, within, options] as const,
  )

/** The rules that the page breaks as it stands: the whole of it, or what the selector `within` finds. */
export async function findViolations(page: Page, options: axe.RunOptions, within?: string): Promise<Violation[]> {
  await inject(page.mainFrame())
  await Promise.allSettled(page.frames().slice(1).map(injectIntoFrame))
  // A page that never stays, because it counts seconds, is judged as it is in the end.
  for (let left = MAX_LOOKS; ; left--) {
    await waitForColours(page)
    const { violations, hasMoved } = await judge(page, options, within)
    if (violations.length === 0 || !hasMoved || left === 1)
      return violations.map(({ id, impact, targets }) => ({ impact, text: `${id}: ${targets.join(', ')}` }))
  }
}
