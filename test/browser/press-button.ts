/** Presses one button and judges what follows: something happens, it is explained, and it leads to no dead end. */
import type { Page } from 'playwright-core'
import { findDeadEnd } from './crawl.ts'
import { countLayers, patienceMs, waitUntilLoaded } from './press-state.ts'
import type { Pressable } from './press-targets.ts'
import type { PressWatch } from './press-watch.ts'

/** A guard on what must follow a press, never a measure: a busy machine may take ten times as long as a quiet one. */
export const effectTimeoutMs = 20_000

/** A guard against buttons that cannot be reached, never a measure. */
const clickTimeoutMs = 60_000

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

const getChanges = (page: Page) => page.evaluate(() => (window as unknown as { changes?: number }).changes ?? 1).catch(() => 1)

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
export async function press(watch: PressWatch, { index }: Pressable): Promise<string[]> {
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
    // A notice disappears automatically, and its button with it.
    const isGone = (await page.locator(`[data-pressable="${index}"]`).count()) === 0
    const { message } = error as Error
    const reason = /[^\n]*intercepts pointer events|element is (?:not \w+|outside of the viewport)/.exec(message)?.[0].trim()
    return isGone ? [] : [`cannot be pressed: ${reason ?? message.split('\n')[0]}`]
  }
  const hasMoved = async () => (await readPlace(page).catch(() => '')) !== placeBefore
  const isDone = async () =>
    watch.effects > before || (await getChanges(page)) > 0 || (await countLayers(page).catch(() => 0)) !== layersBefore || (await hasMoved())
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
