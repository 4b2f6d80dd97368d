import { Button, ColorInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { deriveAccent } from '#kit/pure/accent.ts'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { Card, Page, Section } from '../parts/page.tsx'
import { Address } from './address.tsx'
import { Clients } from './clients.tsx'
import { Share } from './share.tsx'
import { WebAddress } from './web-address.tsx'
import css from './site.module.css'

/** The appearance of the site, its address, and the storefronts that use it. */
export function SiteScreen() {
  return (
    <Page title="Site">
      <Branding />
      <WebAddress />
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
  const site = useSite()
  const [draft, setDraft] = useState({ name: site.name, tagline: site.tagline, accent: site.accent })
  const change = useApiMutation('setup.updateSiteSettings')
  const changed = draft.name !== site.name || draft.tagline !== site.tagline || draft.accent !== site.accent
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change.mutateAsync({ body: draft }).then(
      () => toast('Branding saved.'),
      () => undefined,
    )
  }
  return (
    <Section title="Branding">
      <div className={css.look}>
        <Card>
          <form onSubmit={save}>
            <Stack gap="lg">
              <SaveError error={change.error} />
              <TextInput
                size="md"
                label="Name"
                required
                maxLength={100}
                value={draft.name}
                onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
              />
              <Textarea
                size="md"
                label="Tagline"
                description="Shown below the name on your home page."
                autosize
                minRows={2}
                maxLength={200}
                value={draft.tagline}
                onChange={(event) => setDraft({ ...draft, tagline: event.currentTarget.value })}
              />
              <ColorInput
                size="md"
                label="Accent colour"
                description="We adjust the text colour for readability."
                format="hex"
                // Upwards: the button below stays in view.
                popoverProps={{ position: 'top-start' }}
                swatches={suggestions}
                eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                value={draft.accent}
                onChange={(accent) => setDraft({ ...draft, accent })}
              />
              <Button type="submit" size="md" disabled={!changed || !/^#[0-9a-f]{6}$/i.test(draft.accent)} loading={change.isPending}>
                Save branding
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
  const colours = deriveAccent(/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#8a5a3c')
  const pane = (dark: boolean) => (
    <div className={css.pane} data-dark={dark || undefined}>
      <div className={css.paneHead}>
        <span className={css.paneMark} style={{ background: colours.fill, color: colours.on }}>
          {name.trim()[0]?.toUpperCase()}
        </span>
        <strong>{name || 'Your site name'}</strong>
      </div>
      <p className={css.paneTitle}>{tagline || 'A tagline about what you do.'}</p>
      <div className={css.paneButtons}>
        <span style={{ background: colours.fill, color: colours.on }}>Book now</span>
        <span style={{ color: dark ? colours.onTintDark : colours.onTintLight, background: dark ? colours.tintDark : colours.tintLight }}>See plans</span>
      </div>
    </div>
  )
  return (
    <div className={css.preview} role="img" aria-label={`Preview of ${name} in light and dark`}>
      {pane(false)}
      {pane(true)}
    </div>
  )
}
