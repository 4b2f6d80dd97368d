/** Pages as a longer language would fill them, and from right to left: what no longer fits on them. */
import type { Page } from 'playwright-core'

/**
 * From now on every text of the page is two fifths longer and written with accents, whatever language it is in: "Save" reads "Saavveé". What the
 * page writes later is changed as it comes.
 */
export const speakPseudoLanguage = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü', A: 'Á', E: 'É', I: 'Î', O: 'Ö', U: 'Ü', c: 'ç', n: 'ñ', s: 'š' }
    const isDoubled = (at: number) => at % 5 === 1 || at % 5 === 3
    const lengthen = (word: string) => [...word].map((letter, at) => (accents[letter] ?? letter) + (isDoubled(at) ? letter : '')).join('')
    const written = new WeakMap<Node, string>()
    const change = (node: Node): void => {
      const text = node.nodeValue ?? ''
      if (written.get(node) === text || node.parentElement?.closest('script, style, noscript, textarea')) return
      const longer = text.replace(/\p{L}{2,}/gu, lengthen)
      written.set(node, longer)
      node.nodeValue = longer
    }
    const changeWithin = (node: Node): void => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      if (node.nodeType === Node.TEXT_NODE) change(node)
      while (walker.nextNode()) change(walker.currentNode)
    }
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') change(target)
        else addedNodes.forEach(changeWithin)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })

/** What sticks out of the page to a side, and buttons and links like them whose text does not fit in them. Empty when all fits. */
const findMisfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').slice(0, 60)}`
    const isShown = (element: Element) => {
      const { width: across, height } = element.getBoundingClientRect()
      return across > 1 && height > 1 && getComputedStyle(element).visibility !== 'hidden'
    }
    /** A row that is moved sideways by the finger holds what it likes. */
    const isScrolled = (element: Element | null): boolean =>
      element !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
    const sticksOut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return right > width + 1 || left < -1
    }
    /** Words for those who listen alone are cut on purpose. */
    const listTexts = (element: Element): Node[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) if (walker.currentNode.parentElement && isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode)
      return texts
    }
    const isCut = (element: Element) => {
      const box = element.getBoundingClientRect()
      return listTexts(element).some((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const text = range.getBoundingClientRect()
        return text.width > 0 && (text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1)
      })
    }
    const wide =
      document.documentElement.scrollWidth > width
        ? [...document.body.querySelectorAll('*')].filter((one) => isShown(one) && sticksOut(one) && !isScrolled(one.parentElement))
        : []
    const overflow = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)))
    const cut = [...document.querySelectorAll('button, summary, .btn, .chip, .slot')].filter((one) => isShown(one) && isCut(one))
    return [
      ...(document.documentElement.scrollWidth > width ? [`page ${document.documentElement.scrollWidth - width} px too wide`] : []),
      ...overflow.map((one) => `too wide: ${describe(one)}`),
      ...cut.map((one) => `cut: ${describe(one)}`),
    ]
  })

/** The same from left to right and from right to left; each misfit with its direction. */
export async function findMisfitsInBothDirections(page: Page): Promise<string[]> {
  const found = (await findMisfits(page)).map((misfit) => `ltr ${misfit}`)
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'))
  found.push(...(await findMisfits(page)).map((misfit) => `rtl ${misfit}`))
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  return found
}
