/** Judges access in every state of a page: each part of it is checked once. */
import type { Page } from 'playwright-core'
import { findViolations, type Violation } from './axe.ts'
import { waitUntilLoaded } from './press-state.ts'

/** A part that is drawn anew each time it is looked at is a fault of the page. */
const maxAttempts = 5

/**
 * What a page is made of, each element with the one that holds it, without what was checked for access before. The elements that are
 * new are marked.
 */
const findParts = (page: Page, checked: ReadonlySet<string>): Promise<string[]> =>
  page.evaluate(
    (known) => {
      const getName = (one: Element | null) => `${one?.tagName}.${one?.getAttribute('class')}.${one?.getAttribute('role')}`
      const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const seen = new Set(known)
      const found = new Set<string>()
      for (const one of document.querySelectorAll<HTMLElement>('body *')) {
        delete one.dataset.unchecked
        const part = `${getName(one.parentElement)} > ${getName(one)}`
        if (seen.has(part) || !isShown(one)) continue
        found.add(part)
        one.dataset.unchecked = ''
      }
      return [...found]
    },
    [...checked],
  )

export class AccessCheck {
  readonly #checkedParts = new Set<string>()
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  /** A page is checked whole when it is opened; after a press only what is new on it. */
  async findViolations(isWhole: boolean): Promise<Violation[]> {
    for (let attempt = 1; ; attempt += 1) {
      const parts = await findParts(this.#page, this.#checkedParts)
      if (parts.length === 0) return []
      try {
        const violations = await this.#analyze(isWhole)
        for (const part of parts) this.#checkedParts.add(part)
        return violations
      } catch (error) {
        // What was new has been drawn anew since it was marked: it is marked again once the page is at rest.
        if (attempt === maxAttempts || !(error as Error).message.includes('No elements found for include')) throw error
        await waitUntilLoaded(this.#page)
      }
    }
  }
  async #analyze(isWhole: boolean): Promise<Violation[]> {
    const page = this.#page
    // The parts of an open menu belong to no landmark: the pattern has none for them.
    const hasMenu = (await page.locator('[role="menu"]:visible, [role="listbox"]:visible').count()) > 0
    return findViolations(page, hasMenu ? { rules: { region: { enabled: false } } } : {}, isWhole ? undefined : '[data-unchecked]')
  }
}
