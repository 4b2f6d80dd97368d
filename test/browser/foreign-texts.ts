/** Finds words of another language in what a page says by itself: not in what the server has told it, which are the words of the owner. */
import type { Page, Request } from 'playwright-core'
import { waitForIdle } from './browser-server.ts'

/** Words that are foreign where another language is spoken. */
const english =
  'the|and|or|your|you|with|from|at|of|to|for|sign|book|booking|cancel|choose|please|every|day|days|month|next|free|price|place|members|password|loading|times?|see|all|save|change|show|where|what|when|how|my|not|no|yet'
const german =
  'der|das|und|oder|dein|deine|deinem|deiner|mit|von|vom|zum|zur|für|nicht|kein|keine|buchen|buchung|anmelden|abmelden|bitte|noch|alle|wird|ist|sind|hier|wähle|ändern|löschen|speichern|zurück|weiter|platz|plätze|angebote?|kurse?|tarife?'
const toWords = (words: string) => new RegExp(`(?<![\\p{L}])(${words})(?![\\p{L}])`, 'iu')
const french = 'les|des|vous|votre|vos|pour|avec|dans|sur|aucun|aucune|réserver|annuler|choisir|mot|prix|jours?|mois|cours|séance|tarifs?'
const spanish = 'los|las|para|tu|tus|del|sin|ninguna?|reservar|cancelar|elige|contraseña|precio|días?|mes|clase'
/** Words that the language has, too, tell nothing. */
const without = (words: string, common: string) => words.replace(new RegExp(`\\|(${common})(?=\\|)`, 'g'), '')
/** What is foreign on a page in the language. */
export const foreign = {
  de: toWords(`${english}|${spanish}`),
  fr: toWords(without(`${english}|${german}|${spanish}`, 'or|place|tu|mes')),
  es: toWords(without(`${english}|${german}|${french}`, 'no')),
}

export interface RecordedReplies {
  words: ReadonlySet<string>
  /** Until every answer that has come is among them; the body of one that a page left behind never ends, and is not waited for. */
  read(): Promise<void>
}
const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : []
/** Everything that the server has replied to this page so far: the owner's words are among it, and nothing that the pages say themselves. */
export function recordReplies(page: Page): RecordedReplies {
  const texts = new Set<string>()
  const reading = new Set<Promise<void>>()
  let pagesLeft = 0
  /** How many pages had been left when something was asked for. */
  const leftBefore = new WeakMap<Request, number>()
  const collect = (value: unknown): void => {
    for (const text of listTexts(value)) texts.add(text)
  }
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('application/json')) return
    // A frame, such as the preview of the site, is loaded again while it is looked at; its texts are not read here.
    if (response.request().serviceWorker() !== null || response.frame() !== page.mainFrame()) return
    if (leftBefore.get(response.request()) !== pagesLeft) return
    const read = response.json().then(collect, () => undefined)
    reading.add(read)
    void read.finally(() => reading.delete(read))
  })
  // A page that is left goes on asking until the next one is there, which takes its replies along: what is still being read of them may never end.
  let isLeaving = false
  page.on('request', (request) => {
    leftBefore.set(request, pagesLeft)
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !isLeaving) return
    isLeaving = false
    pagesLeft++
    reading.clear()
  })
  // A guard for what else may not end.
  return { words: texts, read: async () => void (await Promise.race([Promise.all(reading), new Promise((done) => setTimeout(done, 20_000))])) }
}
/** What the page says by itself, to eyes and to ears, as far as it looks like one of these words. */
export async function findForeignTexts(page: Page, replies: RecordedReplies, words: RegExp): Promise<string[]> {
  await waitForIdle(page)
  await replies.read()
  // What the server replied within the page.
  const embedded = await page.evaluate(() =>
    ['site-facts', 'first-replies', 'rendered-page'].map((id) => JSON.parse(document.getElementById(id)?.textContent || '{}') as unknown),
  )
  const pageTexts = await page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, noscript, button[lang]')) texts.push(walker.currentNode.textContent ?? '')
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })
  const owners = [...replies.words, ...listTexts(embedded)].filter((text) => text.length > 3)
  const longestFirst = owners.toSorted((a, b) => b.length - a.length)
  const own = pageTexts.map((text) => longestFirst.reduce((rest, words) => rest.replaceAll(words, ' '), text))
  return [...new Set(own.filter((text) => words.test(text) && !text.startsWith('/')))]
}
