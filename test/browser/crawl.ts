/** What both crawlers know: which addresses are ours, which of them are alike, and what a dead end says. */
import type { Page } from 'playwright-core'
import { waitForIdle } from './browser-server.ts'

/** What a page says when there is nothing behind its address. */
export const deadEnds = [
  'Page not found',
  'This link is no longer valid',
  'This link isn’t valid',
  'This booking no longer exists',
  'This service is no longer available',
  'This profile isn’t available',
  'Not found',
  'You don’t have access to this',
  'Nothing to pay here',
  'No class selected',
  'Seite nicht gefunden',
  'Dieser Link gilt nicht mehr',
  'Dieser Link ist ungültig',
  'Diese Buchung gibt es nicht mehr',
  'Dieses Angebot gibt es nicht mehr',
  'Dieses Profil ist nicht verfügbar',
  'Nicht gefunden',
  'Du hast keinen Zugriff darauf',
  'Hier ist nichts zu bezahlen',
  'Es ist kein Kurs ausgewählt',
  'Page introuvable',
  'Ce lien n’est plus valable',
  'Ce lien n’est pas valide',
  'Cette réservation n’existe plus',
  'Cette prestation n’est plus proposée',
  'Ce profil n’est pas disponible',
  'Introuvable',
  'Vous n’y avez pas accès',
  'Il n’y a rien à payer ici',
  'Aucun cours sélectionné',
  'Página no encontrada',
  'Este enlace ya no es válido',
  'Este enlace no es válido',
  'Esta reserva ya no existe',
  'Este servicio ya no está disponible',
  'Este perfil no está disponible',
  'No encontrado',
  'No tienes acceso a esto',
  'Aquí no hay nada que pagar',
  'No has elegido ninguna clase',
]

/** The path and query of an address of the server at `base`; undefined for all others, which are not ours to follow. */
export function toOwnPath(address: string, base: string): string | undefined {
  const url = new URL(address, base)
  const isOurs = url.origin === base || /^(localhost|127\.0\.0\.1|[\w-]+\.example(\.\w+)?)$/.test(url.hostname)
  return isOurs && /^https?:$/.test(url.protocol) ? `${url.pathname}${url.search}` : undefined
}

/** The same for addresses that differ in their values only. */
export const toPathShape = (path: string): string =>
  path
    .replace(/[\w-]{32,}|[0-9a-f-]{36}/gi, '*')
    .replace(/=[^&]*/g, '=')
    .replace(/^\/(service|members)\/[^?]+/, '/$1/*')

/** The sentence of a dead end that the page shows. */
export async function findDeadEnd(page: Page): Promise<string | undefined> {
  const text = await page.evaluate(() => document.body.innerText)
  return deadEnds.find((sentence) => text.includes(sentence))
}

const isDashboard = (path: string): boolean => /^\/dashboard(?![^/?#])(?!\/(sign-in|invitation|reset-password))/.test(path)

/** Opens an address in the browser, or fetches it where it is a file, and returns what is wrong with it. */
export async function findProblem(page: Page, path: string, base: string): Promise<string | undefined> {
  if (/\.(ics|csv|pdf)(\?|$)|\/receipts\//.test(path)) {
    const file = await page.request.get(`${base}${path}`)
    return file.status() < 400 ? undefined : `${path}: ${file.status()}`
  }
  if (isDashboard(path) && isDashboard(new URL(page.url()).pathname)) {
    // As a press on a link does it: the dashboard has one page for all its addresses.
    await page.evaluate((to) => history.pushState({}, '', to), path)
  } else {
    const reply = await page.goto(path)
    if (!reply || reply.status() >= 400) return `${path}: ${reply?.status()}`
  }
  await waitForIdle(page)
  const deadEnd = await findDeadEnd(page)
  return deadEnd && `${path}: "${deadEnd}"`
}
