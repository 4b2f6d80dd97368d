/** The page inside the frame of a captcha: loads the script of the service, draws its box, and tells the page around it the token. */
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useWords, words } from '../kit/words.ts'
import { pageLanguage } from '../language.ts'

const said = words(
  { failed: 'The check of the site could not be loaded. An ad blocker may be in the way; allow it and load the page again.' },
  { de: { failed: 'Die Prüfung konnte nicht geladen werden. Vielleicht hält ein Werbeblocker sie auf: erlaube sie und lade die Seite neu.' } },
)

interface Widget {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown
  ready?: (done: () => void) => void
}
/** Where each service keeps its script, the name under which it answers, and how the script is told the language when the box is not. */
const services: Record<string, { script: string; global: string; spoken?: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit&onload=captchaLoaded', global: 'grecaptcha', spoken: 'hl' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=captchaLoaded', global: 'hcaptcha', spoken: 'hl' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaLoaded', global: 'turnstile' },
}

export function ForeignCaptcha() {
  const { provider = '', siteKey = '' } = useSearch({ strict: false }) as { provider?: string; siteKey?: string }
  const t = useWords(said)
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const service = services[provider]
    // Alone in a window it is of no use to anybody.
    if (!service || window.parent === window) {
      setFailed(true)
      return undefined
    }
    const tell = (what: Record<string, unknown>) => window.parent.postMessage(what, location.origin)
    const global = window as unknown as Record<string, unknown>
    global.captchaLoaded = () => {
      const widget = global[service.global] as Widget | undefined
      // A script that was asked for before the page changed may still arrive: one box is enough.
      if (!widget || !place.current || place.current.hasChildNodes()) return
      widget.render(place.current, {
        sitekey: siteKey,
        language: pageLanguage(),
        theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        callback: (token: string) => tell({ captcha: token }),
        'expired-callback': () => tell({ captcha: '' }),
        'error-callback': () => tell({ captcha: '' }),
      })
    }
    const script = Object.assign(document.createElement('script'), {
      src: `${service.script}${service.spoken ? `&${service.spoken}=${pageLanguage()}` : ''}`,
      async: true,
      onerror: () => setFailed(true),
    })
    document.head.append(script)
    // The puzzle unfolds below its box; the frame grows with it.
    const size = new ResizeObserver(() => tell({ height: document.documentElement.scrollHeight }))
    size.observe(document.body)
    return () => {
      size.disconnect()
      script.remove()
    }
  }, [provider, siteKey])
  return (
    <div style={{ minHeight: 84 }}>
      {failed ? (
        <p className="field-error" role="alert">
          {t.failed}
        </p>
      ) : null}
      <div ref={place} />
    </div>
  )
}
