/** Watches a page while its buttons are pressed: what may count as an effect, and what must not happen. */
import type { Page, Response } from 'playwright-core'

/** Texts that no page shows: they tell the reader nothing. Settings of the server are named as they are. */
const meaningless = /\bundefined\b|\bNaN\b|\[object Object\]|Something went wrong|Invalid Date|\{\{|\b(?!STRIPE_|SMTP_|PUBLIC_)[A-Z]{3,}_[A-Z_]{3,}\b/

export class PressWatch {
  readonly #problems: string[] = []
  readonly #refusals: string[] = []
  /** Replies that are still being read. */
  readonly #reading: Promise<void>[] = []
  readonly page: Page
  /** Requests, downloads, dialogs and the like since the page was opened. */
  effects = 0
  constructor(page: Page) {
    this.page = page
    const count = () => void this.effects++
    for (const event of ['request', 'download', 'filechooser', 'framenavigated'] as const) page.on(event as 'request', count)
    page.on('popup', (popup) => {
      count()
      void popup.close().catch(() => undefined)
    })
    page.on('pageerror', (error) => this.#problems.push(`page error: ${error.message}`))
    page.on('response', (response) => {
      const what = `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`
      if (response.status() >= 500) this.#problems.push(what)
      else if (response.status() >= 400) this.#refusals.push(what)
      if (response.status() === 403) this.#reading.push(this.#readDenial(response, what))
    })
    page.on('console', (message) => {
      // The browser itself writes every refusal to the console; whether it is explained is looked at below.
      // The check for access asks its way into the preview of an email, which runs no scripts.
      const isExpected = /^Failed to load resource|^Blocked script execution in 'about:srcdoc'/.test(message.text())
      if (message.type() === 'error' && !isExpected) this.#problems.push(`console: ${message.text()}`)
    })
    page.on('dialog', (dialog) => {
      count()
      // Unsaved input must not keep the test on the page.
      void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss())
    })
  }

  /** What people may not do is not offered to them, however well the refusal is explained. */
  async #readDenial(response: Response, what: string): Promise<void> {
    // A page that is left takes its replies along.
    const text = await response.text().catch(() => '')
    if (text.includes('"PERMISSION_DENIED"')) this.#problems.push(`no permission: ${what}`)
  }

  /** What went wrong since the last call; a refusal without a word on the page is among it. */
  async takeProblems(): Promise<string[]> {
    await Promise.all(this.#reading.splice(0))
    const problems = this.#problems.splice(0)
    const refusals = this.#refusals.splice(0)
    const { isExplained, text } = await this.page.evaluate(() => {
      // A dialog may ask for what was missing: the password before a passkey is added.
      const explains = '[role="alert"], [role="status"], [aria-invalid="true"], [class*="Notification-root"], dialog[open], [role="dialog"]'
      const shown = [...document.querySelectorAll<HTMLElement>(explains)].some(
        (one) => one.checkVisibility() && (one.matches('[aria-invalid]') || one.innerText.trim() !== ''),
      )
      // After a sign-out the user is asked to sign in.
      return { isExplained: shown || location.pathname.endsWith('/sign-in'), text: document.body.innerText }
    })
    if (refusals.length > 0 && !isExplained) problems.push(`refused without a word: ${[...new Set(refusals)].join(', ')}`)
    const nonsense = meaningless.exec(text)
    if (nonsense) problems.push(`the page says "${text.slice(Math.max(0, nonsense.index - 30), nonsense.index + 40).replaceAll(/\s+/g, ' ')}"`)
    return problems
  }
  forget(): void {
    this.#problems.length = 0
    this.#refusals.length = 0
  }
}
