/** Two-step verification settings: authenticator app, email, SMS or call, and recovery codes. */
import { useEffect, useRef, useState } from 'react'
import { call, useApiQuery } from '../../api.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import { useReauthentication } from './reauthentication.tsx'
import { refetchSignIn } from './refetch-sign-in.ts'
import { messages } from './second-step.messages.tsx'
import { Factor, type FactorStatus, type FactorType, factorTypes, isSetUp, needsPhone } from './factor.tsx'

export function SecondStep() {
  const t = useMessages(messages)
  const signIn = useApiQuery('identity.getMySignIn')
  // SMS and calls need a provider that is set up on the site.
  const canSendTexts = useApiQuery('identity.getSignInConfig', { query: {} }).data?.textMessages
  const [codes, setCodes] = useState<readonly string[]>()
  const findStatus = (kind: FactorType): FactorStatus => signIn.data?.factors.find(({ type }) => type === kind)?.status
  return (
    <section className="card stack" aria-labelledby="second-step-title">
      <div>
        <h3 className="card-title" id="second-step-title">
          {t.title}
        </h3>
        <p className="dim">{t.means}</p>
        {canSendTexts ? <p className="dim small">{t.phoneRisk}</p> : null}
      </div>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {signIn.isPending ? (
        <Skeletons kind="text" count={3} />
      ) : signIn.error ? (
        <ErrorState error={signIn.error} onRetry={() => void signIn.refetch()} />
      ) : (
        <>
          <ul className="list">
            {factorTypes
              .filter((kind) => !needsPhone(kind) || canSendTexts || isSetUp(findStatus(kind)))
              .map((kind) => (
                <Factor
                  key={kind}
                  kind={kind}
                  status={findStatus(kind)}
                  hint={signIn.data.factors.find(({ type }) => type === kind)?.hint}
                  onCodes={setCodes}
                />
              ))}
          </ul>
          {signIn.data.factors.some(({ status }) => status === 'ACTIVE') ? <RecoveryCodesLeft left={signIn.data.recoveryCodesLeft} onCodes={setCodes} /> : null}
        </>
      )}
    </section>
  )
}

function RecoveryCodesLeft({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const t = useMessages(messages)
  const { withReauthentication, passwordDialog } = useReauthentication()
  return (
    <div className="row row-between">
      <p className="grow small">{t.codesLeft(left)}</p>
      <ConfirmButton
        title={t.newCodesAsk}
        confirmLabel={t.newCodes}
        cancelLabel={t.keepOld}
        danger={false}
        onConfirm={async () => {
          await withReauthentication(async () => onCodes((await call('identity.renewRecoveryCodes', { body: {} })).recoveryCodes))
          await refetchSignIn()
        }}
      >
        <p>{t.oldGone}</p>
      </ConfirmButton>
      {passwordDialog}
    </div>
  )
}

/** Recovery codes, shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [codes])
  const copy = async () => toast((await copyText(codes.join('\n'))) ? currentMessages(messages).copied : currentMessages(messages).cannotCopy)
  return (
    <div className="note" data-tone="warn" role="group" aria-labelledby="codes-title" tabIndex={-1} ref={container}>
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
