/** One method of two-step verification: set up, confirmed, switched off. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, errorMessage } from '../../api.ts'
import { ResendCode } from '../../hosted/resend-code.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { Note } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'
import { useReauthentication } from './reauthentication.tsx'
import { refetchSignIn } from './refetch-sign-in.ts'
import { messages } from './second-step.messages.tsx'

export type FactorType = (typeof factorTypes)[number]
export const needsPhone = (kind: FactorType) => kind === 'SMS' || kind === 'CALL'
export type FactorStatus = ReplyOf<'identity.getMySignIn'>['factors'][number]['status'] | undefined
export const factorTypes = ['TOTP', 'EMAIL', 'SMS', 'CALL'] as const

interface FactorProps {
  kind: FactorType
  status: FactorStatus
  /** Where codes are sent, partly masked. */
  hint: string | undefined
  onCodes: (codes: readonly string[]) => void
}
/** A method that was started but not confirmed counts as off. */
export const isSetUp = (status: FactorStatus) => status === 'ACTIVE' || status === 'REQUIRE_REENROLL'

interface PhoneFormProps {
  kind: FactorType
  phone: string
  onChange: (phone: string | undefined) => void
  onSubmit: () => Promise<unknown>
}
/** The number that codes go to. */
function PhoneForm({ kind, phone, onChange, onSubmit }: PhoneFormProps) {
  const t = useMessages(messages)
  return (
    <Form
      label={t.yourPhone}
      submit={kind === 'CALL' ? t.callMe : t.sendCode}
      actions={
        <Button variant="default" onClick={() => onChange(undefined)}>
          {t.notNow}
        </Button>
      }
      onSubmit={onSubmit}
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
        onChange={onChange}
      />
    </Form>
  )
}

interface SwitchOffButtonProps {
  name: string
  kind: FactorType
  withReauthentication: ReturnType<typeof useReauthentication>['withReauthentication']
}
function SwitchOffButton({ name, kind, withReauthentication }: SwitchOffButtonProps) {
  const t = useMessages(messages)
  return (
    <ConfirmButton
      label={
        <>
          {t.off}
          <span className="sr"> {name}</span>
        </>
      }
      title={t.offAsk(name)}
      confirmLabel={t.offVerb}
      cancelLabel={t.keepOn}
      onConfirm={async () => {
        const done = await withReauthentication(() => call('identity.removeFactor', { params: { type: kind }, body: {} }))
        if (!done) return
        await refetchSignIn()
        toast(currentMessages(messages).isOff(name))
      }}
    >
      <p>{t.offMeans}</p>
    </ConfirmButton>
  )
}

export function Factor({ kind, status, hint, onCodes }: FactorProps) {
  const t = useMessages(messages)
  const active = status === 'ACTIVE'
  const { name, what, setUp } = t.kinds[kind]
  const [enrolment, setEnrolment] = useState<ReplyOf<'identity.startFactor'>>()
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState('')
  const [phone, setPhone] = useState<string>()
  const { withReauthentication, passwordDialog } = useReauthentication()
  const startEnrolment = () =>
    withReauthentication(async () => {
      setEnrolment(await call('identity.startFactor', { params: { type: kind }, body: phone ? { phone: phone.trim() } : {} }))
    })
  const start = async () => {
    if (needsPhone(kind)) {
      setPhone('')
      return
    }
    setBusy(true)
    setProblem('')
    try {
      await startEnrolment()
    } catch (error) {
      setProblem(errorMessage(error))
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
        {status === 'REQUIRE_REENROLL' && !enrolment && phone === undefined ? <StatusBadge tone="warn">{t.setUpAgain}</StatusBadge> : null}
        {active ? (
          <>
            <StatusBadge tone="good">{t.on}</StatusBadge>
            <SwitchOffButton name={name} withReauthentication={withReauthentication} kind={kind} />
          </>
        ) : enrolment || phone !== undefined ? null : (
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
      {phone === undefined || enrolment || active ? null : <PhoneForm kind={kind} phone={phone} onChange={setPhone} onSubmit={startEnrolment} />}
      {enrolment && !active ? (
        <ConfirmFactor
          kind={kind}
          enrolment={enrolment}
          onResend={startEnrolment}
          onDone={async (codes) => {
            setEnrolment(undefined)
            setPhone(undefined)
            if (codes.length > 0) onCodes(codes)
            await refetchSignIn()
            toast(currentMessages(messages).isOn(name))
          }}
          onCancel={() => {
            setEnrolment(undefined)
            setPhone(undefined)
          }}
        />
      ) : null}
      {passwordDialog}
    </li>
  )
}

interface ConfirmFactorProps {
  kind: FactorType
  enrolment: ReplyOf<'identity.startFactor'>
  /** Sends another code. */
  onResend: () => Promise<unknown>
  onDone: (codes: readonly string[]) => Promise<void>
  onCancel: () => void
}
/** The first correct code turns the method on. */
function ConfirmFactor({ kind, enrolment, onResend, onDone, onCancel }: ConfirmFactorProps) {
  const t = useMessages(messages)
  const { name } = t.kinds[kind]
  const [code, setCode] = useState('')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  const confirm = async () => {
    const digits = code.replace(/\D/g, '')
    if (digits.length !== 6) throwInvalid([{ field: 'code', description: t.sixDigits }])
    try {
      const { recoveryCodes } = await call('identity.confirmFactor', { params: { type: kind }, body: { code: digits } })
      await onDone(recoveryCodes)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_FAILED') throwInvalid([{ field: 'code', description: t.wrong }])
      throw error
    }
  }
  return (
    <div className="card-quiet stack" role="group" aria-label={t.setUpNamed(name)} tabIndex={-1} ref={container}>
      {kind === 'TOTP' ? (
        <>
          <p>{t.scan}</p>
          {enrolment.qrSvg ? (
            <img className="qr" width={196} height={196} alt={t.qr} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(enrolment.qrSvg)}`} />
          ) : null}
          <div className="small">
            <p className="dim">{t.typeKey}</p>
            <p>
              <code className="key">{enrolment.secret?.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
          </div>
          {enrolment.uri ? (
            <div className="row">
              <ButtonLink variant="default" href={enrolment.uri}>
                {t.openApp}
              </ButtonLink>
            </div>
          ) : null}
        </>
      ) : (
        <p>{(kind === 'CALL' ? t.calling : t.sent)(<strong>{enrolment.hint}</strong>)}</p>
      )}
      <Form
        label={t.setUpNamed(name)}
        submit={t.switchOn}
        actions={
          <Button variant="default" onClick={onCancel}>
            {t.notNow}
          </Button>
        }
        onSubmit={confirm}
      >
        <FormField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" required value={code} onChange={setCode} maxLength={11} />
      </Form>
      {kind === 'TOTP' ? null : (
        <div>
          <ResendCode send={onResend} />
        </div>
      )}
    </div>
  )
}
