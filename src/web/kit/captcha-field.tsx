/** Captchas: a proof of work that the browser solves, or the widget of the site's captcha service. */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { useEffect, useRef, useState } from 'react'
import { callUrl } from '../api.ts'
import { currentMessages, useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    needsHttps: 'This check needs a secure (https) page.',
    tooLong: 'The check took too long. Please try again.',
    human: 'I’m not a robot',
    busy: 'Checking …',
    done: 'Verified',
    how: 'Runs in your browser. No data is shared.',
    frame: 'Human verification',
  },
  {
    de: {
      needsHttps: 'Diese Prüfung braucht eine sichere Seite (https).',
      tooLong: 'Die Prüfung hat zu lange gedauert. Bitte versuche es noch einmal.',
      human: 'Ich bin kein Roboter',
      busy: 'Wird geprüft …',
      done: 'Geprüft',
      how: 'Läuft in deinem Browser. Es werden keine Daten weitergegeben.',
      frame: 'Sicherheitsprüfung',
    },
    fr: {
      needsHttps: 'Cette vérification nécessite une page sécurisée (https).',
      tooLong: 'La vérification a pris trop de temps. Réessayez.',
      human: 'Je ne suis pas un robot',
      busy: 'Vérification en cours…',
      done: 'Vérifié',
      how: 'S’exécute dans votre navigateur. Aucune donnée n’est transmise.',
      frame: 'Vérification de sécurité',
    },
    es: {
      needsHttps: 'Esta comprobación necesita una página segura (https).',
      tooLong: 'La comprobación ha tardado demasiado. Inténtalo de nuevo.',
      human: 'No soy un robot',
      busy: 'Comprobando…',
      done: 'Comprobado',
      how: 'Se ejecuta en tu navegador. No se comparte ningún dato.',
      frame: 'Comprobación de seguridad',
    },
  },
)

/** Solves the proof of work: about half a second, valid for one attempt. Throws where the browser has no crypto API. */
export async function solveProofOfWork(challengeUrl: string): Promise<string> {
  const { pathname, search } = new URL(challengeUrl, location.origin)
  const challenge = await callUrl<Challenge>('GET', pathname + search, undefined, true)
  if (!globalThis.crypto?.subtle) throw new Error(currentMessages(messages).needsHttps)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error(currentMessages(messages).tooLong)
  return btoa(JSON.stringify({ challenge, solution }))
}

export interface CaptchaConfig {
  provider: string
  siteKey: string
  challengeUrl: string
}
interface CaptchaFieldProps {
  config: CaptchaConfig
  /** The token of a solved captcha; empty once it has expired. */
  onToken: (token: string) => void
  /** The error shown at the captcha. */
  problem?: string | undefined
}
/** The visible captcha. A token works once: change `key` after every attempt. */
export function CaptchaField({ config, onToken, problem }: CaptchaFieldProps) {
  return (
    <div>
      {config.provider === 'altcha' || config.provider === 'dev' ? (
        <ProofOfWorkField config={config} onToken={onToken} />
      ) : (
        <ProviderField config={config} onToken={onToken} />
      )}
      {problem ? (
        <div className="field-error" role="alert">
          {problem}
        </div>
      ) : null}
    </div>
  )
}

function ProofOfWorkField({ config, onToken }: CaptchaFieldProps) {
  const t = useMessages(messages)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState('')
  const solve = async () => {
    if (state !== 'open') return
    setState('busy')
    setFailure('')
    try {
      onToken(config.provider === 'dev' ? 'test-pass' : await solveProofOfWork(config.challengeUrl))
      setState('done')
    } catch (error) {
      setFailure((error as Error).message)
      setState('open')
    }
  }
  // A solution is valid for two minutes.
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => {
      setState('open')
      onToken('')
    }, 100_000)
    return () => clearTimeout(timer)
  }, [state, onToken])
  return (
    <div className="card-quiet">
      <label className="check">
        <input type="checkbox" name="captcha" checked={state === 'done'} aria-busy={state === 'busy'} onChange={() => void solve()} />
        <span>
          {t.human}
          <span className="field-hint block" role="status">
            {state === 'busy' ? t.busy : state === 'done' ? t.done : t.how}
          </span>
        </span>
      </label>
      {failure ? (
        <div className="field-error" role="alert">
          {failure}
        </div>
      ) : null}
    </div>
  )
}

/** The widget of a captcha service, in an iframe so that its scripts do not run on our page. */
function ProviderField({ config, onToken }: CaptchaFieldProps) {
  const t = useMessages(messages)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(90)
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      const message = data as { captcha?: string; height?: number }
      if (typeof message.captcha === 'string') onToken(message.captcha)
      if (typeof message.height === 'number') setHeight(Math.min(640, Math.max(90, message.height)))
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [onToken])
  const query = new URLSearchParams({ provider: config.provider, siteKey: config.siteKey })
  return <iframe ref={frame} title={t.frame} src={`/hosted/captcha?${query}`} style={{ border: 0, width: '100%', height, display: 'block' }} />
}
