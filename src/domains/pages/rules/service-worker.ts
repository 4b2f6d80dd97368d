/** The service worker of the site: the page that a browser shows when there is no network. No I/O. */
import { deriveAccent, paper } from '#kit/pure/accent.ts'
import { buildByLanguage, type Language, translate } from '#kit/pure/languages.ts'
import { OFFLINE_CACHE, OFFLINE_CACHE_PREFIX, OFFLINE_COPY_URL } from './offline-copy.ts'

const texts = {
  title: { message: 'You’re offline', de: 'Du bist offline', fr: 'Vous êtes hors ligne', es: 'Sin conexión' },
  lead: {
    message: 'This page can’t load without the internet.',
    de: 'Diese Seite lädt nicht ohne Internet.',
    fr: 'Cette page ne se charge pas sans connexion.',
    es: 'Esta página no se carga sin internet.',
  },
  retry: { message: 'Try again', de: 'Noch einmal versuchen', fr: 'Réessayer', es: 'Reintentar' },
  next: { message: 'Your next bookings', de: 'Deine nächsten Buchungen', fr: 'Vos prochaines réservations', es: 'Tus próximas reservas' },
  none: { message: 'No upcoming bookings.', de: 'Keine anstehenden Buchungen.', fr: 'Aucune réservation à venir.', es: 'No tienes próximas reservas.' },
  code: { message: 'Check-in code', de: 'Check-in-Code', fr: 'Code d’arrivée', es: 'Código de llegada' },
  saved: {
    message: 'Saved {at}. Later changes aren’t shown.',
    de: 'Stand: {at}. Spätere Änderungen fehlen.',
    fr: 'Enregistré : {at}. Les changements ultérieurs n’apparaissent pas.',
    es: 'Guardado: {at}. Los cambios posteriores no aparecen.',
  },
}
type Words = Record<keyof typeof texts, string>
const toWords = (language: Language): Words => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, translate(text, language)])) as Words

const buildStyle = ({ fill, on }: { fill: string; on: string }): string =>
  `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;background:light-dark(${paper.light},${paper.dark});color:light-dark(#1f1a16,#f4eee6)}` +
  `main{max-width:40rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.75rem;line-height:1.2;margin:.25rem 0}h2{font-size:1.25rem;margin:2rem 0 .75rem}h3{font-size:1.0625rem;margin:0}p{margin:.25rem 0}` +
  `ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}li{padding:1rem;border-radius:12px;background:light-dark(${paper.lightCard},${paper.darkCard})}` +
  `a{display:inline-block;margin:1rem 0 0;padding:.625rem 1.25rem;min-height:1.5rem;border-radius:8px;background:${fill};color:${on};font-weight:600;text-decoration:none}` +
  `a:focus-visible{outline:3px solid currentColor;outline-offset:3px}img{display:block;margin:.5rem 0 0;width:132px;height:132px;padding:8px;background:#fff;border-radius:8px}small{font-size:.875rem}`

/** What it does, after the constants `site`, `words` and `style`. */
const script = `const hasOwnPages = /^\\/(dashboard|setup|embed|api|_api|oauth2|media|docs)(\\/|$)|^\\/[^/]*\\/?v\\d+\\//
const escape = (text) => String(text).replace(/[&<>"']/g, (one) => '&#' + one.charCodeAt(0) + ';')

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(hasOwnPages.test(new URL(url).pathname) ? load(event) : loadPage(event))
})

// What was asked for while this script started is the answer, of every address: else the browser would ask again, and a link that opens once is used up.
const load = async (event) => (await event.preloadResponse) || fetch(event.request)

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith('${OFFLINE_CACHE_PREFIX}') && name !== '${OFFLINE_CACHE}')
  await Promise.all(old.map((name) => caches.delete(name)))
  // The page is asked for while this script starts.
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable()
}

async function loadPage(event) {
  try {
    return await load(event)
  } catch {
    return showOffline()
  }
}

async function readCopy() {
  const cache = (await caches.has('${OFFLINE_CACHE}')) && (await caches.open('${OFFLINE_CACHE}'))
  const kept = cache && (await cache.match('${OFFLINE_COPY_URL}'))
  return kept ? kept.json() : undefined
}

async function showOffline() {
  const copy = await readCopy()
  const known = [...(copy ? [copy.language] : []), ...self.navigator.languages.map((tag) => tag.slice(0, 2)), site.language]
  const language = known.find((one) => words[one]) || 'en'
  const body = drawPage(copy, { language, t: words[language] })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
  }
  return new Response(body, { status: 503, headers })
}

function drawPage(copy, { language, t }) {
  const name = escape(copy ? copy.siteName : site.name)
  const title = '<title>' + t.title + ' · ' + name + '</title>'
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
  const intro = '<p>' + name + '</p><h1>' + t.title + '</h1><p>' + t.lead + '</p><a href="">' + t.retry + '</a>'
  const main = '<main>' + intro + (copy ? drawBookings(copy, t) : '') + '</main>'
  return '<!doctype html><html lang="' + language + '"><head>' + head + title + '<style>' + style + '</style></head><body>' + main + '</body></html>'
}

function drawBookings(copy, t) {
  const coming = copy.bookings.filter((one) => one.endsAt > Date.now())
  const list = coming.length > 0 ? '<ul>' + coming.map((one) => drawBooking(one, t)).join('') + '</ul>' : '<p>' + t.none + '</p>'
  return '<h2>' + t.next + '</h2>' + list + '<p><small>' + t.saved.replace('{at}', () => escape(copy.savedAt)) + '</small></p>'
}

function drawBooking({ title, when, place, note, checkIn }, t) {
  const lines = [when, place, note].filter(Boolean).map((line) => '<p>' + escape(line) + '</p>').join('')
  const picture = checkIn && checkIn.svg ? '<img alt="" src="data:image/svg+xml;charset=utf-8,' + encodeURIComponent(checkIn.svg) + '">' : ''
  const code = checkIn ? '<p>' + t.code + ': <strong>' + escape(checkIn.code) + '</strong></p>' + picture : ''
  return '<li><h3>' + escape(title) + '</h3>' + lines + code + '</li>'
}
`

/**
 * Served as `/service-worker.js`. It answers pages that fail to load, and nothing else: with what `OFFLINE_COPY_URL` holds of the member of
 * this browser, else with words alone. Only addresses of visitors: the dashboard and the API fail as they always do.
 */
export const buildServiceWorker = ({ name, accent, language }: { name: string; accent: string; language: Language }): string =>
  `'use strict'
const site = ${JSON.stringify({ name, language })}
const words = ${JSON.stringify(buildByLanguage(toWords))}
const style = ${JSON.stringify(buildStyle(deriveAccent(accent)))}
${script}`
