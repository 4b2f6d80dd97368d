/** Presses buttons as a person would who tries everything: what has no visible effect, or breaks something, is reported. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { waitForIdle } from './browser-server.ts'
import { findDeadEnd, toOwnPath, toPathShape } from './crawl.ts'
import { PressWatch } from './press-watch.ts'

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
  /** How many presses follow one another: a menu, the dialog that it opens, the button of that. */
  depth: number
  /** Whether a button that was pressed on one page is pressed again on others, and access is checked in every state. */
  everywhere: boolean
  /** Whether the frame around all pages is left out, because another walk presses it. */
  isFrameLeftOut?: boolean
  /** Called with each problem as it is found. */
  onProblem?: (problem: string) => void
}
export interface Pressed {
  problems: string[]
  /** Number of presses. */
  presses: number
  pages: number
  /** How often a page was loaded: to begin with, and because a press had changed it for good. */
  loads: number
  /** Ways to buttons that were gone when their turn came, because an earlier press had taken them away. */
  gone: string[]
}

/** What ends the session of the user who presses it: tried last, and once. */
const endsSession = /^(sign out|abmelden|sign out everywhere.*|delete (my )?account)$/i
/** A drag handle: arrow keys move it, a press does nothing. The browser's own colour picker draws nothing on the page. */
const isHandle = /use the arrow keys|pick a colour from the screen/i
/** How long a page is given to come to rest, and a part of it to load. */
const patienceMs = 3_000
/** A guard on what must follow a press, never a measure: a busy machine may take ten times as long as a quiet one. */
const effectTimeoutMs = 20_000
/** A guard against buttons that cannot be reached, never a measure. */
const clickTimeoutMs = 60_000
/** The same on a way that was gone before: an earlier press may have taken it away. */
const walkTimeoutMs = 10_000

const layerSelector = 'dialog[open], [role="dialog"], [role="menu"], [popover]:popover-open'

interface Pressable {
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
const rank = (steps: readonly Pressable[]): number => (/^delete/i.test(steps.at(-1)?.name ?? '') ? 0 : 1)

/** Words that name one row, day or amount among many are left out, so that buttons which are alike look alike. */
const toLabelShape = (name: string): string => name.replaceAll(/[\d€$.,:–-]+/g, '#').slice(0, 40)

/** Marks every button, tab, menu item and summary that can be pressed; those that are chosen already have nothing to do. */
async function findPressables(page: Page): Promise<Pressable[]> {
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

/**
 * How the page stands: its address, what can be pressed or followed, what of it is chosen or open, and what its fields hold. After a
 * press that leaves all this as it was, the next one needs no page that is opened anew. Notices go by themselves and are left out.
 */
const describeState = (page: Page): Promise<string> =>
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
const historyIndex = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { navigation: { currentEntry: { index: number } | null } }).navigation.currentEntry?.index ?? -1)

/** Waits until nothing is asked and nothing is shown as loading: lazily loaded parts appear a moment after their answers. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await waitForIdle(page)
  const busy = 'div[aria-busy="true"]'
  const wasBusy = (await page.locator(busy).count()) > 0
  if (!wasBusy) return
  await page.waitForFunction((selector) => !document.querySelector(selector), busy, { timeout: patienceMs }).catch(() => undefined)
  await waitForIdle(page)
}
/** Tabs of a page, and the parts of an editor or a panel, are pages of their own, other queries are not. */
const toScreenShape = (path: string): string => toPathShape(path.replaceAll(/([?&](?:tab|part))=/g, '$1:'))
/** The kind of page: what was pressed on it is not pressed again because a filter or a panel is in the address. */
const toPageKind = (path: string): string => toScreenShape(path).replaceAll(/[?&](?!(?:tab|part):)[^&]*/g, '')

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
            (/^data-(pressable|unchecked)$/.test(attributeName ?? '') ||
              ((target as HTMLElement).dataset.pressable === String(pressed) && /^(class|style|data-)/.test(attributeName ?? '')))
          ),
      ).length
    })
    counter.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  }, index)
const changesOf = (page: Page) => page.evaluate(() => (window as unknown as { changes?: number }).changes ?? 1).catch(() => 1)

/**
 * Waits until nothing on the page has changed for so long. A dialog that is loaded when it is first opened comes after the press has
 * shown an effect: React holds back what took the place of a fallback for 300 ms.
 */
const waitUntilQuiet = (page: Page, quietMs: number) =>
  page.evaluate(
    ([quiet = 0, patience = 0]) =>
      new Promise<void>((resolve) => {
        const begun = performance.now()
        const wait = () => setTimeout(end, quiet)
        let timer = wait()
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          if (performance.now() - begun > patience) end()
          else timer = wait()
        })
        function end() {
          observer.disconnect()
          resolve()
        }
        observer.observe(document, { subtree: true, childList: true, attributes: true })
      }),
    [quietMs, patienceMs],
  )

/** Where a person is on the page: what has the focus, unless it is the button that was pressed, and what is in view. */
const readPlace = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focus = document.activeElement
    const boxes = [...document.querySelectorAll('h1, h2, h3, [data-pressable]')].map((one) => Math.round(one.getBoundingClientRect().top))
    return `${focus?.tagName === 'BUTTON' ? '' : `${focus?.tagName} ${focus?.id} ${focus?.textContent?.slice(0, 40)}`} ${boxes.join()}`
  })

/** Presses one button and returns what is wrong with what followed. */
async function press(watch: PressWatch, { index }: Pressable): Promise<string[]> {
  const { page } = watch
  await countChanges(page, index)
  const before = watch.effects
  // A popover opens without a change of the document.
  const layersBefore = await countLayers(page)
  const deadEndBefore = await findDeadEnd(page)
  let placeBefore = ''
  try {
    // The click itself would move the page to the button.
    await page.locator(`[data-pressable="${index}"]`).scrollIntoViewIfNeeded({ timeout: clickTimeoutMs })
    placeBefore = await readPlace(page)
    await page.locator(`[data-pressable="${index}"]`).click({ timeout: clickTimeoutMs })
  } catch (error) {
    // A notice goes by itself, and its button with it.
    const isGone = (await page.locator(`[data-pressable="${index}"]`).count()) === 0
    const { message } = error as Error
    const reason = /[^\n]*intercepts pointer events|element is (?:not \w+|outside of the viewport)/.exec(message)?.[0].trim()
    return isGone ? [] : [`cannot be pressed: ${reason ?? message.split('\n')[0]}`]
  }
  const hasMoved = async () => (await readPlace(page).catch(() => '')) !== placeBefore
  const isDone = async () =>
    watch.effects > before || (await changesOf(page)) > 0 || (await countLayers(page).catch(() => 0)) !== layersBefore || (await hasMoved())
  const deadline = performance.now() + effectTimeoutMs
  while (!(await isDone()) && performance.now() < deadline) await page.waitForTimeout(50)
  await waitUntilLoaded(page)
  // A press may have led to another page, which ends the wait on this one.
  const hasOpened = (await countLayers(page).catch(() => 0)) > layersBefore
  await waitUntilQuiet(page, hasOpened ? 100 : 400).catch(() => waitUntilLoaded(page))
  const problems = await watch.takeProblems()
  if (!(await isDone())) problems.push('nothing happened')
  const deadEnd = await findDeadEnd(page)
  // What was gone before the press is no doing of it: an earlier one has deleted it.
  if (deadEnd && deadEnd !== deadEndBefore) problems.push(`dead end: ${deadEnd}`)
  return problems
}

/** What the layer on top calls itself: dialogs and menus of one name are one component, wherever they are opened. */
const nameOfLayer = (page: Page): Promise<string> =>
  page.evaluate((selector) => {
    const layer = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).at(-1)
    const title = document.getElementById(layer?.getAttribute('aria-labelledby') ?? '')?.innerText
    return `${layer?.tagName} ${layer?.getAttribute('aria-label') ?? title ?? layer?.querySelector<HTMLElement>('h1, h2, h3')?.innerText ?? ''}`
  }, layerSelector)

const countLayers = (page: Page): Promise<number> =>
  page.evaluate((selector) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).length, layerSelector)

/**
 * What a page is made of, each element with the one that holds it, without what was checked for access before. The elements that are
 * new are marked.
 */
const findParts = (page: Page, checked: ReadonlySet<string>): Promise<string[]> =>
  page.evaluate(
    (known) => {
      const nameOf = (one: Element | null) => `${one?.tagName}.${one?.getAttribute('class')}.${one?.getAttribute('role')}`
      const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const seen = new Set(known)
      const found = new Set<string>()
      for (const one of document.querySelectorAll<HTMLElement>('body *')) {
        delete one.dataset.unchecked
        const part = `${nameOf(one.parentElement)} > ${nameOf(one)}`
        if (seen.has(part) || !isShown(one)) continue
        found.add(part)
        one.dataset.unchecked = ''
      }
      return [...found]
    },
    [...checked],
  )

class PressRun {
  readonly result: Pressed = { problems: [], presses: 0, pages: 0, loads: 0, gone: [] }
  readonly #plan: PressPlan
  readonly #watch: PressWatch
  readonly #queue: string[]
  readonly #shapes = new Set<string>()
  readonly #checkedParts = new Set<string>()
  readonly #pressedBefore = new Set<string>()
  readonly #last: { path: string; steps: readonly Pressable[] }[] = []
  /** The address and the presses after which the page stands; undefined once something else was pressed. */
  #standing: string | undefined
  /** How many dialogs and menus were open when the page was loaded. */
  #layersAtFirst = 0
  constructor(plan: PressPlan) {
    this.#plan = plan
    this.#watch = new PressWatch(plan.page)
    this.#queue = [...plan.from]
  }

  async run(): Promise<Pressed> {
    // A language that a press has chosen would hide the sentences of dead ends.
    await this.#plan.page.addInitScript(() => window === window.top && localStorage.removeItem('language'))
    for (let path = this.#queue.shift(); path !== undefined; path = this.#queue.shift()) {
      if (this.#shapes.has(toScreenShape(path))) continue
      this.#shapes.add(toScreenShape(path))
      await this.#open(path)
      this.result.pages += 1
      if (this.#plan.everywhere) await this.#checkAccess(path, true)
      await this.#queueLinks()
      await this.#explore(path, [], toPageKind(path))
    }
    for (const { path, steps } of this.#last.toSorted((a, b) => rank(a.steps) - rank(b.steps))) {
      if (!(await this.#walk(path, steps.slice(0, -1)))) continue
      const target = await this.#findAgain(steps.at(-1) as Pressable)
      if (target) await this.#pressAt(path, [...steps.slice(0, -1), target], toPageKind(path))
    }
    return this.result
  }

  #report(way: string, problem: string): void {
    // A page that is opened again says the same again.
    if (this.result.problems.includes(`${way}: ${problem}`)) return
    this.result.problems.push(`${way}: ${problem}`)
    this.#plan.onProblem?.(`${way}: ${problem}`)
  }
  async #open(path: string): Promise<void> {
    const { page } = this.#plan
    this.result.loads += 1
    // A press may still be on its way to another page, which ends this one's loading.
    await page.goto(path).catch(() => page.goto(path))
    await waitUntilLoaded(page)
    for (const problem of await this.#watch.takeProblems()) this.#report(path, problem)
    this.#layersAtFirst = await countLayers(page)
    this.#standing = toWay(path, [])
  }
  async #findAgain({ name, kind }: Pressable): Promise<Pressable | undefined> {
    return (await findPressables(this.#plan.page)).find((one) => one.name === name && one.kind === kind)
  }
  /** Puts the page into the state after these presses; false when the way is gone, because an earlier press took it away. */
  async #walk(path: string, steps: readonly Pressable[]): Promise<boolean> {
    if (this.#standing === toWay(path, steps)) return true
    await this.#open(path)
    if (steps.length > 0) this.#standing = undefined
    for (const step of steps) {
      const again = await this.#findAgain(step)
      if (!again) return false
      try {
        await this.#plan.page.locator(`[data-pressable="${again.index}"]`).click({ timeout: walkTimeoutMs })
      } catch {
        return false
      }
      await waitUntilLoaded(this.#plan.page)
      // A dialog may be loaded when it is first opened.
      const deadline = performance.now() + walkTimeoutMs
      while ((await countLayers(this.#plan.page)) < (step.layers ?? 0)) {
        if (performance.now() > deadline) return false
        await this.#plan.page.waitForTimeout(50)
      }
    }
    this.#watch.forget()
    this.#standing = toWay(path, steps)
    return true
  }
  async #queueLinks(): Promise<void> {
    const { page, base, follow } = this.#plan
    if (!follow) return
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    for (const link of [...links, page.url()]) {
      const own = toOwnPath(link, base)?.split('#')[0]
      if (own && follow.test(own)) this.#queue.push(own)
    }
  }
  /** A page is checked whole when it is opened; after a press only what is new on it. */
  async #checkAccess(way: string, isWhole = false): Promise<void> {
    const { page, everywhere } = this.#plan
    const parts = await findParts(page, this.#checkedParts)
    if (parts.length === 0) return
    for (const part of parts) this.#checkedParts.add(part)
    // The parts of an open menu belong to no landmark: the pattern has none for them.
    const hasMenu = (await page.locator('[role="menu"]:visible, [role="listbox"]:visible').count()) > 0
    const whole = new AxeBuilder({ page }).exclude('iframe[sandbox=""]').exclude('iframe[src*="preview="]').setLegacyMode()
    const axe = isWhole ? whole : whole.include('[data-unchecked]')
    const { violations } = await (hasMenu ? axe.disableRules(['region']) : axe).analyze()
    for (const { id, impact, nodes } of violations)
      if (everywhere || impact === 'critical') this.#report(way, `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }
  /** Chooses of those that can be pressed now the ones whose like were not pressed often enough. */
  async #choose(where: string): Promise<Pressable[]> {
    const { perKind, perPage, everywhere, isFrameLeftOut, page } = this.#plan
    const perFamily = new Map<string, number>()
    let chosen = 0
    return (await findPressables(page)).filter(({ name, family, isFrame }) => {
      if (isHandle.test(name) || (isFrame && isFrameLeftOut)) return false
      const count = perFamily.get(family) ?? 0
      const key = `${everywhere && !isFrame ? where : ''} ${family} ${count}`
      perFamily.set(family, count + 1)
      if (count >= perKind || chosen >= perPage || this.#pressedBefore.has(key)) return false
      this.#pressedBefore.add(key)
      chosen += 1
      return true
    })
  }
  /** Presses what the page offers after these presses, each from the page as these leave it. `where` names the page or the layer. */
  async #explore(path: string, steps: readonly Pressable[], where: string): Promise<void> {
    const targets = await this.#choose(where)
    for (const [position, target] of targets.entries()) {
      if (endsSession.test(target.name)) {
        this.#last.push({ path, steps: [...steps, target] })
        continue
      }
      const isOffered = await this.#isStillOffered(path, steps, target)
      if (!isOffered && !(await this.#walk(path, steps))) {
        this.result.gone.push(...targets.slice(position).map((one) => toWay(path, [...steps, one])))
        return
      }
      const now = await this.#findAgain(target)
      if (now) await this.#pressAndReturn(path, [...steps, now], where)
      else this.result.gone.push(toWay(path, [...steps, target]))
    }
  }
  /**
   * Whether the page offers the next button although the last press has changed something: nothing was left, opened or closed. A
   * person would go on from there, too.
   */
  async #isStillOffered(path: string, steps: readonly Pressable[], target: Pressable): Promise<boolean> {
    const { page, base } = this.#plan
    if (this.#standing === toWay(path, steps) || toPageKind(toOwnPath(page.url(), base) ?? '') !== toPageKind(path)) return false
    if ((await countLayers(page)) !== (steps.at(-1)?.layers ?? this.#layersAtFirst)) return false
    const again = await this.#findAgain(target)
    if (!again) return false
    // Something may lie over it now.
    return page
      .locator(`[data-pressable="${again.index}"]`)
      .click({ trial: true, timeout: 2_000 })
      .then(
        () => true,
        () => false,
      )
  }
  /** Presses, and leaves the page as it was before where a person could: by the key, the step back or the button that takes it back. */
  async #pressAndReturn(path: string, steps: readonly Pressable[], where: string): Promise<void> {
    const { page } = this.#plan
    const [state, index, isFresh] = [await describeState(page), await historyIndex(page), this.#standing === toWay(path, steps.slice(0, -1))]
    const isClosed = await this.#pressAt(path, steps, where)
    // A press that seems to have changed nothing may still do so: the page is opened anew for the next one.
    const isChanged = (await describeState(page)) !== state
    if (isClosed === isChanged) return
    if (isChanged && !(await this.#takeBack(path, steps, index))) return
    if ((await describeState(page)) !== state) return
    for (const problem of await this.#watch.takeProblems()) this.#report(`${toWay(path, steps)} → back`, problem)
    this.#standing = isFresh ? toWay(path, steps.slice(0, -1)) : undefined
  }
  /** Goes back to where the tab was, or presses once more what turns on and off; false where neither is possible. */
  async #takeBack(path: string, steps: readonly Pressable[], index: number): Promise<boolean> {
    const { page } = this.#plan
    if ((await historyIndex(page)) === index + 1) {
      await page.goBack({ waitUntil: 'commit' }).catch(() => undefined)
      await waitUntilLoaded(page)
      return true
    }
    const target = steps.at(-1) as Pressable
    const again = target.isToggle ? await this.#findAgain(target) : undefined
    if (!again) return false
    for (const problem of await press(this.#watch, again)) this.#report(`${toWay(path, steps)} → back`, problem)
    return true
  }
  /** Presses, and then what this opens; whether it opened a layer, and Escape has closed it. */
  async #pressAt(path: string, steps: readonly Pressable[], where: string): Promise<boolean> {
    const { page, depth, everywhere } = this.#plan
    const way = toWay(path, steps)
    this.#standing = undefined
    const [layersBefore, addressBefore] = [await countLayers(page), page.url()]
    const target = steps.at(-1) as Pressable
    const problems = await press(this.#watch, target)
    this.result.presses += 1
    for (const problem of problems) this.#report(way, problem)
    const layers = await countLayers(page)
    const isLayer = layers > layersBefore
    target.layers = layers
    if (everywhere || isLayer) await this.#checkAccess(way)
    await this.#queueLinks()
    if (steps.length >= depth) return false
    // Another page is looked at when its turn comes, and below a layer that was closed there is nothing new.
    if (layers < layersBefore) return false
    if (!isLayer && new URL(page.url()).pathname !== new URL(addressBefore).pathname) return false
    this.#standing = way
    if (isLayer || everywhere) await this.#explore(path, steps, isLayer ? await this.#nameLayer(where, target) : where)
    return isLayer && (await this.#escape(path, steps))
  }
  /** A menu has no title: it is known by the button that opens it. */
  async #nameLayer(where: string, { family }: Pressable): Promise<string> {
    const name = toLabelShape(await nameOfLayer(this.#plan.page))
    // The editors of two services are one component, whatever the services are called.
    return /^DIALOG .*\S/.test(name) ? name.replaceAll(/(?<=^DIALOG \S.*)( \p{Lu}[\p{L}&-]*)+/gu, ' *') : `${where} → ${family}`
  }
  async #escape(path: string, steps: readonly Pressable[]): Promise<boolean> {
    const { page } = this.#plan
    const way = toWay(path, steps)
    // After presses inside it may ask whether to discard what they changed: then it is opened anew.
    const isOpen = this.#standing !== way && (await countLayers(page)) === steps.at(-1)?.layers
    if (isOpen && (await this.#closeByKey())) return true
    if (!(await this.#walk(path, steps))) return false
    if ((await countLayers(page)) === 0) {
      this.#standing = undefined
      return false
    }
    if (await this.#closeByKey()) return true
    this.#report(way, 'Escape does not close what it opened')
    return false
  }
  async #closeByKey(): Promise<boolean> {
    const { page } = this.#plan
    const before = await countLayers(page)
    this.#standing = undefined
    await page.keyboard.press('Escape')
    const deadline = performance.now() + effectTimeoutMs
    while ((await countLayers(page)) >= before && performance.now() < deadline) await page.waitForTimeout(50)
    await waitUntilLoaded(page)
    return (await countLayers(page)) < before
  }
}

const toWay = (path: string, steps: readonly Pressable[]): string => [path, ...steps.map(({ name }) => `"${name}"`)].join(' → ')

/** Presses what there is to press on every page, in dialogs, menus and tabs as well, and follows links to more pages. */
export const pressEverything = (plan: PressPlan): Promise<Pressed> => new PressRun(plan).run()
