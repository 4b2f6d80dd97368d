/** The second step of my sign-in: an authenticator app, letters, text messages or calls, and the codes for the day when none is at hand. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { ResendCode } from '../../hosted/resend-code.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { ReplyOf } from '../../operations.ts'
import { useSite } from '../../site-context.tsx'
import { useGuard } from './guard.tsx'

type Kind = 'TOTP' | 'EMAIL' | 'SMS' | 'CALL'
const needsPhone = (kind: Kind) => kind === 'SMS' || kind === 'CALL'
type Status = ReplyOf<'identity.getMySignIn'>['factors'][number]['status'] | undefined
const kinds: Record<Kind, { name: string; what: string; setUp: string }> = {
  TOTP: { name: 'Authenticator app', what: 'An app on your phone shows a new code every half minute.', setUp: 'Set up an app' },
  EMAIL: { name: 'Codes by e-mail', what: 'We send a code to your e-mail every time.', setUp: 'Use my e-mail' },
  SMS: { name: 'Codes by text message', what: 'We send a code to your phone every time.', setUp: 'Use my phone' },
  CALL: { name: 'Codes by telephone', what: 'We call your phone every time and read a code to you.', setUp: 'Call my phone' },
}
const readAgain = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })

export function SecondStep() {
  const asked = useAsk('identity.getMySignIn')
  // Text messages and calls are offered where the site has somebody who carries them.
  const texts = useAsk('identity.getSignInConfig', { query: {} }).data?.textMessages
  const [codes, setCodes] = useState<readonly string[]>()
  const statusOf = (kind: Kind): Status => asked.data?.factors.find(({ type }) => type === kind)?.status
  return (
    <section className="card stack" aria-labelledby="second-step-title">
      <div>
        <h3 className="card-title" id="second-step-title">
          Second step
        </h3>
        <p className="dim">A code beside your password: who learns the password alone does not come in.</p>
      </div>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {asked.isPending ? (
        <Skeletons kind="text" count={3} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <>
          <ul className="list">
            {(Object.keys(kinds) as Kind[])
              .filter((kind) => !needsPhone(kind) || texts || isSetUp(statusOf(kind)))
              .map((kind) => (
                <Factor key={kind} kind={kind} status={statusOf(kind)} hint={asked.data.factors.find(({ type }) => type === kind)?.hint} onCodes={setCodes} />
              ))}
          </ul>
          {asked.data.factors.some(({ status }) => status === 'ACTIVE') ? <CodesLeft left={asked.data.recoveryCodesLeft} onCodes={setCodes} /> : null}
        </>
      )}
    </section>
  )
}

interface FactorProps {
  kind: Kind
  status: Status
  /** Where the codes go, as much of it as one needs to know one's own. */
  hint: string | undefined
  onCodes: (codes: readonly string[]) => void
}
/** Off and begun look the same: what is not proven guards nothing. */
const isSetUp = (status: Status) => status === 'ACTIVE' || status === 'REQUIRE_REENROLL'

function Factor({ kind, status, hint, onCodes }: FactorProps) {
  const active = status === 'ACTIVE'
  const { name, what, setUp } = kinds[kind]
  const [begun, setBegun] = useState<ReplyOf<'identity.startFactor'>>()
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const [phone, setPhone] = useState<string>()
  const { guarded, question } = useGuard()
  const begin = () =>
    guarded(async () => {
      setBegun(await call('identity.startFactor', { params: { type: kind }, body: phone ? { phone: phone.trim() } : {} }))
    })
  const start = async () => {
    if (needsPhone(kind)) {
      setPhone('')
      return
    }
    setBusy(true)
    setProblem('')
    try {
      await begin()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="line stack">
      <div className="row row-between">
        <div className="factor">
          <p className="strong">{name}</p>
          <p className="small dim">{active && hint ? `${what.replace(/\.$/, '')}: ${hint}` : what}</p>
          {status === 'REQUIRE_REENROLL' ? <p className="small">We have reset it for you: please set it up again. Until then it is not asked for.</p> : null}
        </div>
        {status === 'REQUIRE_REENROLL' && !begun && phone === undefined ? <StatusBadge tone="warn">Set up again</StatusBadge> : null}
        {active ? (
          <>
            <StatusBadge tone="good">On</StatusBadge>
            <ConfirmButton
              label={
                <>
                  Switch off<span className="sr"> {name}</span>
                </>
              }
              title={`Switch off: ${name}?`}
              verb="Switch it off"
              keep="Leave it on"
              onConfirm={async () => {
                const done = await guarded(() => call('identity.removeFactor', { params: { type: kind }, body: {} }))
                if (!done) return
                await readAgain()
                toast(`${name} is switched off`)
              }}
            >
              <p>Your account is guarded less. All other devices are signed out, and without any second step the recovery codes no longer count.</p>
            </ConfirmButton>
          </>
        ) : begun || phone !== undefined ? null : (
          <Button variant="light" busy={busy} onClick={() => void start()}>
            {setUp}
          </Button>
        )}
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      {phone === undefined || begun || active ? null : (
        <Form
          label="Your phone"
          submit={kind === 'CALL' ? 'Call me' : 'Send a code'}
          actions={
            <Button variant="default" onClick={() => setPhone(undefined)}>
              Not now
            </Button>
          }
          onSubmit={begin}
        >
          <FormField
            name="phone"
            label={kind === 'CALL' ? 'Phone' : 'Mobile phone'}
            hint="With the country, like +49 151 2345678."
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            autoFocus
            required
            maxLength={40}
            value={phone}
            onChange={setPhone}
          />
        </Form>
      )}
      {begun && !active ? (
        <Prove
          kind={kind}
          begun={begun}
          onAgain={begin}
          onDone={async (codes) => {
            setBegun(undefined)
            setPhone(undefined)
            if (codes.length > 0) onCodes(codes)
            await readAgain()
            toast(`${name} is set up`)
          }}
          onLeave={() => {
            setBegun(undefined)
            setPhone(undefined)
          }}
        />
      ) : null}
      {question}
    </li>
  )
}

interface ProveProps {
  kind: Kind
  begun: ReplyOf<'identity.startFactor'>
  /** Sends another code. */
  onAgain: () => Promise<unknown>
  onDone: (codes: readonly string[]) => Promise<void>
  onLeave: () => void
}
/** The first right code makes the step count. */
function Prove({ kind, begun, onAgain, onDone, onLeave }: ProveProps) {
  const [code, setCode] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const prove = async () => {
    const digits = code.replace(/\D/g, '')
    if (digits.length !== 6) invalid([{ field: 'code', description: 'enter the six digits' }])
    try {
      const { recoveryCodes } = await call('identity.confirmFactor', { params: { type: kind }, body: { code: digits } })
      await onDone(recoveryCodes)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_FAILED')
        invalid([{ field: 'code', description: 'this code is not right or no longer valid; enter the newest one' }])
      throw error
    }
  }
  return (
    <div className="card-quiet stack" role="group" aria-label={`Set up: ${kinds[kind].name}`} tabIndex={-1} ref={box}>
      {kind === 'TOTP' ? (
        <>
          <p>Scan this picture with your authenticator app, then enter the code that it shows.</p>
          {begun.qrSvg ? (
            <img
              className="qr"
              width={196}
              height={196}
              alt="QR code for the authenticator app"
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qrSvg)}`}
            />
          ) : null}
          <div className="small">
            <p className="dim">Cannot scan it? Type this key into the app instead:</p>
            <p>
              <code className="key">{begun.secret?.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          {begun.uri ? (
            <div className="row">
              <ButtonLink variant="default" href={begun.uri}>
                Open in an app on this device
              </ButtonLink>
            </div>
          ) : null}
        </>
      ) : (
        <p>
          {kind === 'CALL' ? 'We call you at' : 'We have sent a code to'} <strong>{begun.hint}</strong>.
        </p>
      )}
      <Form
        label={`Set up: ${kinds[kind].name}`}
        submit="Switch it on"
        actions={
          <Button variant="default" onClick={onLeave}>
            Not now
          </Button>
        }
        onSubmit={prove}
      >
        <FormField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
      </Form>
      {kind === 'TOTP' ? null : (
        <div>
          <ResendCode send={onAgain} />
        </div>
      )}
    </div>
  )
}

function CodesLeft({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const { guarded, question } = useGuard()
  return (
    <div className="row row-between">
      <p className="grow small">
        {left === 0 ? 'You have no recovery codes left.' : left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      <ConfirmButton
        title="Make new recovery codes?"
        verb="New recovery codes"
        keep="Keep the old ones"
        danger={false}
        onConfirm={async () => {
          await guarded(async () => onCodes((await call('identity.renewRecoveryCodes', { body: {} })).recoveryCodes))
          await readAgain()
        }}
      >
        <p>The codes that you have kept so far no longer work.</p>
      </ConfirmButton>
      {question}
    </div>
  )
}

/** Shown once: whoever loses the phone comes in with one of them. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const site = useSite()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [codes])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast('The codes are copied')
    } catch {
      toast('Your browser does not allow to copy. Please download the codes.')
    }
  }
  return (
    <div className="note" data-tone="warn" role="group" aria-labelledby="codes-title" tabIndex={-1} ref={box}>
      <div className="stack">
        <div>
          <h4 className="strong" id="codes-title">
            Keep your recovery codes
          </h4>
          <p className="small">They are shown only now. Each one lets you in once when your phone is lost.</p>
        </div>
        <ul className="codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row">
          <ButtonLink
            variant="default"
            download="recovery-codes.txt"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${site.name}\n\n${codes.join('\n')}\n`)}`}
          >
            Download
          </ButtonLink>
          <Button variant="default" onClick={() => void copy()}>
            Copy
          </Button>
          <Button onClick={onDone}>I have kept them</Button>
        </div>
      </div>
    </div>
  )
}
