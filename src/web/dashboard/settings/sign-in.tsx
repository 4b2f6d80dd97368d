/** Sign-in settings: policy, CAPTCHA, providers, two-step verification and emails, with a preview beside them. */
import { Button, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView, CardSkeletons } from '../parts/query-view.tsx'
import { Card, Section } from '../parts/page.tsx'
import { Providers } from './providers.tsx'
import css from './settings.module.css'
import { SignInPreview } from './sign-in-preview.tsx'
import { common } from './common.messages.ts'
import { messages } from './sign-in.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const texts = currentMessages(messages)

type Settings = ReplyOf<'identity.getSignInSettings'>['settings']
type Change = InputOf<'identity.updateSignInSettings'>['body']['settings']
type Policy = ReplyOf<'identity.getSignOnPolicy'>['signOnPolicy']

export function SignInSettings() {
  const settings = useApiQuery('identity.getSignInSettings')
  const policy = useApiQuery('identity.getSignOnPolicy')
  // The preview shows the choice before it is saved.
  const [chosen, setChosen] = useState<Partial<Settings['captcha']>>({})
  return (
    <QueryView query={settings} loading={<CardSkeletons cards={2} height={260} />}>
      {({ settings: now }) => (
        <QueryView query={policy} loading={<CardSkeletons cards={2} height={260} />}>
          {({ signOnPolicy }) => (
            <div className={css.beside}>
              <div>
                <SignUpPolicy policy={signOnPolicy} settings={now} />
                <Captcha settings={now} onChoice={setChosen} />
                <Providers />
                <SecondSteps settings={now} />
              </div>
              <SignInPreview policy={signOnPolicy} settings={{ ...now, captcha: { ...now.captcha, ...chosen } }} />
            </div>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

function useSettingsChange() {
  const change = useApiMutation('identity.updateSignInSettings')
  return {
    busy: change.isPending,
    change: async (settings: Change) => {
      await change.mutateAsync({ body: { settings } })
      toast(commonWords.saved)
    },
  }
}

function SignUpPolicy({ policy, settings }: { policy: Policy; settings: Settings }) {
  const t = useMessages(messages)
  const save = useApiMutation('identity.updateSignOnPolicy')
  const { change, busy } = useSettingsChange()
  const set = (part: Partial<Policy>) =>
    void save.mutateAsync({ body: { signOnPolicy: { ...policy, ...part } } }).then(() => toast(commonWords.saved), toastError)
  return (
    <Section title={t.signUp}>
      <Card>
        <Stack gap="lg">
          <Switch
            size="md"
            disabled={save.isPending}
            label={t.approval}
            description={t.approvalHint}
            checked={policy.requireOwnerApproval}
            onChange={(event) => set({ requireOwnerApproval: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            disabled={save.isPending}
            label={t.verify}
            description={t.verifyHint}
            checked={policy.requireEmailVerification}
            onChange={(event) => set({ requireEmailVerification: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            disabled={busy}
            label={t.hide}
            description={t.hideHint}
            checked={settings.hideAccountExistence}
            onChange={(event) => void change({ hideAccountExistence: event.currentTarget.checked }).catch(toastError)}
          />
        </Stack>
      </Card>
    </Section>
  )
}

const captchaModes: { value: Settings['captcha']['signup']; label: string }[] = [
  { value: 'OFF', label: texts.never },
  { value: 'SUSPICIOUS', label: texts.suspicious },
  { value: 'ALWAYS', label: texts.always },
]
const captchas: { value: Settings['captcha']['provider']; label: string }[] = [
  { value: 'altcha', label: texts.builtIn },
  { value: 'hcaptcha', label: 'hCaptcha' },
  { value: 'recaptcha', label: 'Google reCAPTCHA' },
  { value: 'turnstile', label: 'Cloudflare Turnstile' },
]
function Captcha({ settings, onChoice }: { settings: Settings; onChoice: (chosen: Partial<Settings['captcha']>) => void }) {
  const t = useMessages(messages)
  const [draft, storeDraft] = useState({ ...settings.captcha, secret: '' })
  const setDraft = (next: typeof draft) => {
    storeDraft(next)
    onChoice({ signup: next.signup, login: next.login, provider: next.provider })
  }
  const [problem, setProblem] = useState<unknown>()
  const { change, busy } = useSettingsChange()
  const isThirdParty = draft.provider !== 'altcha' && draft.provider !== 'dev'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const { signup, login, provider, siteKey, secret } = draft
    await change({ captcha: { signup, login, provider, ...(isThirdParty ? { siteKey, ...(secret ? { secret } : {}) } : {}) } }).catch(setProblem)
  }
  return (
    <Section title={t.captcha} about={t.captchaAbout}>
      <Card>
        <form onSubmit={(event) => void save(event)}>
          <Stack>
            <SaveError error={problem} />
            <Select
              size="md"
              label={t.atSignUp}
              allowDeselect={false}
              data={captchaModes}
              value={draft.signup}
              onChange={(signup) => signup && setDraft({ ...draft, signup })}
            />
            <Select
              size="md"
              label={t.atSignIn}
              description={t.atSignInHint}
              allowDeselect={false}
              data={captchaModes}
              value={draft.login}
              onChange={(login) => login && setDraft({ ...draft, login })}
            />
            <Select
              size="md"
              label={t.provider}
              allowDeselect={false}
              data={draft.provider === 'dev' ? [...captchas, { value: 'dev', label: t.test }] : captchas}
              value={draft.provider}
              onChange={(provider) => provider && setDraft({ ...draft, provider })}
            />
            {isThirdParty ? (
              <>
                <TextInput
                  size="md"
                  label={t.siteKey}
                  required
                  withAsterisk={false}
                  autoComplete="off"
                  maxLength={200}
                  value={draft.siteKey}
                  onChange={(event) => setDraft({ ...draft, siteKey: event.currentTarget.value })}
                />
                <TextInput
                  size="md"
                  label={t.secret}
                  description={settings.captcha.hasSecret ? common.keepSecret : common.onServerOnly}
                  required={!settings.captcha.hasSecret}
                  withAsterisk={false}
                  autoComplete="off"
                  maxLength={500}
                  value={draft.secret}
                  onChange={(event) => setDraft({ ...draft, secret: event.currentTarget.value })}
                />
              </>
            ) : null}
            <Button type="submit" variant="light" size="md" loading={busy} style={{ alignSelf: 'flex-start' }}>
              {t.saveCaptcha}
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function SecondSteps({ settings }: { settings: Settings }) {
  const t = useMessages(messages)
  const { change, busy } = useSettingsChange()
  const [text, setText] = useState({ ...settings.text, secret: '' })
  const [problem, setProblem] = useState<unknown>()
  const toggle = (part: Change) => void change(part).catch(toastError)
  const saveText = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const { provider, baseUrl, account, from, secret } = text
    await change({ text: { provider, ...(provider === 'http' ? { baseUrl, account, from, ...(secret ? { secret } : {}) } : {}) } }).catch(setProblem)
  }
  const field = (key: 'baseUrl' | 'account' | 'from', label: string, description?: string) => (
    <TextInput
      size="md"
      label={label}
      description={description}
      required
      withAsterisk={false}
      autoComplete="off"
      value={text[key]}
      onChange={(event) => setText({ ...text, [key]: event.currentTarget.value })}
    />
  )
  return (
    <Section title={t.more} about={t.moreAbout}>
      <Card>
        <Stack gap="lg">
          <Switch
            size="md"
            disabled={busy}
            label={common.passkeys}
            description={t.passkeysHint}
            checked={settings.passkeys}
            onChange={(event) => toggle({ passkeys: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            disabled={busy}
            label={t.welcome}
            checked={settings.emails.welcome}
            onChange={(event) => toggle({ emails: { welcome: event.currentTarget.checked } })}
          />
          <Switch
            size="md"
            disabled={busy}
            label={t.newDevice}
            checked={settings.emails.newDevice}
            onChange={(event) => toggle({ emails: { newDevice: event.currentTarget.checked } })}
          />
          <form onSubmit={(event) => void saveText(event)}>
            <Stack>
              <SaveError error={problem} />
              <Select
                size="md"
                label={common.textMessages}
                description={t.textsHint}
                allowDeselect={false}
                data={[
                  { value: 'log', label: t.textsOff },
                  { value: 'http', label: t.twilio },
                ]}
                value={text.provider}
                onChange={(provider) => provider && setText({ ...text, provider })}
              />
              {text.provider === 'http' ? (
                <>
                  {field('baseUrl', t.serviceUrl)}
                  {field('account', t.account)}
                  {field('from', common.sender, t.senderHint)}
                  <TextInput
                    size="md"
                    label={t.token}
                    description={settings.text.hasSecret ? t.keepToken : undefined}
                    required={!settings.text.hasSecret}
                    withAsterisk={false}
                    autoComplete="off"
                    value={text.secret}
                    onChange={(event) => setText({ ...text, secret: event.currentTarget.value })}
                  />
                </>
              ) : null}
              <Button type="submit" variant="light" size="md" loading={busy} style={{ alignSelf: 'flex-start' }}>
                {t.saveTexts}
              </Button>
            </Stack>
          </form>
        </Stack>
      </Card>
    </Section>
  )
}
