/** What comes from elsewhere, and the whole site as one file: made in the background, kept for a day, downloaded by the owner alone. */
import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import { IconDownload, IconKey } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format.ts'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { Allowed, useIsOwner } from '../permissions.tsx'
import { FormError, useConfirmed } from './connection-parts.tsx'
import { ImportSection } from './imports/import-section.tsx'

type Archive = ReplyOf<'archive.getArchive'>

const POLL_MS = 1000
const number = new Intl.NumberFormat('en')
const formatRows = (rows = 0): string => (rows === 1 ? '1 row' : `${number.format(rows)} rows`)
const formatBytes = (bytes = 0): string =>
  bytes < 1_000_000 ? `${number.format(Math.ceil(bytes / 1000))} KB` : `${number.format(Math.round(bytes / 100_000) / 10)} MB`

export function DataSettings() {
  const isOwner = useIsOwner()
  return (
    <>
      <Allowed operation="imports.listImports">
        <ImportSection />
      </Allowed>
      {isOwner && <WholeSite />}
    </>
  )
}

function WholeSite() {
  const found = useApiQuery('archive.getArchive', undefined, { refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? POLL_MS : false) })
  return (
    <>
      <Section title="Download everything" about="Your whole site in one file, to keep or to bring to another server.">
        <Card>
          <Stack gap="lg" maw={640}>
            <QueryView query={found} loading={<CardSkeletons cards={1} height={120} />}>
              {(archive) => <ArchiveState archive={archive} />}
            </QueryView>
            <Alert color="yellow" icon={<IconKey size={20} aria-hidden />} title="Keep the file like a password">
              It contains everyone’s personal data and sign-in details. Anyone who has it can access every account.
            </Alert>
          </Stack>
        </Card>
      </Section>
      <Contents />
      <Section title="Move it to another server">
        <Card>
          <List type="ordered" spacing="xs" maw={640} m={0}>
            <List.Item>
              Download everything, then have this server shut down. Two servers with the same site would send every reminder and charge every renewal twice.
            </List.Item>
            <List.Item>Start an empty server of the same version and open its setup page.</List.Item>
            <List.Item>Choose “Move a site from another server” and pick the file.</List.Item>
            <List.Item>Sign in as before, and connect email, texts, Stripe and sign-in providers again.</List.Item>
          </List>
        </Card>
      </Section>
    </>
  )
}

/** How far the file is, and what can be done with it. */
function ArchiveState({ archive }: { archive: Archive }) {
  const site = useSite()
  const start = useApiMutation('archive.startArchive')
  const open = useApiMutation('archive.openArchive')
  const remove = useApiMutation('archive.deleteArchive')
  const confirm = useConfirmed()
  const make = () => void confirm('Prepare a download of everything?', () => start.mutateAsync({}), 'Your data is being collected.')
  const download = () => void confirm('Download everything?', async () => location.assign((await open.mutateAsync({})).url), 'The download will start.')
  if (archive.state === 'RUNNING')
    return (
      <Group wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <div>
          <Text fw={600}>Collecting your data</Text>
          <Text c="dimmed" size="sm">
            {archive.rows ? `${formatRows(archive.rows)} so far. ` : ''}You can leave this page; the download will be here.
          </Text>
        </div>
      </Group>
    )
  const isReady = archive.state === 'READY'
  return (
    <Stack gap="md">
      {archive.state === 'FAILED' && (
        <Alert color="red" role="alert" title="This didn’t work">
          Try again. If it fails again, ask the person who runs the server: its log says why.
        </Alert>
      )}
      {isReady && (
        <div role="status">
          <Text fw={600}>Your download is ready</Text>
          <Text c="dimmed" size="sm">
            {`${formatBytes(archive.bytes)}, ${formatRows(archive.rows)}, as of ${formatInstant(archive.startedDate, site)}. Kept until ${formatInstant(archive.expiresDate, site)}.`}
          </Text>
        </div>
      )}
      <FormError error={start.error ?? open.error ?? remove.error} />
      <Allowed operation={['archive.startArchive', 'archive.openArchive', 'archive.deleteArchive']}>
        <Group gap="sm">
          {isReady && (
            <Button size="md" leftSection={<IconDownload size={18} aria-hidden />} loading={open.isPending} onClick={download}>
              Download
            </Button>
          )}
          <Button size="md" variant={isReady ? 'default' : 'filled'} loading={start.isPending} onClick={make}>
            {isReady ? 'Prepare again' : 'Prepare download'}
          </Button>
          {isReady && (
            <Button size="md" variant="subtle" c="var(--bad)" loading={remove.isPending} onClick={() => remove.mutate({})}>
              Remove from server
            </Button>
          )}
        </Group>
      </Allowed>
    </Stack>
  )
}

const Contents = () => (
  <Section title="What’s in it">
    <Card>
      <Stack gap="md" maw={640}>
        <Text>
          Members and clients with their passwords, plans, bookings, calendar, money, emails, pages, pictures, settings, your team and its keys. Work that waits
          goes along.
        </Text>
        <div>
          <Text fw={600}>Not in it</Text>
          <List spacing={4} mt={4} mb={0}>
            <List.Item>Mail server, text messages, Stripe, sign-in providers and captcha: connect these again on the other server.</List.Item>
            <List.Item>Active sessions: everyone signs in again with their current password.</List.Item>
            <List.Item>Billing forecasts: run them again.</List.Item>
          </List>
        </div>
        <Text c="dimmed" size="sm">
          The file is a .tar.gz with a list of contents, one table of JSON lines for each kind of data, and the pictures.
        </Text>
      </Stack>
    </Card>
  </Section>
)
