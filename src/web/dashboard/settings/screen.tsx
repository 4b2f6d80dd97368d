import { Alert, Button, CopyButton, Select, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { languages } from '#kit/pure/languages.ts'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said, toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Card, Empty, List, Page, Row, Section } from '../parts/frame.tsx'
import { when } from '../parts/words.ts'
import { AuditLog, Collaborators } from './people.tsx'

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const zones = () => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : ['UTC'])
const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'CAD', 'AUD', 'NZD', 'JPY', 'ILS', 'INR', 'BRL', 'MXN', 'ZAR']

/** How the business keeps time and money, who may sign in, and which programs may act for it. */
export function SettingsScreen() {
  return (
    <Page title="Settings">
      <BusinessSettings />
      <SignOn />
      <Collaborators />
      <Keys />
      <AuditLog />
    </Page>
  )
}

function BusinessSettings() {
  const site = useSite()
  const [draft, setDraft] = useState({ timeZone: site.timeZone, currency: site.currency, weekStartsOn: site.weekStartsOn, language: site.language })
  const change = useDo('house.updateSiteSettings')
  const ask = useConfirm()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const run = () => change.mutateAsync({ body: draft })
    if (draft.timeZone !== site.timeZone)
      ask({
        title: 'Change the zone of the business?',
        verb: 'Change zone',
        keep: 'Keep zone',
        done: 'Saved.',
        happens: `Opening hours and class times keep their hour on the clock, now in ${draft.timeZone.replaceAll('_', ' ')}. Appointments already booked keep their moment and show another hour.`,
        run,
      })
    else
      void run().then(
        () => toast('Saved.'),
        () => undefined,
      )
  }
  const changed = Object.entries(draft).some(([key, value]) => value !== site[key as keyof typeof draft])
  return (
    <Section title="Business">
      <Card>
        <form onSubmit={save}>
          <Stack gap="lg" maw={460}>
            {change.error && (
              <Alert color="red" role="alert" title="Not saved">
                {said(change.error)}
              </Alert>
            )}
            <Select
              size="md"
              label="Time zone"
              searchable
              allowDeselect={false}
              limit={80}
              value={draft.timeZone}
              onChange={(timeZone) => timeZone && setDraft({ ...draft, timeZone })}
              data={[...new Set([site.timeZone, ...zones()])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            />
            <Select
              size="md"
              label="Currency"
              description="New prices are in it; old orders keep theirs."
              searchable
              allowDeselect={false}
              value={draft.currency}
              onChange={(currency) => currency && setDraft({ ...draft, currency })}
              data={[...new Set([site.currency, ...currencies])]}
            />
            <Select
              size="md"
              label="The week starts on"
              allowDeselect={false}
              value={String(draft.weekStartsOn)}
              onChange={(day) => day && setDraft({ ...draft, weekStartsOn: Number(day) })}
              data={weekdayNames.map((label, value) => ({ value: String(value), label }))}
            />
            <Select
              size="md"
              label="Language of letters"
              description="Members who signed up in another of these languages get their own."
              allowDeselect={false}
              value={draft.language}
              onChange={(language) => language && setDraft({ ...draft, language })}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            />
            <Button type="submit" size="md" disabled={!changed} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
              Save
            </Button>
          </Stack>
        </form>
      </Card>
    </Section>
  )
}

function SignOn() {
  const found = useAsk('identity.getSignOnPolicy')
  const change = useDo('identity.updateSignOnPolicy')
  const policy = found.data?.signOnPolicy
  const set = (part: object) =>
    change
      .mutateAsync({
        body: {
          signOnPolicy: {
            requireOwnerApproval: policy?.requireOwnerApproval ?? false,
            requireEmailVerification: policy?.requireEmailVerification ?? false,
            ...part,
          },
        },
      })
      .then(() => toast('Saved.'), toastProblem)
  return (
    <Section title="Who may sign in">
      <Answered ask={found} loading={<Skeleton height={140} radius="lg" />}>
        {() => (
          <Card>
            <Stack gap="lg">
              <Switch
                size="md"
                disabled={change.isPending}
                label="I approve new members by hand"
                description="They wait, and appear in Today and under Members."
                checked={policy?.requireOwnerApproval ?? false}
                onChange={(event) => void set({ requireOwnerApproval: event.currentTarget.checked })}
              />
              <Switch
                size="md"
                disabled={change.isPending}
                label="New members confirm their e-mail"
                description="A code is sent to the address before they come in."
                checked={policy?.requireEmailVerification ?? false}
                onChange={(event) => void set({ requireEmailVerification: event.currentTarget.checked })}
              />
            </Stack>
          </Card>
        )}
      </Answered>
    </Section>
  )
}

function Keys() {
  const site = useSite()
  const found = useAsk('identity.listApiKeys')
  const create = useDo('identity.createApiKey')
  const remove = useDo('identity.deleteApiKey')
  const ask = useConfirm()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState<string>()
  const add = (event: FormEvent) => {
    event.preventDefault()
    ask({
      title: `Make a key for ${name.trim()}?`,
      happens: 'Whoever has the key may do everything that you may do here.',
      verb: 'Create key',
      keep: 'Not now',
      run: async () => {
        setSecret((await create.mutateAsync({ body: { name: name.trim() } })).key)
        setName('')
      },
    })
  }
  return (
    <Section title="API keys" about="A key lets a program do everything that you may do here. Give each program its own.">
      <Stack>
        {secret && (
          <Alert color="green" title="Copy the key now" withCloseButton closeButtonLabel="Hide the key" onClose={() => setSecret(undefined)}>
            <Text mb="sm">It is shown this once.</Text>
            <Text component="code" style={{ overflowWrap: 'anywhere' }}>
              {secret}
            </Text>
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button mt="sm" variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy key'}
                </Button>
              )}
            </CopyButton>
          </Alert>
        )}
        <form onSubmit={add} style={{ display: 'flex', gap: 10, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <TextInput
            size="md"
            required
            maxLength={100}
            aria-label="Name of the new key"
            placeholder="Which program is it for?"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            style={{ flex: '1 1 220px', maxWidth: 380 }}
          />
          <Button type="submit" variant="light" size="md" loading={create.isPending}>
            Create key
          </Button>
        </form>
        <Answered ask={found}>
          {(data) =>
            data.apiKeys.length === 0 ? (
              <Empty icon={<IconKey size={26} />} title="No API keys">
                Nothing but this dashboard can act for you.
              </Empty>
            ) : (
              <List label="API keys">
                {data.apiKeys.map((key) => (
                  <Row
                    key={key.id}
                    title={key.name}
                    sub={`…${key.hint}, made ${when(key.createdDate, site, 'date')}${key.lastUsedDate ? `, last used ${when(key.lastUsedDate, site, 'date')}` : ', never used'}`}
                    actions={
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          ask({
                            title: `Revoke ${key.name}?`,
                            danger: true,
                            verb: 'Revoke key',
                            keep: 'Keep key',
                            done: `${key.name} no longer works.`,
                            happens: 'The program that uses it is shut out at once. This cannot be taken back.',
                            run: () => remove.mutateAsync({ params: { id: key.id } }),
                          })
                        }
                      >
                        Revoke
                      </Button>
                    }
                  />
                ))}
              </List>
            )
          }
        </Answered>
      </Stack>
    </Section>
  )
}
