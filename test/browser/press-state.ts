/** How a page stands: its kind, the dialogs and menus that are open on it, what its fields and switches hold. */
import type { Page } from 'playwright-core'
import { waitForIdle } from './browser-server.ts'
import { toPathShape } from './crawl.ts'

export const layerSelector = 'dialog[open], [role="dialog"], [role="menu"], [popover]:popover-open'

/** How long a page is given to come to rest, and a part of it to load. */
export const patienceMs = 3_000

/** Waits until nothing is asked and nothing is shown as loading: lazily loaded parts appear a moment after their answers. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await waitForIdle(page)
  const busy = 'div[aria-busy="true"]'
  const wasBusy = (await page.locator(busy).count()) > 0
  if (!wasBusy) return
  await page.waitForFunction((selector) => !document.querySelector(selector), busy, { timeout: patienceMs }).catch(() => undefined)
  await waitForIdle(page)
}

/** Tabs of a page, and the parts of an editor or a panel, are pages of their own, other queries are not. */
export const toScreenShape = (path: string): string => toPathShape(path.replaceAll(/([?&](?:tab|part))=/g, '$1:'))

/** The kind of page: what was pressed on it is not pressed again because a filter or a panel is in the address. */
export const toPageKind = (path: string): string => toScreenShape(path).replaceAll(/[?&](?!(?:tab|part):)[^&]*/g, '')

/** What the layer on top calls itself: dialogs and menus of one name are one component, wherever they are opened. */
export const nameOfLayer = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const layer = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).at(-1)
    const title = document.getElementById(layer?.getAttribute('aria-labelledby') ?? '')?.innerText
    return `${layer?.tagName} ${layer?.getAttribute('aria-label') ?? title ?? layer?.querySelector<HTMLElement>('h1, h2, h3')?.innerText ?? ''}`
  }, layerSelector)

export const countLayers = (page: Page): Promise<number> =>
  page.evaluate((selector) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).length, layerSelector)

/**
 * How the page stands: its address, what can be pressed or followed, what of it is chosen or open, and what its fields hold. After a
 * press that leaves all this as it was, the next one needs no page that is opened anew. Notices go by themselves and are left out.
 */
export const describeState = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const flags = ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-current', 'aria-expanded', 'aria-disabled']
    const parts = [...document.querySelectorAll<HTMLElement>('button, a[href], summary, [role], input, textarea, select')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.toasts, [role="tooltip"]'))
      .map((element) => {
        const isField = element.matches('input, textarea, select')
        const { value, checked } = element as HTMLInputElement
        const said = isField ? `${value}/${checked}` : (element.getAttribute('aria-label') ?? (element.matches('button, a, summary') ? element.innerText : ''))
        return [element.tagName, said, element.matches(':disabled'), ...flags.map((name) => element.getAttribute(name))].join('/')
      })
    const layers = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).length
    const details = [...document.querySelectorAll('details')].map(({ open }) => open)
    return JSON.stringify([location.href, layers, details, parts])
  }, layerSelector)

/** Where in its history the tab stands: what a press has added is gone back. */
export const historyIndex = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { navigation: { currentEntry: { index: number } | null } }).navigation.currentEntry?.index ?? -1)
