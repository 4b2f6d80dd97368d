/** What can be pressed on a page, and which of it is alike. */
import type { Page } from 'playwright-core'
import { layerSelector } from './press-state.ts'

/** What ends the session of the user who presses it: tried last, and once. */
export const endsSession = /^(sign out|abmelden|sign out everywhere.*|delete (my )?account)$/i

/** A drag handle: arrow keys move it, a press does nothing. The browser's own colour picker draws nothing on the page. */
export const isHandle = /use the arrow keys|pick a colour from the screen/i

export interface Pressable {
  index: number
  name: string
  kind: string
  /** Those of one family are alike: rows of a list, days, buttons with the same words. */
  family: string
  /** In the frame around all pages. */
  isFrame: boolean
  /** Opens or turns on with one press, and back with the next. */
  isToggle: boolean
  /** How many dialogs and menus were open after it was pressed. */
  layers?: number
}

/** After a sign-out there is nothing left to press. */
export const rank = (steps: readonly Pressable[]): number => (/^delete/i.test(steps.at(-1)?.name ?? '') ? 0 : 1)

/** Words that name one row, day or amount among many are left out, so that buttons which are alike look alike. */
export const toLabelShape = (name: string): string => name.replaceAll(/[\d€$.,:–-]+/g, '#').slice(0, 40)

/** Marks every button, tab, menu item and summary that can be pressed; those that are chosen already have nothing to do. */
export async function findPressables(page: Page): Promise<Pressable[]> {
  const found = await page.evaluate((selector) => {
    const layers = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
    // The one on top is not always the last of the document.
    const top = layers.filter((one) => {
      const { left, top: above, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, above + Math.min(height, window.innerHeight - above) / 2))
    })
    const root: ParentNode = top.at(-1) ?? layers.at(-1) ?? document
    const pressable = 'button, [role="button"], [role="menuitem"], [role="tab"], summary'
    const all = [...root.querySelectorAll<HTMLElement>(pressable)].filter((element) => {
      const isChosen = ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-current'].some((name) => (element.getAttribute(name) ?? 'false') !== 'false')
      const isOff = element.matches(':disabled, [aria-disabled="true"], [data-disabled]') || element.closest('[inert]') !== null
      return !isChosen && !isOff && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1
    })
    for (const old of document.querySelectorAll('[data-pressable]')) old.removeAttribute('data-pressable')
    return all.map((element, index) => {
      element.dataset.pressable = String(index)
      const name = (element.getAttribute('aria-label') ?? element.innerText ?? '').replaceAll(/\s+/g, ' ').trim()
      const classes = [...element.classList].filter((one) => !/^m_|focus|active/.test(one)).join('.')
      const item = element.closest('li, tr, [role="listitem"], [role="row"]')
      const list = item?.parentElement?.closest('ul, ol, table, [role="list"]')
      const row =
        item && list && list.querySelectorAll('li, tr, [role="listitem"], [role="row"]').length > 2
          ? `${list.getAttribute('aria-label') ?? list.className} ${[...item.querySelectorAll(pressable)].indexOf(element)}`
          : undefined
      const isFrame = layers.length === 0 && element.closest('main') === null && element.closest('header, nav, footer, aside') !== null
      const isToggle = element.matches('summary, [aria-expanded], [aria-pressed], [aria-checked]')
      return { index, name, kind: `${element.getAttribute('role') ?? element.tagName.toLowerCase()}.${classes}`, row, isFrame, isToggle }
    })
  }, layerSelector)
  return found.map(({ row, ...one }) => {
    const isOneOfMany = one.kind.includes('.') && /slot|day|event/.test(one.kind)
    return { ...one, family: row === undefined ? (isOneOfMany ? one.kind : `${one.kind} ${toLabelShape(one.name)}`) : `${one.kind} ${row}` }
  })
}
