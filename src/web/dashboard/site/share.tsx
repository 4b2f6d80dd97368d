/** Addresses to share, QR codes to print, and code that shows parts of the site on another website. */
import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { deriveAccent } from '#kit/pure/accent.ts'
import { languages } from '#kit/pure/languages.ts'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Card, Section } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { toEmbedCode, toFramePath, toShareUrl, type EmbedPart } from './embed-code.ts'
import css from './site.module.css'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    parts: { schedule: 'Class schedule', services: 'All services', service: 'One service', plans: 'Plans', button: 'Booking button' } as Record<
      EmbedPart,
      string
    >,
    ofVisitor: 'Language of the visitor',
    title: 'Share and embed',
    about: 'Links and QR codes for your clients, and code that shows your schedule, services or plans on another website.',
    what: 'What',
    leadsTo: 'Leads to',
    service: 'Service',
    allServices: 'All services',
    buttonText: 'Button text',
    language: 'Language',
    link: 'Link',
    copyLink: 'Copy link',
    code: 'Code for your website',
    copyCode: 'Copy code',
    addFirst: 'Add a service first.',
    qr: 'QR code of the link',
    downloadQr: 'Download QR code',
    preview: 'Preview',
    previewOf: (part: string) => `Preview: ${part}`,
    nothing: 'Nothing to show yet.',
  },
  {
    de: {
      parts: { schedule: 'Kursplan', services: 'Alle Angebote', service: 'Ein Angebot', plans: 'Tarife', button: 'Buchungsbutton' },
      ofVisitor: 'Sprache des Browsers',
      title: 'Teilen und einbetten',
      about: 'Links und QR-Codes für deine Kunden, und Code, der deinen Kursplan, deine Angebote oder Tarife auf einer anderen Website zeigt.',
      what: 'Was',
      leadsTo: 'Führt zu',
      service: 'Angebot',
      allServices: 'Alle Angebote',
      buttonText: 'Text des Buttons',
      language: 'Sprache',
      link: 'Link',
      copyLink: 'Link kopieren',
      code: 'Code für deine Website',
      copyCode: 'Code kopieren',
      addFirst: 'Lege zuerst ein Angebot an.',
      qr: 'QR-Code des Links',
      downloadQr: 'QR-Code herunterladen',
      preview: 'Vorschau',
      previewOf: (part) => `Vorschau: ${part}`,
      nothing: 'Noch nichts anzuzeigen.',
    },
  },
)
const text = currentMessages(messages)

const partNames = text.parts
const languageNames = [{ value: '', label: text.ofVisitor }, ...Object.entries(languages).map(([value, label]) => ({ value, label }))]

export function Share() {
  const t = useMessages(messages)
  const found = useApiQuery('services.queryServices', { body: { query: { filter: { hidden: false }, paging: { limit: 100, offset: 0 } } } })
  return (
    <Section title={t.title} about={t.about}>
      <QueryView query={found}>
        {({ services }) => <ShareForm services={services.map(({ id, name, mainSlug }) => ({ id, name: name ?? '', slug: mainSlug?.name ?? id }))} />}
      </QueryView>
    </Section>
  )
}

interface ShareFormProps {
  services: readonly { id: string; name: string; slug: string }[]
}
function ShareForm({ services }: ShareFormProps) {
  const t = useMessages(messages)
  const { addresses, accent } = useSite()
  const [part, setPart] = useState<EmbedPart>('schedule')
  const [serviceId, setServiceId] = useState('')
  const [language, setLanguage] = useState('')
  const [label, setLabel] = useState(common.bookNow)
  const { fill, on } = deriveAccent(accent)
  const service = services.find(({ id }) => id === serviceId) ?? (part === 'service' ? services[0] : undefined)
  const choice = { part, service, language: language || undefined, label, accent: fill, onAccent: on }
  const url = toShareUrl(addresses.main, choice)
  return (
    <div className={css.look}>
      <Card>
        <Stack gap="lg">
          <NativeSelect
            size="md"
            label={t.what}
            value={part}
            onChange={(event) => setPart(event.currentTarget.value as EmbedPart)}
            data={Object.entries(partNames).map(([value, name]) => ({ value, label: name }))}
          />
          {(part === 'service' || part === 'button') && services.length > 0 && (
            <NativeSelect
              size="md"
              label={part === 'button' ? t.leadsTo : t.service}
              value={service?.id ?? ''}
              onChange={(event) => setServiceId(event.currentTarget.value)}
              data={[...(part === 'button' ? [{ value: '', label: t.allServices }] : []), ...services.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
          {part === 'button' && (
            <TextInput size="md" label={t.buttonText} maxLength={60} value={label} onChange={(event) => setLabel(event.currentTarget.value)} />
          )}
          <NativeSelect size="md" label={t.language} value={language} onChange={(event) => setLanguage(event.currentTarget.value)} data={languageNames} />
          <Copyable title={t.link} text={url} button={t.copyLink} />
          <QrCode url={url} />
          <Copyable title={t.code} text={toEmbedCode(addresses.main, choice)} button={t.copyCode} missing={t.addFirst} />
        </Stack>
      </Card>
      <EmbedPreview {...{ part, label, url }} path={toFramePath(choice)} colors={{ background: fill, color: on }} />
    </div>
  )
}

function Copyable({ title, text, button, missing }: { title: string; text: string | undefined; button: string; missing?: string }) {
  return (
    <div>
      <Text size="md" fw={600} mb={4}>
        {title}
      </Text>
      {text === undefined ? (
        <Text c="dimmed">{missing}</Text>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Code block tabIndex={0} className={css.code ?? ''}>
            {text}
          </Code>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? commonWords.copied : button}
              </Button>
            )}
          </CopyButton>
        </Stack>
      )}
    </div>
  )
}

/** The address as a picture to print; it can be downloaded in any size (SVG). */
function QrCode({ url }: { url: string }) {
  const t = useMessages(messages)
  const [svg, setSvg] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    // The link above it can be copied without the drawing.
    import('uqr').then(
      ({ renderSVG }) => isCurrent && setSvg(renderSVG(url)),
      () => undefined,
    )
    return () => void (isCurrent = false)
  }, [url])
  if (!svg) return null
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  return (
    <Group align="flex-end">
      <img src={source} width={132} height={132} alt={t.qr} />
      <Button component="a" variant="default" href={source} download="qr-code.svg">
        {t.downloadQr}
      </Button>
    </Group>
  )
}

interface EmbedPreviewProps {
  part: EmbedPart
  label: string
  url: string
  path: string | undefined
  colors: { background: string; color: string }
}
function EmbedPreview({ part, label, url, path, colors }: EmbedPreviewProps) {
  const t = useMessages(messages)
  return (
    <div>
      <Text size="md" fw={600} mb={8}>
        {t.preview}
      </Text>
      {part === 'button' ? (
        <a href={url} target="_blank" rel="noreferrer" className={css.embedButton} style={colors}>
          {label}
        </a>
      ) : path ? (
        <iframe key={path} src={path} title={t.previewOf(partNames[part])} className={css.embed} />
      ) : (
        <Text c="dimmed">{t.nothing}</Text>
      )}
    </div>
  )
}
