/** What comes from elsewhere, and the whole site as one file: made in the background, kept for a day, downloaded by the owner alone. */
import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core'
import { IconDownload, IconKey } from '@tabler/icons-react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { Allowed, useIsOwner } from '../permissions.tsx'
import { FormError, runAndTell } from './connection-parts.tsx'
import { ImportSection } from './imports/import-section.tsx'
import { formatRows } from './imports/words.ts'
import { common } from './common.messages.ts'
import { messages } from './data.messages.ts'

const text = currentMessages(messages)

type Archive = ReplyOf<'archive.getArchive'>

const POLL_MS = 1000
const number = new Intl.NumberFormat(pageLanguage())
const formatBytes = (bytes = 0): string =>
  bytes < 1_000_000 ? text.kilobytes(number.format(Math.ceil(bytes / 1000))) : text.megabytes(number.format(Math.round(bytes / 100_000) / 10))

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
  const t = useMessages(messages)
  const found = useApiQuery('archive.getArchive', undefined, { refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? POLL_MS : false) })
  return (
    <>
      <Section title={t.title} about={t.about}>
        <Card>
          <Stack gap="lg" maw={640}>
            <QueryView query={found} loading={<CardSkeletons cards={1} height={120} />}>
              {(archive) => <ArchiveState archive={archive} />}
            </QueryView>
            <Alert color="yellow" icon={<IconKey size={20} aria-hidden />} title={t.secret}>
              {t.secretMeans}
            </Alert>
          </Stack>
        </Card>
      </Section>
      <Contents />
      <Section title={t.move}>
        <Card>
          <List type="ordered" spacing="xs" maw={640} m={0}>
            <List.Item>{t.step1}</List.Item>
            <List.Item>{t.step2}</List.Item>
            <List.Item>{t.step3}</List.Item>
            <List.Item>{t.step4}</List.Item>
          </List>
        </Card>
      </Section>
    </>
  )
}

/** How far the file is, and what can be done with it. */
function ArchiveState({ archive }: { archive: Archive }) {
  const t = useMessages(messages)
  const site = useSite()
  const start = useApiMutation('archive.startArchive')
  const open = useApiMutation('archive.openArchive')
  const remove = useApiMutation('archive.deleteArchive')
  const make = () => void runAndTell(() => start.mutateAsync({}), t.preparing)
  const download = () => void runAndTell(async () => location.assign((await open.mutateAsync({})).url), t.starts)
  if (archive.state === 'RUNNING')
    return (
      <Group wrap="nowrap" role="status">
        <Loader size="sm" aria-hidden />
        <div>
          <Text fw={600}>{t.collecting}</Text>
          <Text c="dimmed" size="sm">
            {archive.rows ? t.collectedSoFar(formatRows(archive.rows)) : t.leave}
          </Text>
        </div>
      </Group>
    )
  const isReady = archive.state === 'READY'
  return (
    <Stack gap="md">
      {archive.state === 'FAILED' && (
        <Alert color="red" role="alert" title={t.failed}>
          {t.failedHint}
        </Alert>
      )}
      {isReady && (
        <div role="status">
          <Text fw={600}>{t.ready}</Text>
          <Text c="dimmed" size="sm">
            {t.readyHint(
              formatBytes(archive.bytes),
              formatRows(archive.rows ?? 0),
              formatInstant(archive.startedDate, site),
              formatInstant(archive.expiresDate, site),
            )}
          </Text>
        </div>
      )}
      <FormError error={start.error ?? open.error ?? remove.error} />
      <Allowed operation={['archive.startArchive', 'archive.openArchive', 'archive.deleteArchive']}>
        <Group gap="sm">
          {isReady && (
            <Button size="md" leftSection={<IconDownload size={18} aria-hidden />} loading={open.isPending} onClick={download}>
              {common.download}
            </Button>
          )}
          <Button size="md" variant={isReady ? 'default' : 'filled'} loading={start.isPending} onClick={make}>
            {isReady ? t.again : t.prepare}
          </Button>
          {isReady && (
            <Button size="md" variant="subtle" c="var(--bad)" loading={remove.isPending} onClick={() => remove.mutate({})}>
              {t.removeFile}
            </Button>
          )}
        </Group>
      </Allowed>
    </Stack>
  )
}

const Contents = () => {
  const t = useMessages(messages)
  return (
    <Section title={t.contents}>
      <Card>
        <Stack gap="md" maw={640}>
          <Text>{t.inIt}</Text>
          <div>
            <Text fw={600}>{t.notInIt}</Text>
            <List spacing={4} mt={4} mb={0}>
              <List.Item>{t.notConnections}</List.Item>
              <List.Item>{t.notSessions}</List.Item>
              <List.Item>{t.notForecasts}</List.Item>
            </List>
          </div>
          <Text c="dimmed" size="sm">
            {t.format}
          </Text>
        </Stack>
      </Card>
    </Section>
  )
}
