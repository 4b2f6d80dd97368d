/** Members from a file: the columns are matched to fields, what would happen is shown, then it is done in the background. */
import { Button, FileInput, Select, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'

type Preview = ReplyOf<'members.previewImport'>
type Mapping = Preview['mapping']
const targets: { value: Mapping[string]; label: string }[] = [
  { value: 'loginEmail', label: 'Email (required)' },
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'nickname', label: 'Display name' },
  { value: 'phone', label: 'Phone' },
  { value: 'birthdate', label: 'Birthday' },
  { value: 'company', label: 'Company' },
  { value: 'jobTitle', label: 'Job title' },
  { value: 'passwordHash', label: 'Password hash' },
  { value: 'customField', label: 'Custom field with this name' },
  { value: 'ignore', label: 'Don’t import' },
]

function ColumnMatching({ previewData, mapping, onChange }: { previewData: Preview; mapping: Mapping; onChange: (mapping: Mapping) => void }) {
  return (
    <div>
      <Text fw={600} mb={8}>
        Match columns
      </Text>
      <Stack gap="xs">
        {previewData.columns.map((column) => (
          <Select
            key={column}
            size="md"
            label={column}
            allowDeselect={false}
            data={targets}
            value={mapping[column] ?? 'ignore'}
            onChange={(value) => onChange({ ...mapping, [column]: targets.find((target) => target.value === value)?.value ?? 'ignore' })}
          />
        ))}
      </Stack>
    </div>
  )
}

function ImportProblems({ previewData }: { previewData: Preview }) {
  return (
    <Note tone="warn" role="status">
      <p className="strong">{`${previewData.problemCount} of ${previewData.rows} ${previewData.rows === 1 ? 'row' : 'rows'} can’t be imported${previewData.problemCount > previewData.problems.length ? `; the first ${previewData.problems.length}:` : ''}`}</p>
      <ul style={{ margin: 0, paddingInlineStart: 20, maxHeight: 220, overflowY: 'auto' }} tabIndex={0} aria-label="Rows with problems">
        {previewData.problems.map(({ line, problem }) => (
          <li key={`${line}-${problem}`}>
            Row {line}: {problem}
          </li>
        ))}
      </ul>
    </Note>
  )
}

function SampleRows({ previewData }: { previewData: Preview }) {
  return (
    <div>
      <Text fw={600} mb={8}>
        Preview
      </Text>
      <Table.ScrollContainer type="native" minWidth={320} tabIndex={0} aria-label="Preview">
        <Table>
          <Table.Thead>
            <Table.Tr>
              {Object.keys(previewData.sample[0] ?? {}).map((name) => (
                <Table.Th key={name}>{targets.find(({ value }) => value === name)?.label.replace(' (required)', '') ?? name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {previewData.sample.map((row, index) => (
              <Table.Tr key={index}>
                {Object.keys(previewData.sample[0] ?? {}).map((name) => (
                  <Table.Td key={name}>{row[name]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  )
}

/** The file, how its columns are matched, and what would come of it. */
function useMemberImport(onStarted: (jobId: string) => void) {
  const [csv, setCsv] = useState('')
  const [mapping, setMapping] = useState<Mapping>()
  const [previewData, setSeen] = useState<Preview>()
  const preview = useApiMutation('members.previewImport')
  const begin = useApiMutation('members.importMembers')
  const loadPreview = async (text: string, chosen?: Mapping) => {
    const found = await preview.mutateAsync({ body: { csv: text, ...(chosen ? { mapping: chosen } : {}) } }).catch(() => undefined)
    if (!found) return
    setSeen(found)
    setMapping(found.mapping)
  }
  const readFile = async (file: File | null) => {
    setSeen(undefined)
    if (!file) return
    const text = await file.text()
    setCsv(text)
    await loadPreview(text)
  }
  const start = async () => {
    const reply = await begin.mutateAsync({ body: { csv, ...(mapping ? { mapping } : {}) } }).catch(() => undefined)
    if (reply) onStarted(reply.jobId)
  }
  const changeMapping = (next: Mapping) => {
    setMapping(next)
    void loadPreview(csv, next)
  }
  return { previewData, preview, begin, start, readFile, mapping, changeMapping }
}

export function ImportPanel({ open, onClose, onStarted }: { open: boolean; onClose: () => void; onStarted: (jobId: string) => void }) {
  const upload = useMemberImport(onStarted)
  const good = upload.previewData ? upload.previewData.rows - upload.previewData.problemCount : 0
  const failure = upload.preview.error ?? upload.begin.error
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title="Import members"
      size={640}
      footer={
        upload.previewData && (
          <Button size="md" loading={upload.begin.isPending} disabled={good <= 0} onClick={() => void upload.start()}>
            {`Add ${good} ${good === 1 ? 'member' : 'members'}`}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <FileInput
          size="md"
          label="CSV file"
          description="A CSV file with a header row, up to 900 KB. No emails are sent."
          placeholder="Choose a file"
          accept=".csv,text/csv"
          onChange={(file) => void upload.readFile(file)}
        />
        <SaveError error={failure} />
        {upload.preview.isPending && !upload.previewData ? <Text role="status">Reading file…</Text> : null}
        {upload.previewData && upload.mapping ? (
          <>
            <ColumnMatching previewData={upload.previewData} mapping={upload.mapping} onChange={upload.changeMapping} />
            {upload.previewData.problems.length > 0 ? (
              <ImportProblems previewData={upload.previewData} />
            ) : (
              <Text role="status">
                {upload.previewData.rows === 1 ? '1 row is ready to import.' : `All ${upload.previewData.rows} rows are ready to import.`}
              </Text>
            )}
            {upload.previewData.sample.length > 0 ? <SampleRows previewData={upload.previewData} /> : null}
          </>
        ) : null}
      </Stack>
    </SidePanel>
  )
}
