/** A preview of the sign-in page with these settings; nothing in it is interactive. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import css from './settings.module.css'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    signIn: 'Sign in',
    codeAndApproval: 'Next, they enter a code from an email and wait for your approval.',
    codeNext: 'Next, they enter a code from an email.',
    approvalNext: 'Next, they wait for your approval.',
    atOnce: 'They’re signed in right away.',
    preview: 'Preview',
    page: 'Page',
    signUp: 'Sign up',
    createTitle: 'Create your account',
    yourName: 'Your name',
    human: 'I am not a robot',
    verification: (service: string) => `Verification by ${service}`,
    create: 'Create account',
    withPasskey: 'Sign in with a passkey',
    continueWith: (provider: string) => `Continue with ${provider}`,
    suspicious: 'After three failed attempts, they also complete the captcha.',
    secondStep: 'Members with two-step verification also enter a code.',
    open: 'Open page',
  },
  {
    de: {
      signIn: 'Anmelden',
      codeAndApproval: 'Danach geben sie einen Code aus einer E-Mail ein und warten auf deine Freigabe.',
      codeNext: 'Danach geben sie einen Code aus einer E-Mail ein.',
      approvalNext: 'Danach warten sie auf deine Freigabe.',
      atOnce: 'Sie sind sofort angemeldet.',
      preview: 'Vorschau',
      page: 'Seite',
      signUp: 'Registrieren',
      createTitle: 'Konto erstellen',
      yourName: 'Dein Name',
      human: 'Ich bin kein Roboter',
      verification: (service) => `Prüfung durch ${service}`,
      create: 'Konto erstellen',
      withPasskey: 'Mit Passkey anmelden',
      continueWith: (provider) => `Weiter mit ${provider}`,
      suspicious: 'Nach drei fehlgeschlagenen Versuchen lösen sie auch das Captcha.',
      secondStep: 'Mitglieder mit zweitem Schritt geben auch einen Code ein.',
      open: 'Seite öffnen',
    },
  },
)

const services: Record<string, string> = { hcaptcha: 'hCaptcha', recaptcha: 'Google', turnstile: 'Cloudflare' }

interface SignInPreviewProps {
  policy: ReplyOf<'identity.getSignOnPolicy'>['signOnPolicy']
  settings: ReplyOf<'identity.getSignInSettings'>['settings']
}
export function SignInPreview({ policy, settings }: SignInPreviewProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [page, setPage] = useState('up')
  const providers = useApiQuery('identity.listIdentityProviders').data?.providers.filter(({ enabled }) => enabled) ?? []
  const mode = page === 'up' ? settings.captcha.signup : settings.captcha.login
  const nextStep =
    policy.requireEmailVerification && policy.requireOwnerApproval
      ? t.codeAndApproval
      : policy.requireEmailVerification
        ? t.codeNext
        : policy.requireOwnerApproval
          ? t.approvalNext
          : t.atOnce
  const field = (label: string) => (
    <>
      <span className={css.previewLabel}>{label}</span>
      <span className={css.previewField} />
    </>
  )
  return (
    <aside className={css.preview} aria-label={t.preview}>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t.page}
        value={page}
        onChange={setPage}
        data={[
          { value: 'up', label: t.signUp },
          { value: 'in', label: t.signIn },
        ]}
      />
      <div className={css.previewPage} aria-hidden>
        <strong>{site.name}</strong>
        <div className={css.previewCard}>
          <span className={css.previewTitle}>{page === 'up' ? t.createTitle : t.signIn}</span>
          {page === 'up' ? field(t.yourName) : null}
          {field(commonWords.email)}
          {field(common.password)}
          {mode === 'ALWAYS' ? (
            <span className={css.previewCheck}>
              <span />
              {settings.captcha.provider === 'altcha' ? t.human : t.verification(services[settings.captcha.provider] ?? settings.captcha.provider)}
            </span>
          ) : null}
          <span className={css.previewButton}>{page === 'up' ? t.create : t.signIn}</span>
          {page === 'in' && settings.passkeys ? <span className={css.previewOther}>{t.withPasskey}</span> : null}
          {providers.map(({ id, name }) => (
            <span key={id} className={css.previewOther}>
              {t.continueWith(name)}
            </span>
          ))}
        </div>
      </div>
      <p className={css.previewThen} role="status">
        {page === 'up' ? nextStep : mode === 'SUSPICIOUS' ? t.suspicious : t.secondStep}
      </p>
      <a href={page === 'up' ? '/hosted/login?mode=signup' : '/hosted/login'} target="_blank" rel="noreferrer">
        {t.open}
      </a>
    </aside>
  )
}
