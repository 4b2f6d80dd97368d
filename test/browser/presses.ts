/** Presses buttons as a person would who tries everything: what has no visible effect, or breaks something, is reported. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { waitForIdle } from './browser-server.ts'
import { findDeadEnd, toOwnPath, toPathShape } from './crawl.ts'

export interface PressPlan {
  page: Page
  base: string
  /** Addresses to begin with. */
  from: readonly string[]
  /** Whether links that are found are followed, and which. */
  follow?: RegExp
  /** How many alike are pressed on one page: rows of a list, days of a calendar. */
  perKind: number
  /** How many are pressed on one page, and in one dialog or menu, at most. */
  perPage: number
  /** Whether a button that was pressed on one page is pressed again on others. */
  everywhere: boolean
}
export interface Pressed {
  problems: string[]
  /** Number of presses. */
  presses: number
  pages: number
}

/** What ends the session of whoever presses it: tried last, and once. */
const endsSession = /^(sign out|abmelden)$/i
/** A drag handle: arrow keys move it, a press does nothing. */
const isHandle = /use the arrow keys/i
/** How long a press may take to show an effect. */
const patienceMs = 3_000

interface Pressable {
  index: number
  name: string
  kind: string
}

/** Marks every button, tab, menu item and summary that can be pressed; those that are chosen already have nothing to do. */
const findPressables = (page: Page): Promise<Pressable[]> =>
  page.evaluate(() => {
    const layers = [...document.querySelectorAll<HTMLElement>('dialog[open], [role="dialog"], [role="menu"]')].filter((one) => one.checkVisibility())
    const root: ParentNode = layers.at(-1) ?? document
    const found = [...root.querySelectorAll<HTMLElement>('button, [role="button"], [role="menuitem"], [role="tab"], summary')].filter((element) => {
      const isChosen = ['aria-pressed', 'aria-selected', 'aria-checked', 'aria-current'].some((name) => (element.getAttribute(name) ?? 'false') !== 'false')
      const isOff = element.matches(':disabled, [aria-disabled="true"], [data-disabled]') || element.closest('[inert]') !== null
      return !isChosen && !isOff && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1
    })
    for (const old of document.querySelectorAll('[data-pressable]')) old.removeAttribute('data-pressable')
    return found.map((element, index) => {
      element.dataset.pressable = String(index)
      const name = (element.getAttribute('aria-label') ?? element.innerText ?? '').replaceAll(/\s+/g, ' ').trim()
      const classes = [...element.classList].filter((one) => !/^m_|focus|active/.test(one)).join('.')
      return { index, name, kind: `${element.getAttribute('role') ?? element.tagName.toLowerCase()}.${classes}` }
    })
  })

/** Waits until nothing is asked and nothing is shown as loading: lazily loaded parts appear a moment after their answers. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await waitForIdle(page)
  const busy = 'div[aria-busy="true"]'
  const wasBusy = (await page.locator(busy).count()) > 0
  if (!wasBusy) return
  await page.waitForFunction((selector) => !document.querySelector(selector), busy, { timeout: patienceMs }).catch(() => undefined)
  await waitForIdle(page)
}
/** Tabs of a page are pages of their own, other queries are not. */
const toScreenShape = (path: string): string => toPathShape(path.replace(/([?&]tab)=/, '$1:'))
/** Words that name one row, day or amount among many are left out, so that buttons which are alike look alike. */
const toLabelShape = (name: string): string => name.replaceAll(/[\d€$.,:–-]+/g, '#').slice(0, 40)

/** Watches one page: everything that may count as an effect, and everything that must not happen. */
class Watch {
  readonly problems: string[] = []
  effects = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
    const count = () => void this.effects++
    for (const event of ['request', 'download', 'filechooser', 'popup', 'framenavigated'] as const) page.on(event as 'request', count)
    page.on('pageerror', (error) => this.problems.push(`page error: ${error.message}`))
    page.on('response', (response) => response.status() >= 500 && this.problems.push(`${response.status()} ${new URL(response.url()).pathname}`))
    page.on('console', (message) => {
      // A refusal of the server (4xx) is an answer; the browser writes it to the console by itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) this.problems.push(`console: ${message.text()}`)
    })
    page.on('dialog', (dialog) => {
      count()
      // Unsaved input must not keep the test on the page.
      void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss())
    })
  }
  take(): string[] {
    return this.problems.splice(0)
  }
}

/** From now on the page counts its own changes, without those of the pressed element's looks. */
const countChanges = (page: Page, index: number) =>
  page.evaluate((pressed) => {
    const counter = window as unknown as { changes: number; observer?: MutationObserver }
    counter.observer?.disconnect()
    counter.changes = 0
    counter.observer = new MutationObserver((records) => {
      counter.changes += records.filter(
        ({ type, target, attributeName }) =>
          !(
            type === 'attributes' &&
            (attributeName === 'data-pressable' ||
              ((target as HTMLElement).dataset.pressable === String(pressed) && /^(class|style|data-)/.test(attributeName ?? '')))
          ),
      ).length
    })
    counter.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  }, index)
const changesOf = (page: Page) => page.evaluate(() => (window as unknown as { changes?: number }).changes ?? 1).catch(() => 1)

/** Presses one button and returns what is wrong with what followed. */
async function press(watch: Watch, { index, name }: Pressable): Promise<string[]> {
  const { page } = watch
  await countChanges(page, index)
  const before = watch.effects
  const focusBefore = await page.evaluate(() => document.activeElement?.tagName)
  try {
    await page.locator(`[data-pressable="${index}"]`).click({ timeout: 5_000 })
  } catch (error) {
    return [`"${name}" cannot be pressed: ${(error as Error).message.split('\n')[0]}`]
  }
  const isDone = async () => watch.effects > before || (await changesOf(page)) > 0
  const deadline = performance.now() + patienceMs
  while (!(await isDone()) && performance.now() < deadline) await page.waitForTimeout(50)
  await waitUntilLoaded(page)
  const problems = watch.take()
  const focusAfter = await page.evaluate(() => document.activeElement?.tagName)
  if (!(await isDone()) && (focusAfter === focusBefore || focusAfter === 'BUTTON')) problems.push('nothing happened')
  const deadEnd = await findDeadEnd(page)
  if (deadEnd) problems.push(`dead end: ${deadEnd}`)
  return problems.map((problem) => `"${name}": ${problem}`)
}

const openLayers = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('dialog[open], [role="dialog"], [role="menu"]')].filter((one) => one.checkVisibility()).length)
async function findCriticalViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.filter(({ impact }) => impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Presses what there is to press on every page, in dialogs and menus as well, and follows links to more pages. */
export async function pressEverything({ page, base, from, follow, perKind, perPage, everywhere }: PressPlan): Promise<Pressed> {
  const watch = new Watch(page)
  // A language that a press has chosen would hide the sentences of dead ends.
  await page.addInitScript(() => localStorage.removeItem('language'))
  const result: Pressed = { problems: [], presses: 0, pages: 0 }
  const queue = [...from]
  const shapes = new Set<string>()
  const last: { path: string; name: string }[] = []
  const pressedBefore = new Set<string>()

  /** Chooses of those that can be pressed now the ones that were not pressed yet. */
  const choose = async (where: string): Promise<Pressable[]> => {
    const perShape = new Map<string, number>()
    let chosen = 0
    return (await findPressables(page)).filter(({ kind, name }) => {
      if (isHandle.test(name)) return false
      const shape = `${kind} ${toLabelShape(name)}`
      const family = kind.includes('.') && /slot|day|event/.test(kind) ? kind : shape
      const count = perShape.get(family) ?? 0
      const key = `${everywhere ? where : ''} ${family} ${count}`
      perShape.set(family, count + 1)
      if (count >= perKind || chosen >= perPage || pressedBefore.has(key)) return false
      pressedBefore.add(key)
      chosen += 1
      return true
    })
  }
  /** The address whose page stands as it was opened: a dialog that was opened and closed leaves nothing behind. */
  let untouched = ''
  const open = async (path: string): Promise<void> => {
    if (untouched === path) return
    // A press may still be on its way to another page, which ends this one's loading.
    await page.goto(path).catch(() => page.goto(path))
    await waitUntilLoaded(page)
    watch.take()
    untouched = path
  }
  /** Presses one button of a page that has just been opened; the way there is repeated for each. */
  const pressIn = async (path: string, steps: readonly Pressable[]): Promise<void> => {
    const target = steps.at(-1) as Pressable
    const way = `${path} ${steps.map(({ name }) => `"${name}"`).join(' → ')}`
    untouched = ''
    const problems = await press(watch, target)
    result.presses += 1
    const layers = await openLayers(page)
    if (layers > 0 && steps.length === 1) {
      problems.push(...(await findCriticalViolations(page)))
      await pressLayer(path, target)
    }
    result.problems.push(...problems.map((problem) => `${way}: ${problem}`))
  }
  /** Presses what a dialog or menu offers, each from a fresh page; then Escape closes it. */
  const pressLayer = async (path: string, opener: Pressable): Promise<void> => {
    const inside = await choose(`${toScreenShape(path)} ${opener.name}`)
    for (const one of inside) {
      if (endsSession.test(one.name)) {
        last.push({ path, name: `${opener.name} → ${one.name}` })
        continue
      }
      await pressIn(path, [opener, one])
      await open(path)
      const again = (await findPressables(page)).find(({ name, kind }) => name === opener.name && kind === opener.kind)
      if (!again) return
      await page.locator(`[data-pressable="${again.index}"]`).click()
      await waitUntilLoaded(page)
      await findPressables(page)
    }
    await page.keyboard.press('Escape')
    await waitUntilLoaded(page)
    if ((await openLayers(page)) === 0) untouched = inside.length === 0 ? path : ''
    else result.problems.push(`${path} "${opener.name}": Escape does not close what it opened`)
  }

  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (shapes.has(toScreenShape(path))) continue
    shapes.add(toScreenShape(path))
    await open(path)
    result.pages += 1
    if (everywhere) result.problems.push(...(await findCriticalViolations(page)).map((violation) => `${path}: ${violation}`))
    if (follow) {
      const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      for (const link of links) {
        const own = toOwnPath(link, base)?.split('#')[0]
        if (own && follow.test(own)) queue.push(own)
      }
    }
    for (const target of await choose(toScreenShape(path))) {
      if (endsSession.test(target.name)) {
        last.push({ path, name: target.name })
        continue
      }
      await open(path)
      const now = (await findPressables(page)).find(({ name, kind }) => name === target.name && kind === target.kind)
      if (now) await pressIn(path, [now])
    }
  }
  const [ending] = last
  if (ending && !ending.name.includes('→')) {
    await open(ending.path)
    const target = (await findPressables(page)).find(({ name }) => name === ending.name)
    if (target) await pressIn(ending.path, [target])
  }
  return result
}
