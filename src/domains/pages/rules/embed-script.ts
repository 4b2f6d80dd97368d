/** The script that other websites load to show parts of this site. No I/O. */

/**
 * Served as `/embed.js`. Puts a frame into each `<div data-atrium="schedule">` (`services`, `plans`, `service` with `data-service="<id>"`), as high
 * as what it shows; `data-lang` names the language. The address of the site is that of the script.
 */
export const embedScript = `(() => {
  const script = document.currentScript
  if (!script) return
  const { origin } = new URL(script.src)
  const frames = []
  addEventListener('message', (event) => {
    const height = event.origin === origin && event.data && event.data.type === 'atrium-height' && Number(event.data.height)
    const frame = height && frames.find((one) => one.contentWindow === event.source)
    if (frame) frame.style.height = Math.min(height, 20000) + 'px'
  })
  const show = () => {
    for (const place of document.querySelectorAll('[data-atrium]:not([data-atrium-shown])')) {
      const { atrium, service, lang } = place.dataset
      if (!['schedule', 'services', 'plans', 'service'].includes(atrium) || (atrium === 'service' && !service)) continue
      place.dataset.atriumShown = ''
      const url = new URL('/embed/' + (atrium === 'service' ? 'service/' + encodeURIComponent(service) : atrium), origin)
      if (lang) url.searchParams.set('lang', lang)
      const frame = document.createElement('iframe')
      frame.src = url.href
      frame.title = place.getAttribute('aria-label') || atrium
      frame.loading = 'lazy'
      frame.style.cssText = 'display:block;width:100%;height:480px;border:0;color-scheme:auto'
      frames.push(frame)
      place.append(frame)
    }
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
  else show()
})()
`
