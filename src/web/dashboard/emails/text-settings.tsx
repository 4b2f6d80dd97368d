/** Which text messages are sent, in which words, and when not. */
import { Button, Group, SegmentedControl, Stack, Switch, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { measureText } from '#domains/texts/rules/segments.ts'
import { renderText, type TextVariables } from '#domains/texts/rules/templates.ts'
import { type Language, languages, matchLanguage } from '#kit/pure/languages.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { useEdits } from '#web/kit/edits.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { zonePlace } from '#web/kit/days.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { Allowed, AllowedFields, useMay } from '../permissions.tsx'
import css from './emails.module.css'
import { variableLabel } from '../parts/template-names.ts'
import { textNames } from '../parts/text-names.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    notConnected: 'No provider is connected',
    untilConnected: (link: (label: string) => ReactNode) => <>Nothing is sent until you {link('connect one')}.</>,
    whatIsSent: 'What is sent',
    whatAbout: 'Only to clients who ask for text messages on the booking form or in their account. The emails are sent as well.',
    quietHours: 'Quiet hours',
    quietAbout: 'Texts due in quiet hours are sent when they end, unless that is after the start.',
    switched: (title: string, isOn: boolean) => `${title}: ${isOn ? 'on' : 'off'}.`,
    languageOf: (title: string) => `Language: ${title}`,
    billed: {
      'GSM-7': (units: number, segments: number) => `${units} characters, ${segments === 1 ? '1 segment' : `${segments} segments`}.`,
      'UCS-2': (units: number, segments: number) =>
        `${units} characters, ${segments === 1 ? '1 segment' : `${segments} segments`}. A character outside the basic alphabet makes segments shorter.`,
    },
    quietSaved: 'Quiet hours saved.',
    quietFrom: 'Quiet from',
    until: 'to',
    quietUntil: 'Quiet until',
  },
  {
    de: {
      notConnected: 'Kein Anbieter verbunden',
      untilConnected: (link) => <>Nichts wird gesendet, bis du {link('einen verbindest')}.</>,
      whatIsSent: 'Was gesendet wird',
      whatAbout: 'Nur an Kunden, die im Buchungsformular oder in ihrem Konto SMS wünschen. Die E-Mails werden auch gesendet.',
      quietHours: 'Ruhezeiten',
      quietAbout: 'SMS, die in die Ruhezeit fallen, werden an ihrem Ende gesendet, außer das wäre erst nach Beginn.',
      switched: (title, isOn) => `${title}: ${isOn ? 'ein' : 'aus'}.`,
      languageOf: (title) => `Sprache: ${title}`,
      billed: {
        'GSM-7': (units, segments) => `${units} Zeichen, ${segments === 1 ? '1 SMS-Teil' : `${segments} SMS-Teile`}.`,
        'UCS-2': (units, segments) =>
          `${units} Zeichen, ${segments === 1 ? '1 SMS-Teil' : `${segments} SMS-Teile`}. Ein Zeichen außerhalb des Grundalphabets macht die Teile kürzer.`,
      },
      quietSaved: 'Ruhezeiten gespeichert.',
      quietFrom: 'Ruhe ab',
      until: 'bis',
      quietUntil: 'Ruhe bis',
    },
  },
)

type Settings = ReplyOf<'textSettings.getTextSettings'>['settings']
type Template = Settings['templates'][number]

export function TextSettings() {
  const t = useMessages(messages)
  const found = useApiQuery('textSettings.getTextSettings')
  return (
    <QueryView query={found} loading={<CardSkeletons cards={4} height={210} />}>
      {({ settings }) => (
        <>
          {!settings.isConnected && (
            <Notice tone="wait" title={t.notConnected}>
              {t.untilConnected((label) => (
                <Allowed operation="connections.getConnections" otherwise={label}>
                  <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
                    {label}
                  </DashboardLink>
                </Allowed>
              ))}
            </Notice>
          )}
          <Section title={t.whatIsSent} about={t.whatAbout}>
            <Stack>
              {settings.templates.map((template) => (
                <TemplateCard key={template.template} template={template} variables={settings.variables} />
              ))}
            </Stack>
          </Section>
          <Section title={t.quietHours} about={t.quietAbout}>
            <QuietHours quietHours={settings.quietHours} />
          </Section>
        </>
      )}
    </QueryView>
  )
}

function TemplateCard({ template, variables }: { template: Template; variables: Settings['variables'] }) {
  const t = useMessages(messages)
  const site = useSite()
  const mayChange = useMay()('textSettings.updateTextSettings')
  const [language, setLanguage] = useState<Language>(matchLanguage(site.language) ?? 'en')
  const change = useApiMutation('textSettings.updateTextSettings')
  const title = textNames[template.template]
  const words = template.wordings.find((one) => one.language === language) as Template['wordings'][number]
  return (
    <Card>
      <article aria-label={title}>
        <Group justify="space-between" mb="sm">
          <Switch
            size="md"
            label={title}
            classNames={{ label: css.automationTitle }}
            checked={template.isOn}
            disabled={!mayChange || change.isPending}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              void change.mutateAsync({ body: { switches: { [template.template]: isOn } } }).then(() => toast(t.switched(title, isOn)), toastError)
            }}
          />
          <SegmentedControl
            aria-label={t.languageOf(title)}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
        </Group>
        <WordingForm key={language} template={template.template} words={words} variables={variables} />
      </article>
    </Card>
  )
}

interface WordingFormProps {
  template: Template['template']
  words: Template['wordings'][number]
  variables: Settings['variables']
}
function WordingForm({ template, words, variables }: WordingFormProps) {
  const shared = useMessages(sharedMessages)
  const { values, edits, edit, followSaved } = useEdits({ wording: words.wording })
  const { wording } = values
  const field = useRef<HTMLTextAreaElement>(null)
  const save = useApiMutation('textSettings.updateTextWording')
  const params = { template, language: words.language }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.mutateAsync({ params, body: { wording } }).then(
      () => {
        toast(commonWords.saved)
        return followSaved({ wording })
      },
      () => undefined,
    )
  }
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? wording.length
    edit({ wording: `${wording.slice(0, at)}{{${name}}}${wording.slice(at)}` })
    field.current?.focus()
  }
  return (
    <form onSubmit={submit} aria-label={`${textNames[template]}, ${languages[words.language]}`}>
      <AllowedFields operation="textSettings.updateTextWording">
        <Stack gap="sm">
          <Textarea
            ref={field}
            size="md"
            aria-label={shared.text}
            autosize
            minRows={2}
            maxLength={600}
            required
            value={wording}
            error={save.error ? describeError(save.error) : undefined}
            onChange={(event) => edit({ wording: event.currentTarget.value })}
          />
          <div role="group" aria-label={shared.insertVariable} className={css.chips}>
            {variables.map(({ name }) => (
              <button key={name} type="button" className={css.chip} title={`{{${name}}}`} onClick={() => insert(name)}>
                {variableLabel(name)}
              </button>
            ))}
          </div>
          <TextPreview wording={wording} variables={variables} />
          <Allowed operation="textSettings.updateTextWording">
            <Group>
              {wording !== words.wording && (
                <Button type="submit" loading={save.isPending} disabled={wording.trim() === ''}>
                  {commonWords.save}
                </Button>
              )}
              {words.isOwn && <ResetButton params={params} onDone={() => followSaved(edits)} />}
            </Group>
          </Allowed>
        </Stack>
      </AllowedFields>
    </form>
  )
}

/** The text as it becomes, with how it is billed. */
function TextPreview({ wording, variables }: { wording: string; variables: Settings['variables'] }) {
  const t = useMessages(messages)
  const values = Object.fromEntries(variables.map(({ name, sample }) => [name, sample])) as TextVariables & { siteName: string }
  const text = renderText(wording, values)
  const { units, segments, encoding } = measureText(text)
  return (
    <div>
      <Text className={css.bubble}>{text || ' '}</Text>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {t.billed[encoding](units, segments)}
      </Text>
    </div>
  )
}

function ResetButton({ params, onDone }: { params: { template: Template['template']; language: Language }; onDone: () => Promise<void> }) {
  const shared = useMessages(sharedMessages)
  const reset = useApiMutation('textSettings.resetTextWording')
  return (
    <Button
      variant="default"
      loading={reset.isPending}
      onClick={() =>
        void reset.mutateAsync({ params }).then(() => {
          toast(shared.restored)
          return onDone()
        }, toastError)
      }
    >
      {shared.reset}
    </Button>
  )
}

function QuietHours({ quietHours }: { quietHours: Settings['quietHours'] }) {
  const t = useMessages(messages)
  const site = useSite()
  const mayChange = useMay()('textSettings.updateTextSettings')
  const { values: draft, edits, edit, followSaved } = useEdits(quietHours)
  const change = useApiMutation('textSettings.updateTextSettings')
  const save = (part: Partial<Settings['quietHours']>) => {
    edit(part)
    void change.mutateAsync({ body: { quietHours: { ...draft, ...part } } }).then(
      () => {
        toast(t.quietSaved)
        return followSaved({ ...edits, ...part })
      },
      () => undefined,
    )
  }
  return (
    <Card>
      <Group align="center">
        <Switch
          size="md"
          label={t.quietHours}
          checked={draft.isOn}
          disabled={!mayChange || change.isPending}
          onChange={(event) => save({ isOn: event.currentTarget.checked })}
        />
        {draft.isOn && (
          <>
            <TimeInput size="md" w={112} aria-label={t.quietFrom} value={draft.from} disabled={!mayChange} onChange={(from) => save({ from })} />
            <span>{t.until}</span>
            <TimeInput size="md" w={112} aria-label={t.quietUntil} value={draft.until} disabled={!mayChange} onChange={(until) => save({ until })} />
          </>
        )}
        <Text size="sm" c="dimmed">
          {zonePlace(site.timeZone)}
        </Text>
      </Group>
      {change.error && (
        <Stack gap="sm" mt="md" align="start">
          <SaveError error={change.error} />
          <Button variant="default" loading={change.isPending} onClick={() => save({})}>
            {commonWords.tryAgain}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
