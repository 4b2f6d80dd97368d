/** The page inside the frame of a captcha: loads the script of the service, draws its box, and tells the page around it the token. */
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

interface Widget {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown
  ready?: (done: () => void) => void
}
/** Where each service keeps its script, and the name under which it answers. */
const services: Record<string, { script: string; global: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit&onload=captchaLoaded', global: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=captchaLoaded', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaLoaded', global: 'turnstile' },
}

export function ForeignCaptcha() {
  const { provider = '', siteKey = '' } = useSearch({ strict: false }) as { provider?: string; siteKey?: string }
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const service = services[provider]
    // Alone in a window it is of no use to anybody.
    if (!service || window.parent === window) {
      setFailed(true)
      return undefined
    }
    const tell = (said: Record<string, unknown>) => window.parent.postMessage(said, location.origin)
    const global = window as unknown as Record<string, unknown>
    global.captchaLoaded = () => {
      const widget = global[service.global] as Widget | undefined
      if (!widget || !place.current) return
      widget.render(place.current, {
        sitekey: siteKey,
        theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        callback: (token: string) => tell({ captcha: token }),
        'expired-callback': () => tell({ captcha: '' }),
        'error-callback': () => tell({ captcha: '' }),
      })
    }
    const script = Object.assign(document.createElement('script'), { src: service.script, async: true, onerror: () => setFailed(true) })
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
          The check of the site could not be loaded. An ad blocker may be in the way; allow it and load the page again.
        </p>
      ) : null}
      <div ref={place} />
    </div>
  )
}
