/** Presses buttons as a person would who tries everything: what has no visible effect, or breaks something, is reported. */
import type { Page } from 'playwright-core'
import { toOwnPath } from './crawl.ts'
import { AccessCheck } from './press-access.ts'
import { effectTimeoutMs, press } from './press-button.ts'
import { countLayers, describeState, historyIndex, nameOfLayer, toPageKind, toScreenShape, waitUntilLoaded } from './press-state.ts'
import { endsSession, findPressables, isHandle, type Pressable, rank, toLabelShape } from './press-targets.ts'
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

/** The same on a way that was gone before: an earlier press may have taken it away. */
const walkTimeoutMs = 10_000

class PressRun {
  readonly result: Pressed = { problems: [], presses: 0, pages: 0, loads: 0, gone: [] }
  readonly #plan: PressPlan
  readonly #watch: PressWatch
  readonly #queue: string[]
  readonly #shapes = new Set<string>()
  readonly #access: AccessCheck
  readonly #pressedBefore = new Set<string>()
  readonly #last: { path: string; steps: readonly Pressable[] }[] = []
  /** The address and the presses after which the page stands; undefined once something else was pressed. */
  #standing: string | undefined
  /** How many dialogs and menus were open when the page was loaded. */
  #layersAtFirst = 0
  constructor(plan: PressPlan) {
    this.#plan = plan
    this.#watch = new PressWatch(plan.page)
    this.#access = new AccessCheck(plan.page)
    this.#queue = [...plan.from]
  }

  async run(): Promise<Pressed> {
    // A language that a press has chosen would hide the sentences of dead ends.
    await this.#plan.page.addInitScript(() => {
      if (window === window.top) for (const key of ['language', 'dashboard-language']) localStorage.removeItem(key)
    })
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
      // It may ask for something when it is shown.
      await waitUntilLoaded(this.#plan.page)
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
  async #checkAccess(way: string, isWhole = false): Promise<void> {
    for (const { impact, text } of await this.#access.findViolations(isWhole)) if (this.#plan.everywhere || impact === 'critical') this.#report(way, text)
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
