/** Page inside the captcha iframe: loads the service's script, renders its widget and posts the token to its parent. */
import { useEffect, useRef, useState } from 'react'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { pageLanguage } from '../language.ts'
import { useSearchParams } from '../search-params.ts'
import { captchaSearch } from '../site-search.ts'

const messages = defineMessages(
  { failed: 'The verification couldn’t load. If you use an ad blocker, allow this page and reload.' },
  {
    de: { failed: 'Die Prüfung konnte nicht geladen werden. Falls du einen Werbeblocker nutzt, erlaube diese Seite und lade sie neu.' },
    fr: { failed: 'La vérification n’a pas pu se charger. Si vous utilisez un bloqueur de publicités, autorisez cette page et rechargez-la.' },
    es: { failed: 'No se ha podido cargar la comprobación. Si usas un bloqueador de anuncios, permite esta página y vuelve a cargarla.' },
  },
)

interface Widget {
  render: (container: HTMLElement, options: Record<string, unknown>) => unknown
}
type ServiceName = 'grecaptcha' | 'hcaptcha' | 'turnstile'
declare global {
  interface Window extends Partial<Record<ServiceName, Widget>> {
    /** Called by the script of the service when it is ready. */
    captchaLoaded?: () => void
  }
}
/** Script address, global name and language parameter of each service. */
const captchaScripts: Record<string, { script: string; global: ServiceName; languageParam?: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit&onload=captchaLoaded', global: 'grecaptcha', languageParam: 'hl' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=captchaLoaded', global: 'hcaptcha', languageParam: 'hl' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaLoaded', global: 'turnstile' },
}

export function CaptchaFrame() {
  const { provider = '', siteKey = '' } = useSearchParams(captchaSearch)
  const t = useMessages(messages)
  const container = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const service = captchaScripts[provider]
    // Useless outside of a frame.
    if (!service || window.parent === window) {
      setFailed(true)
      return undefined
    }
    const postToParent = (data: Record<string, unknown>) => window.parent.postMessage(data, location.origin)
    window.captchaLoaded = () => {
      const widget = window[service.global]
      // A script requested before the page changed may still load: render once.
      if (!widget || !container.current || container.current.hasChildNodes()) return
      widget.render(container.current, {
        sitekey: siteKey,
        language: pageLanguage(),
        theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
        callback: (token: string) => postToParent({ captcha: token }),
        'expired-callback': () => postToParent({ captcha: '' }),
        'error-callback': () => postToParent({ captcha: '' }),
      })
    }
    const script = Object.assign(document.createElement('script'), {
      src: `${service.script}${service.languageParam ? `&${service.languageParam}=${pageLanguage()}` : ''}`,
      async: true,
      onerror: () => setFailed(true),
    })
    document.head.append(script)
    // The challenge opens below the widget; the frame grows with it.
    const resizeObserver = new ResizeObserver(() => postToParent({ height: document.documentElement.scrollHeight }))
    resizeObserver.observe(document.body)
    return () => {
      resizeObserver.disconnect()
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
      <div ref={container} />
    </div>
  )
}
