/** The second step of my sign-in: an authenticator app, letters, text messages or calls, and the codes for the day when none is at hand. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, failureInWords, queryClient, useAsk } from '../../api.ts'
import { ResendCode } from '../../hosted/resend-code.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import type { ReplyOf } from '../../operations.ts'
import { useSite } from '../../site-context.tsx'
import { useGuard } from './guard.tsx'
import { said } from './second-step.words.tsx'

type Kind = (typeof kinds)[number]
const needsPhone = (kind: Kind) => kind === 'SMS' || kind === 'CALL'
type Status = ReplyOf<'identity.getMySignIn'>['factors'][number]['status'] | undefined
const kinds = ['TOTP', 'EMAIL', 'SMS', 'CALL'] as const
const readAgain = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })

export function SecondStep() {
  const t = useWords(said)
  const asked = useAsk('identity.getMySignIn')
  // Text messages and calls are offered where the site has somebody who carries them.
  const texts = useAsk('identity.getSignInConfig', { query: {} }).data?.textMessages
  const [codes, setCodes] = useState<readonly string[]>()
  const statusOf = (kind: Kind): Status => asked.data?.factors.find(({ type }) => type === kind)?.status
  return (
    <section className="card stack" aria-labelledby="second-step-title">
      <div>
        <h3 className="card-title" id="second-step-title">
          {t.title}
        </h3>
        <p className="dim">{t.means}</p>
      </div>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {asked.isPending ? (
        <Skeletons kind="text" count={3} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <>
          <ul className="list">
            {kinds
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
  const t = useWords(said)
  const active = status === 'ACTIVE'
  const { name, what, setUp } = t.kinds[kind]
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
      setProblem(failureInWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="line stack">
      <div className="row row-between">
        <div className="factor">
          <p className="strong">{name}</p>
          <p className="small dim">{active && hint ? t.goTo(what, hint) : what}</p>
          {status === 'REQUIRE_REENROLL' ? <p className="small">{t.wasReset}</p> : null}
        </div>
        {status === 'REQUIRE_REENROLL' && !begun && phone === undefined ? <StatusBadge tone="warn">{t.setUpAgain}</StatusBadge> : null}
        {active ? (
          <>
            <StatusBadge tone="good">{t.on}</StatusBadge>
            <ConfirmButton
              label={
                <>
                  {t.off}
                  <span className="sr"> {name}</span>
                </>
              }
              title={t.offAsk(name)}
              verb={t.offVerb}
              keep={t.keepOn}
              onConfirm={async () => {
                const done = await guarded(() => call('identity.removeFactor', { params: { type: kind }, body: {} }))
                if (!done) return
                await readAgain()
                toast(sayNow(said).isOff(name))
              }}
            >
              <p>{t.offMeans}</p>
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
          label={t.yourPhone}
          submit={kind === 'CALL' ? t.callMe : t.sendCode}
          actions={
            <Button variant="default" onClick={() => setPhone(undefined)}>
              {t.notNow}
            </Button>
          }
          onSubmit={begin}
        >
          <FormField
            name="phone"
            label={kind === 'CALL' ? t.phone : t.mobile}
            hint={t.phoneHint}
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
            toast(sayNow(said).isOn(name))
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
  const t = useWords(said)
  const { name } = t.kinds[kind]
  const [code, setCode] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const prove = async () => {
    const digits = code.replace(/\D/g, '')
    if (digits.length !== 6) invalid([{ field: 'code', description: t.sixDigits }])
    try {
      const { recoveryCodes } = await call('identity.confirmFactor', { params: { type: kind }, body: { code: digits } })
      await onDone(recoveryCodes)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_FAILED') invalid([{ field: 'code', description: t.wrong }])
      throw error
    }
  }
  return (
    <div className="card-quiet stack" role="group" aria-label={t.setUpNamed(name)} tabIndex={-1} ref={box}>
      {kind === 'TOTP' ? (
        <>
          <p>{t.scan}</p>
          {begun.qrSvg ? (
            <img className="qr" width={196} height={196} alt={t.qr} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qrSvg)}`} />
          ) : null}
          <div className="small">
            <p className="dim">{t.typeKey}</p>
            <p>
              <code className="key">{begun.secret?.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          {begun.uri ? (
            <div className="row">
              <ButtonLink variant="default" href={begun.uri}>
                {t.openApp}
              </ButtonLink>
            </div>
          ) : null}
        </>
      ) : (
        <p>{(kind === 'CALL' ? t.calling : t.sent)(<strong>{begun.hint}</strong>)}</p>
      )}
      <Form
        label={t.setUpNamed(name)}
        submit={t.switchOn}
        actions={
          <Button variant="default" onClick={onLeave}>
            {t.notNow}
          </Button>
        }
        onSubmit={prove}
      >
        <FormField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
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
  const t = useWords(said)
  const { guarded, question } = useGuard()
  return (
    <div className="row row-between">
      <p className="grow small">{t.codesLeft(left)}</p>
      <ConfirmButton
        title={t.newCodesAsk}
        verb={t.newCodes}
        keep={t.keepOld}
        danger={false}
        onConfirm={async () => {
          await guarded(async () => onCodes((await call('identity.renewRecoveryCodes', { body: {} })).recoveryCodes))
          await readAgain()
        }}
      >
        <p>{t.oldGone}</p>
      </ConfirmButton>
      {question}
    </div>
  )
}

/** Shown once: whoever loses the phone comes in with one of them. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useWords(said)
  const site = useSite()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [codes])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast(sayNow(said).copied)
    } catch {
      toast(sayNow(said).cannotCopy)
    }
  }
  return (
    <div className="note" data-tone="warn" role="group" aria-labelledby="codes-title" tabIndex={-1} ref={box}>
      <div className="stack">
        <div>
          <h4 className="strong" id="codes-title">
            {t.keepCodes}
          </h4>
          <p className="small">{t.keepCodesMeans}</p>
        </div>
        <ul className="codes" aria-label={t.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row">
          <ButtonLink
            variant="default"
            download={t.file}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${t.fileHead(site.name)}\n\n${codes.join('\n')}\n`)}`}
          >
            {t.download}
          </ButtonLink>
          <Button variant="default" onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button onClick={onDone}>{t.kept}</Button>
        </div>
      </div>
    </div>
  )
}
