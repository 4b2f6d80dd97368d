import { Button, ColorInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { deriveAccent } from '#kit/pure/accent.ts'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { Card, Page, Section } from '../parts/page.tsx'
import { Address } from './address.tsx'
import { Clients } from './clients.tsx'
import { Share } from './share.tsx'
import { SiteLimits } from './site-limits.tsx'
import { WebAddress } from './web-address.tsx'
import css from './site.module.css'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Site',
    saved: 'Branding saved.',
    branding: 'Branding',
    tagline: 'Tagline',
    taglineHint: 'Shown below the name on your home page.',
    colour: 'Accent colour',
    adjusted: 'We adjust the text colour for readability.',
    pick: 'Pick a colour from the screen',
    save: 'Save branding',
    siteName: 'Your site name',
    someTagline: 'A tagline about what you do.',
    seePlans: 'See plans',
    preview: (name: string) => `Preview of ${name} in light and dark`,
  },
  {
    de: {
      title: 'Website',
      saved: 'Erscheinungsbild gespeichert.',
      branding: 'Erscheinungsbild',
      tagline: 'Slogan',
      taglineHint: 'Steht auf deiner Startseite unter dem Namen.',
      colour: 'Akzentfarbe',
      adjusted: 'Die Textfarbe passen wir so an, dass alles gut lesbar ist.',
      pick: 'Farbe vom Bildschirm aufnehmen',
      save: 'Erscheinungsbild speichern',
      siteName: 'Name deiner Website',
      someTagline: 'Ein Satz über das, was du tust.',
      seePlans: 'Tarife ansehen',
      preview: (name) => `Vorschau von ${name}, hell und dunkel`,
    },
  },
)

/** The appearance of the site, its address, and the storefronts that use it. */
export function SiteScreen() {
  const t = useMessages(messages)
  return (
    <Page title={t.title}>
      <Branding />
      <WebAddress />
      <SiteLimits />
      <Allowed operation="services.queryServices">
        <Share />
      </Allowed>
      <Address />
      <Allowed operation="identity.listOAuthApps">
        <AllowedFields operation="identity.changeOAuthApp">
          <Clients />
        </AllowedFields>
      </Allowed>
    </Page>
  )
}

const suggestions = ['#8a5a3c', '#3f6f5f', '#2f5d8a', '#7a4b8c', '#b3473b', '#4d5560', '#a8741a', '#20706f']

function Branding() {
  const t = useMessages(messages)
  const site = useSite()
  const [draft, setDraft] = useState({ name: site.name, tagline: site.tagline, accent: site.accent })
  const change = useApiMutation('setup.updateSiteSettings')
  const changed = draft.name !== site.name || draft.tagline !== site.tagline || draft.accent !== site.accent
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change.mutateAsync({ body: draft }).then(
      () => toast(t.saved),
      () => undefined,
    )
  }
  return (
    <Section title={t.branding}>
      <div className={css.look}>
        <Card>
          <form onSubmit={save}>
            <Stack gap="lg">
              <SaveError error={change.error} />
              <TextInput
                size="md"
                label={commonWords.name}
                required
                maxLength={100}
                value={draft.name}
                onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
              />
              <Textarea
                size="md"
                label={t.tagline}
                description={t.taglineHint}
                autosize
                minRows={2}
                maxLength={200}
                value={draft.tagline}
                onChange={(event) => setDraft({ ...draft, tagline: event.currentTarget.value })}
              />
              <ColorInput
                size="md"
                label={t.colour}
                description={t.adjusted}
                format="hex"
                // Upwards: the button below stays in view.
                popoverProps={{ position: 'top-start' }}
                swatches={suggestions}
                eyeDropperButtonProps={{ 'aria-label': t.pick }}
                value={draft.accent}
                onChange={(accent) => setDraft({ ...draft, accent })}
              />
              <Button type="submit" size="md" disabled={!changed || !/^#[0-9a-f]{6}$/i.test(draft.accent)} loading={change.isPending}>
                {t.save}
              </Button>
            </Stack>
          </form>
        </Card>
        <Preview {...draft} />
      </div>
    </Section>
  )
}

/** The head of the home page in the chosen colour, in light and dark. */
function Preview({ name, tagline, accent }: { name: string; tagline: string; accent: string }) {
  const t = useMessages(messages)
  const colours = deriveAccent(/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#8a5a3c')
  const pane = (dark: boolean) => (
    <div className={css.pane} data-dark={dark || undefined}>
      <div className={css.paneHead}>
        <span className={css.paneMark} style={{ background: colours.fill, color: colours.on }}>
          {name.trim()[0]?.toUpperCase()}
        </span>
        <strong>{name || t.siteName}</strong>
      </div>
      <p className={css.paneTitle}>{tagline || t.someTagline}</p>
      <div className={css.paneButtons}>
        <span style={{ background: colours.fill, color: colours.on }}>{common.bookNow}</span>
        <span style={{ color: dark ? colours.onTintDark : colours.onTintLight, background: dark ? colours.tintDark : colours.tintLight }}>{t.seePlans}</span>
      </div>
    </div>
  )
  return (
    <div className={css.preview} role="img" aria-label={t.preview(name)}>
      {pane(false)}
      {pane(true)}
    </div>
  )
}
