/** The first step: what the file holds, and the file. Nothing is imported yet. */
import { Button, FileInput, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldsOfKind, importKinds } from '#domains/imports/rules/fields.ts'
import { toCsv } from '#kit/pure/csv.ts'
import { useApiMutation } from '#web/api.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { SaveError } from '../../parts/save-error.tsx'
import { type Kind, kindWords } from './words.ts'

/** A table with the right columns and one row as an example. */
function downloadTemplate(kind: Kind): void {
  const fields = fieldsOfKind[kind].filter(
    ({ name }) =>
      !['customField', 'passwordHash', 'name', 'date', 'time', 'externalId'].includes(name) || (name === 'name' && kind !== 'MEMBERS' && kind !== 'BOOKINGS'),
  )
  const table = toCsv(
    fields.map(({ label }) => label),
    [fields.map(({ example }) => example)],
  )
  downloadFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `${kindWords[kind].many}.csv`)
}

export function ChooseFile({ initialKind, onUploaded }: { initialKind: Kind; onUploaded: (id: string) => void }) {
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
      <Radio.Group label="What does the file hold?" size="md" value={kind} onChange={(value) => setKind(importKinds.find((one) => one === value) ?? 'MEMBERS')}>
        <Stack gap="sm" mt="xs">
          {importKinds.map((one) => (
            <Radio key={one} value={one} size="md" label={kindWords[one].label} description={kindWords[one].about} />
          ))}
        </Stack>
      </Radio.Group>
      <FileInput
        size="md"
        label="CSV file"
        description="With a header row; up to 50,000 rows and 20 MB. From Excel: save it as CSV."
        placeholder="Choose a file"
        accept=".csv,.txt,.tsv,text/csv"
        value={file}
        error={isMissing ? 'Choose the file first.' : undefined}
        onChange={(chosen) => {
          setFile(chosen)
          setMissing(false)
          upload.reset()
        }}
      />
      <SaveError error={upload.error} />
      <div>
        <Button size="md" loading={upload.isPending} onClick={() => void send()}>
          Continue
        </Button>
        <Text c="dimmed" size="sm" mt={8}>
          You’ll see what would happen before anything is imported.
        </Text>
      </div>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={17} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => downloadTemplate(kind)}
      >{`Download an empty table for ${kindWords[kind].many}`}</Button>
    </Stack>
  )
}
