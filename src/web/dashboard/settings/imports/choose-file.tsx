/** The first step: what the file holds, and the file. Nothing is imported yet. */
import { Button, FileInput, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldsOfKind, importKinds } from '#domains/imports/rules/fields.ts'
import { toCsv } from '#kit/pure/csv.ts'
import { useApiMutation } from '#web/api.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { SaveError } from '../../parts/save-error.tsx'
import { common } from '../common.messages.ts'
import { nameExample, nameField } from './field-names.ts'
import { type Kind, kindWords } from './words.ts'

const messages = defineDashboardMessages(
  {
    what: 'What does the file hold?',
    file: 'CSV file',
    fileHint: 'With a header row; up to 50,000 rows and 20 MB. From Excel: save it as CSV.',
    choose: 'Choose a file',
    missing: 'Choose the file first.',
    nothingYet: 'You’ll see what would happen before anything is imported.',
    template: (kind: string) => `Download an empty table for ${kind}`,
  },
  {
    de: {
      what: 'Was enthält die Datei?',
      file: 'CSV-Datei',
      fileHint: 'Mit Kopfzeile; bis zu 50.000 Zeilen und 20 MB. Aus Excel: als CSV speichern.',
      choose: 'Datei auswählen',
      missing: 'Wähle zuerst die Datei aus.',
      nothingYet: 'Du siehst, was passieren würde, bevor etwas importiert wird.',
      template: (kind) => `Leere Tabelle für ${kind} herunterladen`,
    },
  },
)

const templateNames: Readonly<Record<Kind, string>> = {
  MEMBERS: 'members',
  SERVICES: 'services',
  PLANS: 'plans',
  ORDERS: 'subscriptions',
  BOOKINGS: 'bookings',
}
/** A table with the right columns and one row as an example. */
function downloadTemplate(kind: Kind): void {
  const fields = fieldsOfKind[kind].filter(
    ({ name }) =>
      !['customField', 'passwordHash', 'name', 'date', 'time', 'externalId'].includes(name) || (name === 'name' && kind !== 'MEMBERS' && kind !== 'BOOKINGS'),
  )
  const table = toCsv(
    fields.map(({ label }) => nameField(label)),
    [fields.map(({ example }) => nameExample(example))],
  )
  downloadFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `${templateNames[kind]}.csv`)
}

export function ChooseFile({ initialKind, onUploaded }: { initialKind: Kind; onUploaded: (id: string) => void }) {
  const t = useMessages(messages)
  const [kind, setKind] = useState(initialKind)
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const upload = useApiMutation('imports.uploadImport')
  const send = async () => {
    setMissing(!file)
    if (!file) return
    const reply = await upload.mutateAsync({ query: { kind, fileName: file.name.slice(-200) }, body: file }).catch(() => undefined)
    if (reply) onUploaded(reply.import.id)
  }
  return (
    <Stack gap="lg">
      <Radio.Group label={t.what} size="md" value={kind} onChange={(value) => setKind(importKinds.find((one) => one === value) ?? 'MEMBERS')}>
        <Stack gap="sm" mt="xs">
          {importKinds.map((one) => (
            <Radio key={one} value={one} size="md" label={kindWords[one].label} description={kindWords[one].about} />
          ))}
        </Stack>
      </Radio.Group>
      <FileInput
        size="md"
        label={t.file}
        description={t.fileHint}
        placeholder={t.choose}
        accept=".csv,.txt,.tsv,text/csv"
        value={file}
        error={isMissing ? t.missing : undefined}
        onChange={(chosen) => {
          setFile(chosen)
          setMissing(false)
          upload.reset()
        }}
      />
      <SaveError error={upload.error} />
      <div>
        <Button size="md" loading={upload.isPending} onClick={() => void send()}>
          {common.goOn}
        </Button>
        <Text c="dimmed" size="sm" mt={8}>
          {t.nothingYet}
        </Text>
      </div>
      <Button variant="subtle" leftSection={<IconDownload size={17} aria-hidden />} style={{ alignSelf: 'flex-start' }} onClick={() => downloadTemplate(kind)}>
        {t.template(kindWords[kind].many)}
      </Button>
    </Stack>
  )
}
