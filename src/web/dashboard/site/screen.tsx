import { Alert, Button, CloseButton, ColorInput, CopyButton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { accentOf } from '#web/look.ts'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said } from '../ask.ts'
import { useSite } from '../business.tsx'
import { Answered, Card, Empty, Page, Section } from '../parts/frame.tsx'
import type { ClientApp } from '../entities.ts'
import css from './site.module.css'

/** How the site looks, and which front ends may sign people in. */
export function SiteScreen() {
  return (
    <Page title="Site">
      <Look />
      <Clients />
    </Page>
  )
}

const suggestions = ['#8a5a3c', '#3f6f5f', '#2f5d8a', '#7a4b8c', '#b3473b', '#4d5560', '#a8741a', '#20706f']

function Look() {
  const site = useSite()
  const [draft, setDraft] = useState({ name: site.name, tagline: site.tagline, accent: site.accent })
  const change = useDo('house.updateSiteSettings')
  const changed = draft.name !== site.name || draft.tagline !== site.tagline || draft.accent !== site.accent
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change.mutateAsync({ body: draft }).then(
      () => toast('Your site has its new look.'),
      () => undefined,
    )
  }
  return (
    <Section title="Name and look">
      <div className={css.look}>
        <Card>
          <form onSubmit={save}>
            <Stack gap="lg">
              {change.error && (
                <Alert color="red" role="alert" title="Not saved">
                  {said(change.error)}
                </Alert>
              )}
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
                label="One sentence"
                description="Stands under the name on the home page."
                autosize
                minRows={2}
                maxLength={200}
                value={draft.tagline}
                onChange={(event) => setDraft({ ...draft, tagline: event.currentTarget.value })}
              />
              <ColorInput
                size="md"
                label="Accent colour"
                description="The text on it is made readable by itself."
                format="hex"
                swatches={suggestions}
                eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                value={draft.accent}
                onChange={(accent) => setDraft({ ...draft, accent })}
              />
              <Button type="submit" size="md" disabled={!changed || !/^#[0-9a-f]{6}$/i.test(draft.accent)} loading={change.isPending}>
                Save look
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
  const colours = accentOf(/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#8a5a3c')
  const pane = (dark: boolean) => (
    <div className={css.pane} data-dark={dark || undefined}>
      <div className={css.paneHead}>
        <span className={css.paneMark} style={{ background: colours.fill, color: colours.on }}>
          {name.trim()[0]?.toUpperCase()}
        </span>
        <strong>{name || 'Name of your site'}</strong>
      </div>
      <p className={css.paneTitle}>{tagline || 'One sentence about what you do.'}</p>
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

function Clients() {
  const found = useAsk('identity.listOAuthApps')
  const create = useDo('identity.createOAuthApp')
  const add = () =>
    create.mutateAsync({ body: { oAuthApp: { name: 'New front end' } } }).then(
      () => toast('Added. Now list its addresses.'),
      (error) => toast(said(error)),
    )
  return (
    <Section
      title="Front ends"
      about="Each website or app that signs people in or sells for you has a client id and a list of addresses it may send people back to."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} loading={create.isPending} onClick={() => void add()}>
          Add
        </Button>
      }
    >
      <Answered ask={found}>
        {(data) =>
          data.oAuthApps.length === 0 ? (
            <Empty title="No front end yet">Your own site works without one.</Empty>
          ) : (
            <Stack>
              {data.oAuthApps.map((client) => (
                <Client key={client.id} client={client} />
              ))}
            </Stack>
          )
        }
      </Answered>
    </Section>
  )
}

function Client({ client }: { client: ClientApp }) {
  const change = useDo('identity.changeOAuthApp')
  const [address, setAddress] = useState('')
  const list = client.allowedRedirectUris
  const save = (allowedRedirectUris: string[]) =>
    change.mutateAsync({ params: { id: client.id }, body: { oAuthApp: { allowedRedirectUris } } }).then(
      () => setAddress(''),
      () => undefined,
    )
  return (
    <Card>
      <div className={css.client}>
        <div>
          <Text fw={650}>{client.name}</Text>
          <code className={css.id}>{client.id}</code>
        </div>
        <CopyButton value={client.id}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy client id'}
            </Button>
          )}
        </CopyButton>
      </div>
      <Text fw={600} mt="md" mb={4}>
        May send people back to
      </Text>
      {list.length === 0 && <Text c="dimmed">No address yet: sign-in from elsewhere is refused.</Text>}
      <ul className={css.addresses}>
        {list.map((one) => (
          <li key={one}>
            <span>{one}</span>
            <CloseButton aria-label={`Remove ${one}`} size={44} onClick={() => void save(list.filter((other) => other !== one))} />
          </li>
        ))}
      </ul>
      <form
        className={css.add}
        onSubmit={(event) => {
          event.preventDefault()
          void save([...list, address.trim()])
        }}
      >
        <TextInput
          size="md"
          type="url"
          required
          aria-label={`New address for ${client.name}`}
          placeholder="https://www.example.org/callback"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={change.error ? said(change.error) : undefined}
        />
        <Button type="submit" variant="light" loading={change.isPending}>
          Add address
        </Button>
      </form>
    </Card>
  )
}
