/** A preview of the sign-in page with these settings; nothing in it is interactive. */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import css from './settings.module.css'

const services: Record<string, string> = { hcaptcha: 'hCaptcha', recaptcha: 'Google', turnstile: 'Cloudflare' }

interface SignInPreviewProps {
  policy: ReplyOf<'identity.getSignOnPolicy'>['signOnPolicy']
  settings: ReplyOf<'identity.getSignInSettings'>['settings']
}
export function SignInPreview({ policy, settings }: SignInPreviewProps) {
  const site = useSite()
  const [page, setPage] = useState('up')
  const providers = useApiQuery('identity.listIdentityProviders').data?.providers.filter(({ enabled }) => enabled) ?? []
  const mode = page === 'up' ? settings.captcha.signup : settings.captcha.login
  const nextStep =
    policy.requireEmailVerification && policy.requireOwnerApproval
      ? 'Next, they enter a code from an email and wait for your approval.'
      : policy.requireEmailVerification
        ? 'Next, they enter a code from an email.'
        : policy.requireOwnerApproval
          ? 'Next, they wait for your approval.'
          : 'They’re signed in right away.'
  const field = (label: string) => (
    <>
      <span className={css.previewLabel}>{label}</span>
      <span className={css.previewField} />
    </>
  )
  return (
    <aside className={css.preview} aria-label="Preview">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Page"
        value={page}
        onChange={setPage}
        data={[
          { value: 'up', label: 'Sign up' },
          { value: 'in', label: 'Sign in' },
        ]}
      />
      <div className={css.previewPage} aria-hidden>
        <strong>{site.name}</strong>
        <div className={css.previewCard}>
          <span className={css.previewTitle}>{page === 'up' ? 'Create your account' : 'Sign in'}</span>
          {page === 'up' ? field('Your name') : null}
          {field('Email')}
          {field('Password')}
          {mode === 'ALWAYS' ? (
            <span className={css.previewCheck}>
              <span />
              {settings.captcha.provider === 'altcha'
                ? 'I am not a robot'
                : `Verification by ${services[settings.captcha.provider] ?? settings.captcha.provider}`}
            </span>
          ) : null}
          <span className={css.previewButton}>{page === 'up' ? 'Create account' : 'Sign in'}</span>
          {page === 'in' && settings.passkeys ? <span className={css.previewOther}>Sign in with a passkey</span> : null}
          {providers.map(({ id, name }) => (
            <span key={id} className={css.previewOther}>
              Continue with {name}
            </span>
          ))}
        </div>
      </div>
      <p className={css.previewThen} role="status">
        {page === 'up'
          ? nextStep
          : mode === 'SUSPICIOUS'
            ? 'After three failed attempts, they also complete the captcha.'
            : 'Members with two-step verification also enter a code.'}
      </p>
      <a href={page === 'up' ? '/hosted/login?mode=signup' : '/hosted/login'} target="_blank" rel="noreferrer">
        Open page
      </a>
    </aside>
  )
}
